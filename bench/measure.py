"""Contestants that take turns on one machine, and what came of it."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Values = Mapping[str, float]  # what one run gave: unit -> value


class Missing(Exception):
    """A contestant that is not here, and why."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something to be measured; `run` is called once a repeat and answers with a value a unit."""

    name: str
    run: Callable[[], Values]
    threads: int = 1
    goal: float | None = None  # how many times as fast ours is meant to be


@dataclass(frozen=True, slots=True)
class Result:
    """All values of one contestant, or why there are none."""

    contestant: Contestant
    values: Mapping[str, Sequence[float]]
    missing: str = ""

    def median(self, unit: str) -> float:
        values = self.values.get(unit)
        return statistics.median(values) if values else math.nan

    def spread(self, unit: str) -> tuple[float, float]:
        values = self.values.get(unit) or (math.nan,)
        return min(values), max(values)


def race(contestants: Sequence[Contestant], repeats: int) -> list[Result]:
    """Runs every contestant `repeats` times, in turns, so that a busy machine hurts all alike."""
    values: list[dict[str, list[float]]] = [{} for _ in contestants]
    missing = [""] * len(contestants)
    for _ in range(repeats):
        for i, contestant in enumerate(contestants):
            if missing[i]:
                continue
            try:
                for unit, value in contestant.run().items():
                    values[i].setdefault(unit, []).append(value)
            except Missing as reason:
                missing[i], values[i] = str(reason), {}
    return [
        Result(contestant, found, why)
        for contestant, found, why in zip(contestants, values, missing, strict=True)
    ]


def seconds_of(work: Callable[[], object]) -> float:
    """How long the call takes by the clock on the wall."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def seconds_a_call(work: Callable[[], object], calls: int) -> float:
    """The mean over many calls of something short; the loop itself is taken off."""
    rounds = range(calls)
    begin = time.perf_counter()
    for _ in rounds:
        work()
    middle = time.perf_counter()
    for _ in rounds:
        pass
    return (2 * middle - begin - time.perf_counter()) / calls


def ratio(ours: float, theirs: float) -> str:
    """`17×`, or a dash where one of the two is not known."""
    if not theirs or math.isnan(ours) or math.isnan(theirs):
        return "–"
    quotient = ours / theirs
    return f"{quotient:,.0f}×" if quotient >= 10 else f"{quotient:.2g}×"


def number(value: float) -> str:
    """Three figures that count, with a thousands separator or a word for millions."""
    if math.isnan(value):
        return "–"
    if abs(value) >= 1e6:
        return f"{_three_figures(value / 1e6)} M"
    return _three_figures(value)


def _three_figures(value: float) -> str:
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{round(value, 2 - math.floor(math.log10(abs(value)))):,.{digits}f}"


def between(low: float, high: float) -> str:
    """The smallest and the largest value of all repeats."""
    return "–" if math.isnan(low) else f"{number(low)} – {number(high)}"
