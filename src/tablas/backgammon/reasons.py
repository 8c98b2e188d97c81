"""Why a play or a set-up of backgammon is not allowed, in English and Spanish.

What it shares with the other dice games stands in `tablas.dicegame.reasons`.
"""

from __future__ import annotations

from typing import Final

from tablas.dicegame.reasons import (
    BAR,
    BAR_FIRST,
    BLOCKED,
    BOTH_OFF,
    HIGHER_FIRST,
    LARGER_DIE,
    MOVER,
    MUST_PLAY,
    NO_CHECKER,
    NO_DICE,
    NO_PLACE,
    NOT_ALL_HOME,
    OFF,
    OPPONENT,
    OVER,
    WRONG_DIE,
    place_name,
    point_name,
    side_reason,
)
from tablas.words import reason

__all__ = [
    "BAR",
    "BAR_FIRST",
    "BLOCKED",
    "BOTH_OFF",
    "HIGHER_FIRST",
    "LARGER_DIE",
    "MOVER",
    "MUST_PLAY",
    "NEGATIVE",
    "NOT_ALL_HOME",
    "NOT_FIFTEEN",
    "NOT_HIT",
    "NO_CHECKER",
    "NO_DICE",
    "NO_PLACE",
    "OFF",
    "OPPONENT",
    "OVER",
    "SHARED_POINT",
    "WRONG_DIE",
    "WRONG_LENGTH",
    "place_name",
    "point_name",
    "side_reason",
]

NOT_HIT: Final = reason(
    "not-hit",
    "nobody is hit on {place}",
    "nadie es golpeado en {place}",
)

WRONG_LENGTH: Final = reason(
    "wrong-length",
    "{side}: {found} places, expected 26 (off, points 1 to 24, bar)",
    "{side}: {found} lugares, se esperaban 26 (fuera, puntos 1 a 24, barra)",
)

NEGATIVE: Final = reason(
    "negative",
    "{side}: {count} checkers on {place}",
    "{side}: {count} fichas en {place}",
)

NOT_FIFTEEN: Final = reason(
    "not-fifteen",
    "{side}: {count} checkers, expected 15",
    "{side}: {count} fichas, se esperaban 15",
)

SHARED_POINT: Final = reason(
    "shared-point",
    "{place} holds checkers of both sides",
    "{place} tiene fichas de ambos bandos",
)
