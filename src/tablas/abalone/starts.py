"""The sixteen start positions of the rules page, with their English keys and Spanish names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablas.kind import NamedStart
from tablas.words import Words

DEFAULT: Final = "standard"
"""The start for play everywhere: the one of the sheet."""
FEATURED: Final = (DEFAULT, "belgian-daisy")
"""Standard favours passive play, so the Daisy of tournaments stands beside it."""


@dataclass(frozen=True, slots=True)
class Start:
    """One way to set up the board; Black moves first."""

    key: str
    spanish: str
    black: frozenset[str]
    white: frozenset[str]


def _start(key: str, spanish: str, black: str, white: str) -> Start:
    return Start(key, spanish, frozenset(black.split()), frozenset(white.split()))


_TABLE: Final = (
    _start(
        "standard",
        "estándar",
        "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5",
        "g5 g6 g7 h4 h5 h6 h7 h8 h9 i5 i6 i7 i8 i9",
    ),
    _start(
        "belgian-daisy",
        "margarita belga",
        "a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9",
        "a4 a5 b4 b5 b6 c5 c6 g4 g5 h4 h5 h6 i5 i6",
    ),
    _start(
        "german-daisy",
        "margarita alemana",
        "b1 b2 c1 c2 c3 d2 d3 f7 f8 g7 g8 g9 h8 h9",
        "b5 b6 c5 c6 c7 d6 d7 f3 f4 g3 g4 g5 h4 h5",
    ),
    _start(
        "dutch-daisy",
        "margarita holandesa",
        "a1 a2 b1 b3 b5 c2 c3 g7 g8 h5 h7 h9 i8 i9",
        "a4 a5 b2 b4 b6 c5 c6 g4 g5 h4 h6 h8 i5 i6",
    ),
    _start(
        "swiss-daisy",
        "margarita suiza",
        "b1 b2 c1 c3 c6 d2 d3 f7 f8 g4 g7 g9 h8 h9",
        "b5 b6 c2 c5 c7 d6 d7 f3 f4 g3 g5 g8 h4 h5",
    ),
    _start(
        "scottish-daisy",
        "margarita escocesa",
        "a1 a4 b2 b3 b6 c2 c5 g5 g8 h4 h7 h8 i6 i9",
        "a2 a5 b1 b4 b5 c3 c6 g4 g7 h5 h6 h9 i5 i8",
    ),
    _start(
        "french-daisy",
        "margarita francesa",
        "b3 b4 c3 c4 c5 d4 d5 f5 f6 g5 g6 g7 h6 h7",
        "d2 d3 d6 d7 e2 e3 e4 e6 e7 e8 f3 f4 f7 f8",
    ),
    _start(
        "domination",
        "dominación",
        "b1 c1 c2 d1 d2 d3 e4 e6 f7 f8 f9 g8 g9 h9",
        "b6 c6 c7 d5 d6 d7 d8 f2 f3 f4 f5 g3 g4 h4",
    ),
    _start(
        "face-to-face",
        "cara a cara",
        "c6 c7 d6 d7 d8 e6 e7 e8 e9 f7 f8 f9 g8 g9",
        "c1 c2 d1 d2 d3 e1 e2 e3 e4 f2 f3 f4 g3 g4",
    ),
    _start(
        "alien-attack",
        "ataque alienígena",
        "b3 b4 c3 c5 f5 f6 g4 g6 g8 h5 h8 i5 i7 i9",
        "a1 a3 a5 b2 b5 c2 c4 c6 d4 d5 g5 g7 h6 h7",
    ),
    _start(
        "infiltration",
        "infiltración",
        "a3 c3 c5 f3 f8 g4 g6 g8 h5 h6 h7 h8 i6 i8",
        "a2 a4 b2 b3 b4 b5 c2 c4 c6 d2 d7 g5 g7 i7",
    ),
    _start(
        "pyramid",
        "pirámide",
        "a5 b5 b6 c5 c6 c7 d5 d6 d7 d8 e6 e7 e8 e9",
        "e1 e2 e3 e4 f2 f3 f4 f5 g3 g4 g5 h4 h5 i5",
    ),
    _start(
        "the-wall",
        "el muro",
        "a3 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 d7 d8",
        "f2 f3 f4 f5 f6 f7 f8 f9 g4 g5 g6 g7 g8 i7",
    ),
    _start(
        "snakes",
        "serpientes",
        "d2 d3 e2 e4 f2 f5 f6 g3 h4 i5 i6 i7 i8 i9",
        "a1 a2 a3 a4 a5 b6 c7 d4 d5 d8 e6 e8 f7 f8",
    ),
    _start(
        "star",
        "estrella",
        "a1 b5 c3 c7 d5 e2 e4 e7 e9 f6 g5 g9 h8 i5",
        "a5 b2 c1 c5 d4 e1 e3 e6 e8 f5 g3 g7 h5 i9",
    ),
    _start(
        "crown",
        "corona",
        "c4 f4 f5 f6 f7 g4 g5 g7 g8 h4 h6 h7 h9 i7",
        "a3 b1 b3 b4 b6 c2 c3 c5 c6 d3 d4 d5 d6 g6",
    ),
)

STARTS: Final = {start.key: start for start in _TABLE}


def named() -> tuple[NamedStart, ...]:
    """Every start as a game is offered them, the usual one first."""
    return tuple(
        NamedStart(
            start.key,
            Words(_english(start.key), start.spanish.capitalize()),
            featured=start.key in FEATURED,
        )
        for start in _TABLE
    )


def _english(key: str) -> str:
    """What people call it, from its key.

    >>> _english("belgian-daisy"), _english("face-to-face")
    ('Belgian Daisy', 'Face to face')
    """
    return key.replace("-", " ").capitalize().replace(" daisy", " Daisy")


def find(name: str) -> Start | None:
    """The start called `name`, by its key or its Spanish name, in any case.

    >>> find("Margarita belga").key
    'belgian-daisy'
    """
    wanted = name.strip().lower()
    return next((start for start in _TABLE if wanted in (start.key, start.spanish)), None)
