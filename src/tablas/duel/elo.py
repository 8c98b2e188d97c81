"""What a match of paired games says: Elo with an interval, and a sequential test.

Both games of a pair begin alike with colours swapped, so they are not independent: the pair is the
unit, with a score of 0, 1/4, 1/2, 3/4 or 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SIGMAS: Final = 1.96
"""Half the width of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """Elo of the first player over the second, with the ends of its 95 % interval."""

    elo: float
    low: float
    high: float


def elo(score: float) -> float:
    """The difference in Elo at which a player scores so much; endless at 0 and 1.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 1 / 2)
    return -400 * math.log10(1 / score - 1)


def rounded(difference: float) -> int | None:
    """In whole points; None for a side that has won everything, or an end that nothing shows.

    >>> rounded(19.6), rounded(math.inf)
    (20, None)
    """
    return round(difference) if abs(difference) < 1e6 else None


def as_text(difference: int | None) -> str:
    """As people read it; what so few games do not show is a dash.

    >>> as_text(20), as_text(None)
    ('+20', '–')
    """
    return "–" if difference is None else f"{difference:+d}"


def expected(difference: float) -> float:
    """The score that goes with a difference in Elo."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def estimate(pairs: Sequence[float]) -> EloEstimate:
    """Elo from the scores of the pairs, each 0 to 1.

    With few pairs, or all alike, the spread is taken as that of half a pair more on either side.
    """
    count = len(pairs)
    mean = sum(pairs) / count
    half = SIGMAS * math.sqrt(variance(pairs) / count)
    return EloEstimate(elo(mean), elo(mean - half), elo(mean + half))


def variance(pairs: Sequence[float]) -> float:
    """Of one pair's score, with half a pair lost and half a pair won put in: never nought."""
    count = len(pairs) + 1
    mean = (sum(pairs) + 1 / 2) / count
    squares = sum((score - mean) ** 2 for score in pairs)
    return (squares + ((1 - mean) ** 2 + mean**2) / 2) / count


@dataclass(frozen=True, slots=True)
class EloTest:
    """A sequential test of "elo0 or less" against "elo1 or more", wrong in 5 % of cases each."""

    elo0: float
    elo1: float
    error: float = 0.05

    def likelihood(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation."""
        if not pairs:
            return 0.0
        low, high = expected(self.elo0), expected(self.elo1)
        mean = sum(pairs) / len(pairs)
        return len(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance(pairs))

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """`accepted`, `rejected`, or None while the match must go on."""
        bound = math.log((1 - self.error) / self.error)
        ratio = self.likelihood(pairs)
        if abs(ratio) < bound:
            return None
        return "accepted" if ratio > 0 else "rejected"
