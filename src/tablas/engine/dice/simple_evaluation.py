"""Rules of thumb that the dice games share, in pips; chosen by hand."""

from __future__ import annotations

from typing import Final

MADE_POINT: Final = 3.0
HOME_POINT: Final = 4.0
ON_BAR: Final = 8.0
BORNE_OFF: Final = 2.0


def hit_cost(lost: int) -> float:
    """A blot costs what a hit would set it back, times about one chance in three."""
    return lost / 3
