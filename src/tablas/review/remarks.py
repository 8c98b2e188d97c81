"""Why one play is better than another, in words: what each does that the other does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tablas.engine.engines import engine
from tablas.errors import TablasError
from tablas.games import kind
from tablas.review.value import Decision
from tablas.values import Dice
from tablas.words import Words

MOST: Final = 3
"""Remarks about each play; the most important come first."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """What the play that was made does and the better one does not, and the other way round."""

    played: tuple[Words, ...] = ()
    best: tuple[Words, ...] = ()


def contrast(game: str, decision: Decision) -> Contrast:
    """The two plays of a decision compared; empty for cubes and where both do the same.

    What is common to both says nothing about the difference and is left out.
    """
    if decision.what != "play" or decision.illegal or decision.played == decision.best:
        return Contrast()
    played = _remarks(game, decision, decision.played)
    best = _remarks(game, decision, decision.best)
    return Contrast(
        tuple(words for words in played if words not in best)[:MOST],
        tuple(words for words in best if words not in played)[:MOST],
    )


def _remarks(game: str, decision: Decision, text: str) -> tuple[Words, ...]:
    one = kind(game)
    position, situation = one.formats.read_situation(decision.position)
    dice = Dice.parse(decision.dice) if decision.dice else None
    try:
        play: Any = one.notation.read(position, dice, text, situation.turn)
    except TablasError:
        return ()
    remarks = engine(game).remarks(position, dice, play)
    return tuple(Words(remark.spoken("en"), remark.spoken("es")) for remark in remarks)
