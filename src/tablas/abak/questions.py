"""Questions about Abak as JSON: a position text, whose turn it is if it does not say, the roll."""

from __future__ import annotations

from typing import Final

from tablas.abak import formats
from tablas.abak.position import Position
from tablas.dicegame.questions import read_dice
from tablas.strict_json import NOTHING, Reader
from tablas.values import Dice, Setup, Side
from tablas.words import Words

FIELDS_WITH_TURN: Final = 4  # <points> <bar> <off> <turn>
TURN: Final = Words(
    "'white' or 'black', or a position text that says it",
    "'white' o 'black', o un texto de posición que lo diga",
)


def read(question: Reader) -> tuple[Setup[Position], Dice | None]:
    """The position and the roll; the turn comes from the text or from a field of its own."""
    text = question.text("position")
    turn = Side(question.choice("turn", ("white", "black"))) if question.has("turn") else None
    dice = read_dice(question)
    if turn is None and len(text.split()) < FIELDS_WITH_TURN:
        question.fail("turn", NOTHING, TURN)
    return formats.read(text, turn=turn), dice


def reached(setup: Setup[Position], after: Position) -> str:
    """The position text without the turn."""
    return formats.points_text(Setup(after, setup.mover.other))
