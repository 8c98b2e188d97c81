"""The judge of backgammon, and how its games are divided."""

from __future__ import annotations

from typing import Any, Final

from tablas.engine.backgammon import in_contact
from tablas.play.state import State
from tablas.review.care import Care
from tablas.review.dice_judge import DiceJudge
from tablas.review.judge import Judge
from tablas.words import Words

JUDGE: Final = DiceJudge
OPENING_PLIES: Final = 6
PHASES: Final = {
    "opening": Words("opening", "apertura"),
    "contact": Words("contact", "contacto"),
    "bear-in": Words("against the last checkers", "contra las últimas fichas"),
    "race": Words("race", "carrera"),
}

GRADES: Final = (
    (0.002, Words("supernatural", "sobrehumano")),
    (0.005, Words("world class", "clase mundial")),
    (0.008, Words("expert", "experto")),
    (0.012, Words("advanced", "avanzado")),
    (0.018, Words("intermediate", "intermedio")),
    (0.026, Words("casual player", "aficionado")),
    (0.035, Words("beginner", "principiante")),
)
"""Up to which error rate a grade goes: the table of GNU Backgammon's manual."""


def phase(state: State[Any, Any]) -> str:
    """The first turns, a race, a bear-off with contact, or everything between."""
    if not in_contact(state.position):
        return "race"
    if state.plies < OPENING_PLIES:
        return "opening"
    home = not any(state.position.own[7:])
    return "bear-in" if home else "contact"


def make(care: Care, threads: int = 1) -> Judge:
    return DiceJudge("backgammon", care, phase, threads)
