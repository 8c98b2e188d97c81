"""The Abalone engine: nodes a second, depth after some seconds, branching factor, punctuality.

    python bench/abalone_search.py [--short]

Wall time and processor time are both told: on a machine that others use, the second is what the
engine needs and the first is what they left of it.
"""

from __future__ import annotations

import os
import sys
import time

from tablas.abalone import rules
from tablas.engine.abalone_engine import AbaloneEngine, Analysis, Limit


def searched(seconds: float, threads: int) -> tuple[Analysis, float]:
    """A search of Belgian Daisy with an empty table, and the processor time that it took."""
    engine = AbaloneEngine(megabytes=64, threads=threads)
    before = time.process_time()
    found = engine.analyse(rules.start(), Limit(seconds=seconds), variations=False)
    return found, time.process_time() - before


def branching(found: Analysis) -> float:
    """The mean factor by which one ply more multiplies the nodes, from depth 6 on."""
    deep = [at for at in found.iterations if at.depth >= 6]
    return float((deep[-1].nodes / deep[0].nodes) ** (1 / (deep[-1].depth - deep[0].depth)))


def overruns(count: int, seconds: float) -> list[float]:
    """By how many milliseconds each of many searches was late, the whole call measured."""
    engine = AbaloneEngine(megabytes=16)
    late = []
    for name in list_of_starts(count):
        position = rules.start(name)
        began = time.monotonic()
        engine.analyse(position, Limit(seconds=seconds), variations=False)
        late.append((time.monotonic() - began - seconds) * 1000)
    return sorted(late)


def list_of_starts(count: int) -> list[str]:
    from tablas.abalone.starts import STARTS  # noqa: PLC0415

    names = list(STARTS)
    return [names[i % len(names)] for i in range(count)]


if __name__ == "__main__":
    short = "--short" in sys.argv
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for threads in (1, 2):
        for seconds in (1.0, 2.0) if short else (1.0, 2.0, 5.0):
            found, cpu = searched(seconds, threads)
            print(
                f"{threads} threads, {seconds:g} s: depth {found.depth}, {found.nodes:,} nodes,"
                f" {found.nodes / found.seconds / 1e6:.2f} M/s of wall time,"
                f" {found.nodes / cpu / 1e6:.2f} M/s of processor time ({cpu:.2f} s),"
                f" branching {branching(found):.2f}"
            )
    late = overruns(50 if short else 200, 0.05)
    print(f"{len(late)} searches of 50 ms: late by {late[len(late) // 2]:.1f} ms in the middle,")
    print(f"    {late[int(len(late) * 0.99)]:.1f} ms in 99 of 100, {late[-1]:.1f} ms at most")
