"""The roll in a JSON question about a dice game."""

from __future__ import annotations

from tablas.strict_json import Reader
from tablas.values import Dice


def read_dice(question: Reader) -> Dice:
    """The field `dice`: two numbers from 1 to 6."""
    high, low = question.integers("dice", 2, 1, 6)
    return Dice(high, low)
