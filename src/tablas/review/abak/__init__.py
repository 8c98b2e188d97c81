"""The judge of Abak, and how its games are divided."""

from __future__ import annotations

from typing import Any, Final

from tablas.play.state import State
from tablas.review.care import Care
from tablas.review.dice_judge import DiceJudge
from tablas.review.judge import Judge
from tablas.words import Words

JUDGE: Final = DiceJudge
OPENING_PLIES: Final = 6
PHASES: Final = {
    "opening": Words("opening", "apertura"),
    "middle": Words("middle game", "medio juego"),
    "bear-off": Words("bearing off", "sacando fichas"),
}


def phase(state: State[Any, Any]) -> str:
    """The first turns, once somebody has borne off, or everything between."""
    if state.plies < OPENING_PLIES:
        return "opening"
    return "bear-off" if state.position.off or state.position.opp_off else "middle"


def make(care: Care, threads: int = 1) -> Judge:
    return DiceJudge("abak", care, phase, threads)
