"""The Abalone engine: nodes a second, depth after some seconds, branching factor, punctuality.

    python bench/abalone_search.py [--short] [--judge hand] [--load 4]

Wall time and processor time are both told: on a machine that others use, the second is what the
engine needs and the first is what they left of it. `--load` starts so many processes that do
nothing but turn, to see how late a search can be on a busy machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

from tablas import kernel
from tablas.abalone import codec, rules
from tablas.abalone.starts import STARTS
from tablas.engine.abalone.engine import JUDGE, AbaloneEngine, Analysis, Limit


def searched(limit: Limit, threads: int, judge: str) -> tuple[Analysis, float]:
    """A search of Belgian Daisy with an empty table, and the processor time that it took."""
    engine = AbaloneEngine(megabytes=64, threads=threads, judge=judge)
    before = time.process_time()
    found = engine.analyse(rules.start(), limit, variations=False)
    return found, time.process_time() - before


def branching(found: Analysis) -> float:
    """The mean factor by which one ply more multiplies the nodes, from depth 6 on."""
    deep = [at for at in found.iterations if at.depth >= 6]
    return float((deep[-1].nodes / deep[0].nodes) ** (1 / (deep[-1].depth - deep[0].depth)))


def overruns(count: int, seconds: float, judge: str) -> list[float]:
    """By how many milliseconds each of many searches was late, the whole call measured."""
    engine = AbaloneEngine(megabytes=16, judge=judge)
    late = []
    for number in range(count):
        position = rules.start(list(STARTS)[number % len(STARTS)])
        began = time.monotonic()
        engine.analyse(position, Limit(seconds=seconds), variations=False)
        late.append((time.monotonic() - began - seconds) * 1000)
    return sorted(late)


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that turn and turn."""
    turning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in turning:
            process.kill()
            process.wait()


def tell_searches(judge: str, *, short: bool) -> None:
    """Depth, nodes and speed after some seconds of wall time, then of processor time."""
    for threads in (1, 2):
        for seconds in (1.0, 2.0) if short else (1.0, 2.0, 5.0, 15.0):
            found, cpu = searched(Limit(seconds=seconds), threads, judge)
            print(
                f"{threads} threads, {seconds:g} s: depth {found.depth}, {found.nodes:,} nodes,"
                f" {found.nodes / found.seconds / 1e6:.2f} M/s of wall time,"
                f" {found.nodes / cpu / 1e6:.2f} M/s of processor time ({cpu:.2f} s),"
                f" branching {branching(found):.2f}"
            )
    speed = found.nodes / cpu
    for seconds in (1, 2) if short else (1, 2, 5, 15):
        found, cpu = searched(Limit(nodes=round(speed * seconds)), 1, judge)
        print(f"{cpu:.1f} s of processor time: depth {found.depth}, {found.nodes:,} nodes")


def tell_perft() -> None:
    """Leaves a second, those of the last ply counted without being made."""
    import numpy as np  # noqa: PLC0415

    board = np.frombuffer(codec.encode(rules.start()), dtype=np.uint8)
    before = time.process_time()
    leaves = kernel.abalone.perft(board, 6)
    spent = time.process_time() - before
    print(f"perft 6: {leaves:,} leaves in {spent:.1f} s, {leaves / spent / 1e6:.0f} M/s (bulk)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--judge", default=JUDGE)
    parser.add_argument("--load", type=int, default=0)
    told = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, judge {told.judge}")
    if not told.load:
        tell_searches(told.judge, short=told.short)
        tell_perft()
    with busy(told.load):
        late = overruns(50 if told.short else 200, 0.05, told.judge)
    print(f"{len(late)} searches of 50 ms: late by {late[len(late) // 2]:.1f} ms in the middle,")
    print(f"    {late[int(len(late) * 0.99)]:.1f} ms in 99 of 100, {late[-1]:.1f} ms at most")


if __name__ == "__main__":
    main()
