"""Hints and the tutor: what a judge says about the game that somebody is playing against a bot.

Advice is given for unrated games against house bots, to who plays them, on their own turn; nobody
else gets any, watchers included. The state comes from the table itself, with cube and score.
"""

from __future__ import annotations

from typing import Any, Final

from tablas.engine.engines import engine
from tablas.play.actions import Played
from tablas.play.fold import happened
from tablas.play.state import Phase, State
from tablas.server.play.engine.worker import state_fields
from tablas.server.play.engine.worker_pool import Question
from tablas.server.play.game_rows import GameRow
from tablas.server.play.refusals import allowed_play
from tablas.server.play.table import Table
from tablas.server.refusals import Refused, refusal
from tablas.words import Words

NO_ADVICE: Final = refusal(
    "no-advice",
    403,
    "hints and the tutor are for whoever plays an unrated game against a bot",
    "las pistas y el tutor son para quien juega una partida sin puntos contra un bot",
)
NOT_YOUR_TURN: Final = refusal(
    "no-advice-now",
    409,
    "there is nothing to decide for you just now",
    "ahora mismo no tienes nada que decidir",
)

CUBE_ACTIONS: Final = ("double", "no-double", "take", "drop", "beaver")
"""What can be asked about before the roll, in the words of a review."""

MOST_REMARKS: Final = 3
SECONDS: Final = {"fast": 1.0, "normal": 2.0, "deep": 20.0, "rollout": 30.0, "roller": 20.0}
"""What an answer may take, and what it costs of a person's engine time."""


def advised_state(row: GameRow, table: Table, person: str) -> State[Any, Any]:
    """The state that this person may be advised about, or a refusal."""
    sides = row.sides_of(person)
    if row.agreement.rated or not row.bots or len(sides) != 1:
        raise Refused(NO_ADVICE)
    state = table.game.state
    due = state.phase in (Phase.TO_ROLL, Phase.TO_PLAY) and state.turn in sides
    if not table.playing or not due or state.turn is None:
        raise Refused(NOT_YOUR_TURN)
    return state


def last_bot_play(row: GameRow, table: Table, person: str) -> tuple[State[Any, Any], Any] | None:
    """The latest play of a bot and the state in which it was made; None before there is one.

    It is told to who may be advised: the others see the play and no words about it.
    """
    if row.agreement.rated or not row.bots or len(row.sides_of(person)) != 1:
        raise Refused(NO_ADVICE)
    state, latest = table.game.first, None
    for entry in table.game.log:
        if isinstance(entry.action, Played) and entry.action.side in row.bots:
            latest = (state, entry.action.play)
        state = happened(state, entry.action, entry.at)
    return latest


def explained(made: tuple[State[Any, Any], Any] | None) -> dict[str, Any]:
    """A play in notation and what it does, in words, the most important first."""
    if made is None:
        return {"play": "", "side": None, "does": []}
    state, play = made
    assert state.turn is not None
    remarks = engine(state.kind.name).remarks(state.position, state.dice, play)
    words = [one if isinstance(one, Words) else one.words for one in remarks]
    return {
        "play": state.kind.notation.write(state.position, play),
        "side": state.turn.value,
        "does": [{"en": one.en, "es": one.es} for one in words[:MOST_REMARKS]],
    }


def judging(state: State[Any, Any], play: str | None, care: str) -> Question:
    """The question for the workers; a play that the rules do not allow is refused here."""
    about_cube = state.kind.dice and state.dice is None and play in CUBE_ACTIONS
    if play is not None and not about_cube:
        allowed_play(state, play)
    return {
        "ask": "judge",
        "state": state_fields(state),
        "care": care,
        "play": play,
        "seconds": SECONDS[care],
    }
