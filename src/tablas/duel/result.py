"""What the pairs played so far say: points a game with their error, Elo, a sequential test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Final

from tablas.duel.elo import EloTest, estimate
from tablas.duel.pairs import PlayedPairs, Two

SIGMAS: Final = 1.96


@dataclass(frozen=True, slots=True)
class PointsMean:
    """Points a game for the first player, with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, pairs: Sequence[Two]) -> PointsMean:
        """Both games of a pair share their dice, so the pair is the unit."""
        means = [sum(pair) / 2 for pair in pairs]
        if len(means) < 2:
            return cls(means[0], math.inf)
        return cls(fmean(means), stdev(means) / math.sqrt(len(means)))

    def __str__(self) -> str:
        low, high = self.mean - SIGMAS * self.error, self.mean + SIGMAS * self.error
        return f"{self.mean:+.4f} ± {self.error:.4f} points a game, 95 % [{low:+.4f}, {high:+.4f}]"


@dataclass(frozen=True, slots=True)
class PointsTest:
    """A sequential test of "`low` points a game or less" against "`high` or more", 5 % each."""

    low: float
    high: float
    wrong: float = 0.05

    def likelihood(self, points: PointsMean) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation."""
        if not 0 < points.error < math.inf:
            return 0.0
        middle = (self.low + self.high) / 2
        return (self.high - self.low) * (points.mean - middle) / points.error**2

    def verdict(self, points: PointsMean) -> str | None:
        """`accepted`, `rejected`, or None while the duel must go on."""
        ratio = self.likelihood(points)
        if abs(ratio) < math.log((1 - self.wrong) / self.wrong):
            return None
        return "accepted" if ratio > 0 else "rejected"


@dataclass(slots=True)
class Tally:
    """What the pairs so far say about the first player."""

    pairs: PlayedPairs = field(default_factory=PlayedPairs)

    @property
    def games(self) -> int:
        return 2 * len(self.pairs.raw)

    @property
    def scores(self) -> list[float]:
        """The share that each pair was won by."""
        return [sum(pair) / 2 for pair in self.pairs.won]

    def best(self) -> PointsMean:
        """The luck-adjusted result where there is one."""
        return PointsMean.of(self.points)

    @property
    def points(self) -> list[Two]:
        """Of both games of each pair, without luck where somebody judges it."""
        return self.pairs.adjusted or self.pairs.raw

    def verdict(self, test: PointsTest | EloTest) -> str | None:
        """What the test says of these pairs."""
        if isinstance(test, PointsTest):
            return test.verdict(self.best())
        return test.verdict(self.scores)

    def likelihood(self, test: PointsTest | EloTest) -> float:
        """How much the pairs speak for the test's second claim."""
        if isinstance(test, PointsTest):
            return test.likelihood(self.best())
        return test.likelihood(self.scores)

    def summary(self) -> dict[str, Any]:
        """The duel as plain values; what so few games do not show is None."""
        played, elo = self.pairs, estimate(self.scores)
        raw, best = PointsMean.of(played.raw), self.best()
        points = [one for pair in played.raw for one in pair]
        lost = sum(one < 0 for one in points)
        wins = sum(one > 0 for one in points)
        summary: dict[str, Any] = {
            "games": self.games,
            "pairs": len(played.raw),
            "points_per_game": _rounded(best.mean, 4),
            "standard_error": _rounded(best.error, 4),
            "luck_adjusted": bool(played.adjusted),
            "raw_points_per_game": _rounded(raw.mean, 4),
            "raw_standard_error": _rounded(raw.error, 4),
            "halves": self.halves(),
            "won": _rounded(fmean(self.scores), 4),
            "raw_won": _rounded((wins + (len(points) - wins - lost) / 2) / len(points), 4),
            "wins": wins,
            "losses": lost,
            "draws": len(points) - wins - lost,
            "elo": _rounded(elo.elo),
            "elo_low": _rounded(elo.low),
            "elo_high": _rounded(elo.high),
            "turns_per_game": _rounded(played.turns / self.games, 1),
            "first_cpu_ms": self._milliseconds(0),
            "second_cpu_ms": self._milliseconds(1),
        }
        if played.leads:
            summary["lead"] = round(fmean(sum(pair) / 2 for pair in played.leads), 2)
        if played.endings:
            summary["endings"] = dict(played.endings)
        return summary

    def halves(self) -> list[dict[str, Any]]:
        """Points a game of the first and the second half of the pairs, which should agree."""
        middle = len(self.points) // 2
        parts = [part for part in (self.points[:middle], self.points[middle:]) if part]
        means = [(2 * len(part), PointsMean.of(part)) for part in parts]
        return [
            {
                "games": games,
                "points_per_game": _rounded(points.mean, 4),
                "standard_error": _rounded(points.error, 4),
            }
            for games, points in means
        ]

    def _milliseconds(self, player: int) -> float:
        """Processor time of a turn."""
        return round(2000 * self.pairs.cpu[player] / self.pairs.turns, 3)


def _rounded(value: float, digits: int | None = None) -> float | None:
    return round(value, digits) if abs(value) < 1e6 else None
