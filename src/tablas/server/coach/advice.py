"""Hints and the tutor: what a judge says about the game that somebody is playing against a bot.

Advice is given for unrated games against house bots, to who plays them, on their own turn; nobody
else gets any, watchers included. The state comes from the table itself, with cube and score.
"""

from __future__ import annotations

from typing import Any, Final

from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.play.state import Phase, State
from tablas.server.play.engine.worker import state_fields
from tablas.server.play.engine.worker_pool import Question
from tablas.server.play.game_rows import GameRow
from tablas.server.play.refusals import refused_by_rules
from tablas.server.play.table import Table
from tablas.server.refusals import Refused, refusal

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

SECONDS: Final = {"fast": 1.0, "normal": 2.0, "deep": 20.0, "rollout": 30.0}
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


def judging(state: State[Any, Any], play: str | None, care: str) -> Question:
    """The question for the workers; a play that the rules do not allow is refused here."""
    if play is not None:
        _check(state, play)
    return {
        "ask": "judge",
        "state": state_fields(state),
        "care": care,
        "play": play,
        "seconds": SECONDS[care],
    }


def _check(state: State[Any, Any], text: str) -> None:
    kind = state.kind
    if kind.dice and state.dice is None and text in CUBE_ACTIONS:
        return
    try:
        play = kind.notation.read(state.position, state.dice, text, state.turn)
    except (IllegalAction, InvalidPosition, NotationError) as error:
        raise refused_by_rules(error, text, kind.name) from None
    if reason := kind.rules.why_illegal(state.position, state.dice, play):
        illegal = IllegalAction(reason.words.en, reason.words.es, reason)
        raise refused_by_rules(illegal, text, kind.name)
