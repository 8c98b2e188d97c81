"""What happened in a game, one sentence an action, in English and Spanish."""

from __future__ import annotations

from typing import Any, Final

from tablas.cli.options.arguments import written
from tablas.cli.terminal import phrases
from tablas.engine.bot import TITLES
from tablas.play.actions import (
    Action,
    Beavered,
    Doubled,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Dropped,
    Flagged,
    Forfeited,
    Granted,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationRefused,
    Resigned,
    Rolled,
    Skipped,
    Took,
)
from tablas.play.state import State
from tablas.record import Record
from tablas.values import Result, Setup, Side
from tablas.words import Words

HUMAN: Final = "human"
"""The name of a person in the records of the terminal."""

PLAIN: Final[dict[type, Words]] = {
    Skipped: phrases.SKIPS,
    Took: phrases.TAKES,
    Dropped: phrases.DROPS,
    ResignationAccepted: phrases.TAKES,
    ResignationRefused: phrases.REFUSES,
    DrawOffered: phrases.OFFERS_DRAW,
    DrawAccepted: phrases.TAKES,
    DrawDeclined: phrases.REFUSES,
    Flagged: phrases.FLAG_FELL,
    Forfeited: phrases.FORFEITS,
}
"""The actions that say nothing but who acted."""


def play_text(state: State[Any, Any], play: Any, names: str) -> str:
    """A play of whoever is to move, with the names of places that were asked for."""
    return written(state.kind, Setup(state.position, state.turn), play, names)


def sentence(state: State[Any, Any], action: Action[Any], names: str) -> Words:
    """What `action`, which happened in `state`, was."""
    if isinstance(action, OpeningRolled):
        return phrases.OPENING.about(white=action.white, black=action.black)
    side = action.side.words
    match action:
        case Rolled(_, dice):
            return phrases.ROLLS.about(side=side, dice=dice)
        case Played(_, play):
            return phrases.PLAYS.about(side=side, play=play_text(state, play, names))
        case Doubled():
            return phrases.DOUBLES.about(side=side, value=2 * state.cube.value)
        case Beavered() | Raccooned():
            offer = state.cube.offer
            return phrases.RAISES.about(side=side, value=2 * offer.value if offer else "")
        case Resigned(_, level):
            return phrases.RESIGNS.about(side=side, level=level)
        case Granted(_, time):
            return phrases.GRANTED.about(side=side, seconds=f"{time / 1000:g}")
    return PLAIN[type(action)].about(side=side)


def result_sentence(result: Result) -> Words:
    """How a game ended."""
    ending = phrases.ENDINGS[result.ending]
    if result.winner is None:
        return phrases.DRAWN.about(ending=ending)
    return phrases.WINS.about(side=result.winner.words, points=result.points, ending=ending)


def player(paper: Record, side: Side) -> Words:
    """Who played a side: a person or a bot in words, anybody else by name."""
    name = paper.white if side is Side.WHITE else paper.black
    if not name:
        return side.words
    return {HUMAN: phrases.PERSON, **TITLES}.get(name, Words(name, name))
