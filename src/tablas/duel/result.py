"""What the pairs played so far say: points a game with their error, Elo, a sequential test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from tablas.engine.elo import estimate

SIGMAS: Final = 1.96
Two = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mean:
    """Points a game for the first player, with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, pairs: Sequence[Two]) -> Mean:
        """Both games of a pair share their dice, so the pair is the unit."""
        values = np.array(pairs).mean(axis=1)
        if len(values) < 2:
            return cls(float(values.mean()), math.inf)
        return cls(float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values))))

    def __str__(self) -> str:
        low, high = self.mean - SIGMAS * self.error, self.mean + SIGMAS * self.error
        return f"{self.mean:+.4f} ± {self.error:.4f} points a game, 95 % [{low:+.4f}, {high:+.4f}]"


@dataclass(frozen=True, slots=True)
class PointsTest:
    """A sequential test of "`low` points a game or less" against "`high` or more", 5 % each."""

    low: float
    high: float
    wrong: float = 0.05

    def likelihood(self, found: Mean) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation."""
        if not 0 < found.error < math.inf:
            return 0.0
        middle = (self.low + self.high) / 2
        return (self.high - self.low) * (found.mean - middle) / found.error**2

    def verdict(self, found: Mean) -> str | None:
        """`accepted`, `rejected`, or None while the match must go on."""
        ratio = self.likelihood(found)
        if abs(ratio) < math.log((1 - self.wrong) / self.wrong):
            return None
        return "accepted" if ratio > 0 else "rejected"


@dataclass(slots=True)
class Tally:
    """The pairs so far; each has the first player's points in both games."""

    raw: list[Two] = field(default_factory=list)
    adjusted: list[Two] = field(default_factory=list)  # empty without a judge of luck
    won: list[Two] = field(default_factory=list)
    turns: int = 0

    def best(self) -> Mean:
        """The luck-adjusted result where there is one."""
        return Mean.of(self.adjusted or self.raw)

    def summary(self) -> dict[str, Any]:
        """The match as plain values; an endless Elo is None."""
        raw, best = Mean.of(self.raw), self.best()
        scores = [sum(pair) / 2 for pair in self.won]
        elo = estimate(scores)
        raw_won = sum(points > 0 for pair in self.raw for points in pair)
        return {
            "games": 2 * len(self.raw),
            "points_per_game": _rounded(best.mean, 4),
            "standard_error": _rounded(best.error, 4),
            "luck_adjusted": bool(self.adjusted),
            "raw_points_per_game": _rounded(raw.mean, 4),
            "raw_standard_error": _rounded(raw.error, 4),
            "won": _rounded(sum(scores) / len(scores), 4),
            "raw_won": _rounded(raw_won / (2 * len(scores)), 4),
            "elo": _rounded(elo.elo),
            "elo_low": _rounded(elo.low),
            "elo_high": _rounded(elo.high),
            "turns_per_game": _rounded(self.turns / (2 * len(self.raw)), 1),
        }


def _rounded(value: float, digits: int | None = None) -> float | None:
    return round(value, digits) if abs(value) < 1e6 else None
