"""Questions about Abalone as JSON: a position in any notation."""

from __future__ import annotations

from tablas.abalone import formats
from tablas.abalone.rules import Position
from tablas.strict_json import Reader
from tablas.values import Dice, Setup


def read(question: Reader) -> tuple[Setup[Position], Dice | None]:
    """The position; there is no roll."""
    return formats.read(question.text("position")), None


def reached(setup: Setup[Position], after: Position) -> str:
    """The position text, with what was ejected and since when."""
    return formats.after_text(setup, after)
