"""The start positions of backgammon: points and checkers, the same from each side."""

from __future__ import annotations

from typing import Final

from tablas.kind import NamedStart
from tablas.words import Words

Checkers = tuple[tuple[int, int], ...]
"""A point from the player's own side, and how many checkers stand on it."""

_TABLE: Final[tuple[tuple[NamedStart, Checkers], ...]] = (
    (NamedStart("standard", Words("Standard", "Clásica")), ((24, 2), (13, 5), (8, 3), (6, 5))),
    (
        # Nack Ballard's: two more checkers back, so that games are longer and harder.
        NamedStart("nackgammon", Words("Nackgammon", "Nackgammon")),
        ((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)),
    ),
    (NamedStart("longgammon", Words("Longgammon", "Longgammon")), ((24, 15),)),
)
STARTS: Final = tuple(start for start, _ in _TABLE)
CHECKERS: Final = {start.name: checkers for start, checkers in _TABLE}
