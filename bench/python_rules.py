"""The Python rules: how long a person waits for the legal plays of one position."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable
from typing import Any

from bench.measure import Contestant, Values, race
from bench.positions import as_dice, random_positions
from bench.report import Table, listing

GOALS = {"backgammon": "< 1 ms", "abak": "< 5 ms", "abalone": ""}
POSITIONS = {"backgammon": 1000, "abak": 300, "abalone": 500}
UNITS = ("ms, median", "ms, 95 % are faster")


def of_plays(name: str, count: int) -> Callable[[], Values]:
    """The time of `plays` for each position of random games."""
    rules: Any = importlib.import_module(f"tablas.{name}.rules")
    codec: Any = importlib.import_module(f"tablas.{name}.codec")
    boards, rolls = random_positions(name, count)
    positions = codec.decode_many(boards)
    dice = [None if name == "abalone" else as_dice(roll) for roll in rolls]

    def run() -> Values:
        times = []
        for position, roll in zip(positions, dice, strict=True):
            begin = time.perf_counter()
            rules.plays(position, roll)
            times.append(1000 * (time.perf_counter() - begin))
        times.sort()
        return dict(
            zip(UNITS, (statistics.median(times), times[len(times) * 95 // 100]), strict=True)
        )

    return run


def measured(repeats: int, quick: bool) -> Table:
    contestants = [
        Contestant(f"{name}: `plays`", of_plays(name, count // (5 if quick else 1)))
        for name, count in POSITIONS.items()
    ]
    goals = [goal for name in POSITIONS for goal in (GOALS[name], "")]
    return listing("Python rules", race(contestants, repeats), UNITS, NOTES, goals)


NOTES = ["Over positions and dice of random games; each repeat takes all of them."]
