"""What a decision is about: to hit or not, a prime, a sumito … computed from the position.

Each game names its themes and finds them by its own remarks (`tablas.review.<game>.themes`).
The same names divide problems, and mistakes in somebody's progress.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from tablas.errors import TablasError
from tablas.games import kind
from tablas.review.value import Decision
from tablas.values import Dice
from tablas.words import Words

CUBE: Final = "cube"
"""The theme of every decision about the cube, in whatever game has one."""


def themes_of(game: str) -> dict[str, Words]:
    """The themes of a game, in the order in which they are listed."""
    themes: dict[str, Words] = import_module(f"tablas.review.{kind(game).name}.themes").THEMES
    return themes


def play_themes(game: str, position: Any, dice: Dice | None, play: Any) -> tuple[str, ...]:
    """What a position with its best play is about, the most telling first; never empty."""
    themes: tuple[str, ...] = import_module(f"tablas.review.{kind(game).name}.themes").themes(
        position, dice, play
    )
    return themes


def decision_themes(game: str, decision: Decision) -> tuple[str, ...]:
    """What a decision of a review was about; nothing where its best play cannot be read."""
    if decision.what != "play":
        return (CUBE,)
    one = kind(game)
    dice = Dice.parse(decision.dice) if decision.dice else None
    try:
        position, situation = one.formats.read_situation(decision.position)
        play = one.notation.read(position, dice, decision.best, situation.turn)
    except TablasError:
        return ()
    return play_themes(game, position, dice, play)
