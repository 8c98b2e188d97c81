"""The Abalone engine: nodes a second, depth after some seconds, branching factor, perft.

    python bench/abalone_search.py [--short] [--judge net] [--threads 1]

Both evaluations with one thread and with two on Belgian Daisy, each with one search from an empty
table. Depth and speed are told by wall time and by processor time: on a machine that others use,
the second is what the engine needs and the first is what they left of it. How late a search can be
is measured by `bench/punctual.py`.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np

from tablas import kernel
from tablas.abalone import codec, rules
from tablas.engine.abalone.engine import AbaloneAnalysis, AbaloneEngine, AbaloneLimit

START = "belgian-daisy"
MOMENTS = (1, 2, 5, 15)
"""Seconds after which the depth is told."""


def searched(seconds: float, threads: int, judge: str) -> tuple[AbaloneAnalysis, float]:
    """A search of Belgian Daisy with an empty table, and the processor time that it took."""
    engine = AbaloneEngine(megabytes=64, threads=threads, judge=judge)
    before = time.process_time()
    found = engine.analyse(rules.start(START), AbaloneLimit(seconds=seconds), variations=False)
    return found, time.process_time() - before


def branching(found: AbaloneAnalysis) -> float:
    """The mean factor by which one ply more multiplies the nodes, from depth 6 on."""
    deep = [at for at in found.iterations if at.depth >= 6]
    if len(deep) < 2:
        return float("nan")
    return float((deep[-1].nodes / deep[0].nodes) ** (1 / (deep[-1].depth - deep[0].depth)))


def tell_search(judge: str, threads: int, seconds: int) -> None:
    """Depth after some seconds of wall time, and of processor time; speed by both."""
    found, cpu = searched(seconds, threads, judge)
    print(
        f"{judge}, {threads} thread{'s' if threads > 1 else ''}:"
        f" {found.nodes / found.seconds / 1e6:.2f} M nodes/s of wall time,"
        f" {found.nodes / cpu / 1e6:.2f} M of processor time a thread"
        f" ({cpu:.1f} s in {found.seconds:.1f} s), branching {branching(found):.2f}"
    )
    for moment in MOMENTS:
        if moment > seconds:
            break
        worth = found.nodes / cpu * moment * threads
        wall = [at for at in found.iterations if at.seconds <= moment]
        processor = [at for at in found.iterations if at.nodes <= worth]
        reached = f"depth {processor[-1].depth}" if worth <= found.nodes * 1.05 else "not got"
        print(
            f"    {moment:2} s: depth {wall[-1].depth}, {wall[-1].nodes:,} nodes to there;"
            f" of processor time: {reached}"
        )


def tell_perft(depth: int) -> None:
    """Leaves a second, those of the last ply counted without being made."""
    board = np.frombuffer(codec.encode(rules.start(START)), dtype=np.uint8)
    before = time.process_time()
    leaves = kernel.abalone.perft(board, depth)
    spent = time.process_time() - before
    print(
        f"perft {depth}: {leaves:,} leaves in {spent:.1f} s of processor time,"
        f" {leaves / spent / 1e6:.0f} M/s, the last ply counted in bulk"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="2 s instead of 15, perft 5")
    parser.add_argument("--judge", nargs="*", default=["net", "hand"])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    told = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for judge in told.judge:
        for threads in told.threads:
            tell_search(judge, threads, 2 if told.short else MOMENTS[-1])
    tell_perft(5 if told.short else 6)


if __name__ == "__main__":
    main()
