"""What a move of Abalone is about, by the facts of the board before and after it."""

from __future__ import annotations

from typing import Final

from tablas.abalone.movement import Move, Position
from tablas.engine.abalone.facts import facts
from tablas.values import Dice
from tablas.words import Words

THEMES: Final = {
    "ejection": Words("Ejections", "Expulsiones"),
    "sumito": Words("Sumitos", "Sumitos"),
    "defence": Words("Defence", "Defensa"),
    "break": Words("Breaking a formation", "Romper una formación"),
    "attack": Words("Threats", "Amenazas"),
    "formation": Words("Formations", "Formaciones"),
}


def themes(position: Position, dice: Dice | None, play: Move) -> tuple[str, ...]:
    """The themes of a position and its best move.

    >>> here = Position(frozenset({"a1", "b2", "c3"}), frozenset({"d4", "i9"}))
    >>> themes(here, None, Move(("a1", "b2", "c3"), "ne"))
    ('sumito',)
    """
    del dice
    seen = facts(position, play)
    about = {
        "ejection": seen.ejects,
        "sumito": seen.pushed and not seen.ejects,
        "defence": seen.saves or seen.sumitos_met < 0,
        "break": seen.opposing_broken.get("blocks") or seen.dets,
        "attack": seen.threatens or seen.sumitos_made > 0,
    }
    return tuple(name for name, fits in about.items() if fits) or ("formation",)
