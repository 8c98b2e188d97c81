"""What is known of openings: plays of early positions with what rollouts or a search found.

Dice games keep them in `tablas/engine/<game>/openings.json`: by position and roll the plays, the
best first, with points, standard error and trials. Games without dice answer from their book.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from tablas.kind import Kind
from tablas.values import Dice, Setup, Side

Line = Sequence[Any]  # play, points, standard error or None, trials
FILE = "openings.json"


@dataclass(frozen=True, slots=True)
class KnownPlay:
    """A play of an early position; `error` and `trials` where it was rolled out."""

    play: str
    worth: float
    error: float | None = None
    trials: int = 0


@dataclass(frozen=True, slots=True)
class KnownOpening:
    """The plays that are known in a position, the best first, and how they were found."""

    unit: Literal["points", "marbles"]
    plays: tuple[KnownPlay, ...]
    depth: int = 0  # of a search; 0 where rollouts say it


def path_of(game: str) -> Path:
    """The file of a dice game, within the package."""
    return Path(__file__).parent / game / FILE


def key_of(kind: Kind[Any, Any], position: Any, dice: Dice) -> str:
    """The name of a decision in a table: its position, seen by who is to move, and the roll."""
    return f"{kind.formats.write(Setup(position, Side.WHITE))} {dice}"


@cache
def lines_of(game: str) -> Mapping[str, Sequence[Line]]:
    """The decisions that a dice game's table knows."""
    lines: Mapping[str, Sequence[Line]] = json.loads(path_of(game).read_text(encoding="utf-8"))[
        "lines"
    ]
    return lines


def rolled_out(kind: Kind[Any, Any], position: Any, dice: Dice | None) -> KnownOpening | None:
    """What the table of a dice game says; None outside it.

    >>> from tablas.games import kind
    >>> game = kind("backgammon")
    >>> known = rolled_out(game, game.rules.start(), Dice(3, 1))
    >>> known.plays[0].play
    '8/5 6/5'
    """
    if dice is None:
        return None
    known = lines_of(kind.name).get(key_of(kind, position, dice))
    if not known:
        return None
    return KnownOpening("points", tuple(KnownPlay(*line) for line in known))
