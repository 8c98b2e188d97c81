"""Questions about backgammon as JSON: a position ID, or any position text, and the roll."""

from __future__ import annotations

from tablas.backgammon import formats
from tablas.backgammon.rules import Position
from tablas.dicegame.questions import read_dice
from tablas.strict_json import Reader
from tablas.values import Dice, Setup, Side
from tablas.words import Words


def read(question: Reader) -> tuple[Setup[Position], Dice | None]:
    """The position and the roll, which an XGID or a match ID may carry itself."""
    if question.has("id"):
        position = formats.from_position_id(question.text("id"))
        return Setup(position, Side.WHITE), read_dice(question)
    position, situation = formats.read_situation(question.text("position"))
    setup, inside = Setup(position, situation.turn), situation.dice
    if inside and not question.has("dice"):
        return setup, inside
    dice = read_dice(question)
    if inside and dice != inside:
        expected = Words(
            f"{inside}, the dice inside the position", f"{inside}, los dados de la posición"
        )
        question.fail("dice", str(dice), expected)
    return setup, dice


def reached(setup: Setup[Position], after: Position) -> str:
    """A position ID, seen by the next player."""
    del setup
    return formats.position_id(after)
