"""Many results of one position added up: the mean, its standard error, and how the games ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine.dice.evaluator import equities

LEVELS: Final = (-3, -2, -1, 0, 1, 2, 3)


@dataclass(slots=True)
class Results:
    """How often each result came up; results are points, from -3 to 3.

    >>> tally = Results()
    >>> tally.add(np.array([1, 1, -2, 3], np.int8))
    >>> tally.mean, tally.games, tally.share(lambda points: points > 0)
    (0.75, 4, 0.75)
    """

    counts: dict[int, int] = field(default_factory=lambda: dict.fromkeys(LEVELS, 0))

    def add(self, points: NDArray[np.int8]) -> None:
        for level, count in zip(*np.unique(points, return_counts=True), strict=True):
            self.counts[int(level)] += int(count)

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """Points a game."""
        return self._moment(1)

    @property
    def error(self) -> float:
        """The standard error of the mean; endless for fewer than two games."""
        if self.games < 2:
            return inf
        variance = self._moment(2) - self.mean**2
        return sqrt(max(variance, 0.0) / (self.games - 1))

    def share(self, which: Callable[[int], bool]) -> float:
        """The share of the games whose points `which` accepts."""
        wanted = sum(count for level, count in self.counts.items() if which(level))
        return wanted / max(self.games, 1)

    def _moment(self, power: int) -> float:
        total = sum(float(level**power) * count for level, count in self.counts.items())
        return total / max(self.games, 1)

    def written(self) -> dict[str, int]:
        return {str(level): count for level, count in self.counts.items() if count}

    @classmethod
    def read(cls, written: Mapping[str, int]) -> Results:
        tally = cls()
        for level, count in written.items():
            tally.counts[int(level)] += count
        return tally


@dataclass(slots=True)
class Sums:
    """A number measured many times: its mean and standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: NDArray[np.float64]) -> None:
        self.count += len(values)
        self.total += float(values.sum())
        self.squares += float((values * values).sum())

    @property
    def mean(self) -> float:
        return self.total / max(self.count, 1)

    @property
    def error(self) -> float:
        if self.count < 2:
            return inf
        variance = max(self.squares / self.count - self.mean**2, 0.0)
        return sqrt(variance / (self.count - 1))


@dataclass(slots=True)
class RolledMean:
    """What rollouts of a position gave: the mean chances, the equity and its standard error."""

    games: int = 0
    chances: list[float] = field(default_factory=lambda: [0.0] * 5)  # sums over the games
    squares: float = 0.0  # of the equities

    def add(self, chances: NDArray[np.float64]) -> None:
        """More games; `chances` as in `abak_rollout`, seen by who made the play."""
        self.games += len(chances)
        self.chances = [a + float(b) for a, b in zip(self.chances, chances.sum(0), strict=True)]
        self.squares += float((equities(chances) ** 2).sum())

    def written(self) -> dict[str, Any]:
        """As JSON, sums rounded far beyond what a standard error can tell."""
        return {
            "games": self.games,
            "chances": [round(total, 6) for total in self.chances],
            "squares": round(self.squares, 6),
        }

    def chance(self, which: int) -> float:
        return self.chances[which] / max(self.games, 1)

    @property
    def mean(self) -> float:
        """Points a game."""
        if not self.games:
            return 0.0
        return float(equities(np.array([self.chances]) / self.games)[0])

    @property
    def error(self) -> float:
        """The standard error of the mean; endless for fewer than two games."""
        if self.games < 2:
            return inf
        variance = max(self.squares / self.games - self.mean**2, 0.0)
        return sqrt(variance / (self.games - 1))
