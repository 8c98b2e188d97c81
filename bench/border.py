"""What it costs to cross the border between Python and the kernel."""

from __future__ import annotations

from collections.abc import Callable

from bench.measure import Contestant, Values, race, seconds_a_call
from bench.positions import random_positions
from bench.report import Table, listing

from tablas import kernel

BATCH = 1024


def timed(work: Callable[[], object], calls: int, unit: str) -> Callable[[], Values]:
    scale = {"ns": 1e9, "µs": 1e6}[unit]
    return lambda: {f"{unit} a call": seconds_a_call(work, calls) * scale}


def measured(repeats: int, quick: bool) -> Table:
    game = kernel.backgammon
    boards, dice = random_positions("backgammon", BATCH)
    board, roll = boards[:1], dice[:1]
    calls = 20_000 if quick else 200_000
    batches = calls // 200
    contestants = [
        Contestant("`outcomes`, one board", timed(lambda: game.outcomes(board), calls, "ns")),
        Contestant("`hashes`, one board", timed(lambda: game.hashes(board), calls, "ns")),
        Contestant(
            "`successors`, one board", timed(lambda: game.successors(board, roll), calls, "ns")
        ),
        Contestant(
            f"`outcomes`, {BATCH} boards", timed(lambda: game.outcomes(boards), calls // 10, "µs")
        ),
        Contestant(
            f"`hashes`, {BATCH} boards", timed(lambda: game.hashes(boards), calls // 10, "µs")
        ),
        Contestant(
            f"`successors`, {BATCH} boards",
            timed(lambda: game.successors(boards, dice), batches, "µs"),
        ),
    ]
    units = ("ns a call", "µs a call")
    return listing("The border, backgammon", race(contestants, repeats), units, NOTES)


NOTES = [
    "Called from Python with numpy arrays; every board is checked, results are new arrays.",
]
