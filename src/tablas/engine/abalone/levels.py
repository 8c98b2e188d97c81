"""Opponents of every strength: the same search with less time, less depth, and deliberate noise."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from tablas.abalone.rules import Move, Position
from tablas.engine.abalone import book as abalone_book
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.errors import NotationError
from tablas.words import Words

ALL_MOVES: Final = 349
"""No position has more: so many lines are all moves."""


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """How well an opponent plays.

    `noise` is the standard deviation, in hundredths of a marble, of the error with which it sees
    each move: all moves are scored, so a noisy level looks a few plies ahead only. `book` says
    whether it knows openings.
    """

    name: str
    limit: AbaloneLimit
    noise: float
    words: Words
    book: bool = False


_TABLE: Final = (
    SearchLevel(
        "beginner",
        AbaloneLimit(depth=1),
        150.0,
        Words("sees ejections, misses much", "ve las expulsiones, se le escapa mucho"),
    ),
    SearchLevel(
        "casual",
        AbaloneLimit(depth=1),
        40.0,
        Words("looks at its own move only", "solo mira su propia jugada"),
    ),
    SearchLevel(
        "club",
        AbaloneLimit(depth=2),
        15.0,
        Words("thinks of your answer", "piensa en tu respuesta"),
    ),
    SearchLevel(
        "advanced",
        AbaloneLimit(depth=4),
        0.0,
        Words("looks four plies ahead", "calcula cuatro jugadas"),
    ),
    SearchLevel(
        "expert",
        AbaloneLimit(depth=7),
        0.0,
        Words("looks seven plies ahead", "calcula siete jugadas"),
        book=True,
    ),
    SearchLevel(
        "master",
        AbaloneLimit(seconds=0.3),
        0.0,
        Words("thinks for a third of a second", "piensa un tercio de segundo"),
        book=True,
    ),
    SearchLevel(
        "strongest",
        AbaloneLimit(seconds=2.0),
        0.0,
        Words("thinks for two seconds", "piensa dos segundos"),
        book=True,
    ),
)
LEVELS: Final = {level.name: level for level in _TABLE}
"""From the weakest to the strongest."""


def level(name: str) -> SearchLevel:
    """The level called `name`."""
    if name not in LEVELS:
        raise NotationError(
            f"level {name!r}: expected one of {', '.join(LEVELS)}",
            f"nivel {name!r}: se esperaba uno de {', '.join(LEVELS)}",
        )
    return LEVELS[name]


def choose(
    engine: AbaloneEngine,
    level: SearchLevel,
    rng: random.Random,
    position: Position,
    history: tuple[Position, ...] = (),
    quiet: int = 0,
) -> Move:
    """The move of a level: from its book, the best one, or the best one seen through its noise."""
    if level.book and (known := abalone_book.packaged().choose(position, rng)):
        return known
    lines = ALL_MOVES if level.noise else 1
    analysis = engine.analyse(
        position,
        level.limit,
        history=history,
        quiet=quiet,
        lines=lines,
        variations=False,
        press=True,
    )
    if not level.noise:
        return analysis.best.move
    return max(analysis.lines, key=lambda line: line.score + rng.gauss(0.0, level.noise)).move
