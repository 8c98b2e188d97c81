"""Reviews and judgements as the workers make them: this module runs in their processes.

A review is made of questions in a fixed order. A worker is asked to go on from one of them for a
while, so that nobody waits long for a worker and a crash costs no more than that while.
"""

from __future__ import annotations

from functools import lru_cache
from time import monotonic, process_time
from typing import Any, Final, cast

from tablas import files
from tablas.files import MatchSheet
from tablas.play.actions import Action, Doubled, Dropped, Played, Skipped, Took
from tablas.play.state import State
from tablas.record import Note
from tablas.review import judge_of
from tablas.review.judge import Judge, JudgedCube
from tablas.review.page import does, page_fields, read_shown, shown_part
from tablas.review.review import Question, answered, questions
from tablas.review.summary import summed_up
from tablas.review.value import Decision, What

Fields = dict[str, Any]
SUFFIX: Final = ".jsonl"  # our own record
MATCHES_KEPT: Final = 4


def reviewed(asked: Fields) -> Fields:
    """The answers to a review's questions from `first` on, as many as fit into `seconds`."""
    began, used = monotonic(), process_time()
    match, all_of = _match(asked["record"])
    judge = _judge(match.kind.name, asked["care"])
    parts: list[Fields] = []
    for question in all_of[asked["first"] :]:
        part = answered(question, judge, judge.thresholds)
        parts.append(shown_part(match.kind.name, part))
        if monotonic() - began >= asked["seconds"]:
            break
    return {"parts": parts, "total": len(all_of), "cpu": _milliseconds(process_time() - used)}


def summary(asked: Fields) -> Fields:
    """The whole review that these parts make."""
    used = process_time()
    match, _ = _match(asked["record"])
    judge = _judge(match.kind.name, asked["care"])
    parts = [read_shown(one) for one in asked["parts"]]
    review = summed_up(match, judge, judge.thresholds, parts)
    return {
        "review": page_fields(review, asked["parts"]),
        "cpu": _milliseconds(process_time() - used),
    }


def judgement(state: State[Any, Any], care: str, text: str | None) -> Fields:
    """What a judge says of a state: about a play, about all plays of a roll, or about the cube."""
    judge = _judge(state.kind.name, care)
    if state.kind.dice and state.dice is None:
        return _cube_action(judge, state, text) if text else _before_the_roll(judge, state)
    assert state.turn is not None
    plays = list(state.kind.rules.plays(state.position, state.dice).values())
    play = plays[0] if text is None else _read(state, text)
    asked = Question((0, 0, "play"), state, Played(state.turn, play), Note())
    part = answered(asked, judge, judge.thresholds)
    assert isinstance(part, Decision)
    fields = shown_part(judge.game, part)
    fields |= {"unit": judge.unit, "forced": len(plays) == 1, "care": care}
    fields["does"] = does(judge.game, part, part.best)
    if state.kind.dice and state.dice:
        fields["luck"] = round(judge.luck(state, state.dice, opening=False)[0], 6)
    return fields


class _Thorough:
    """A judge who looks at every cube as carefully as at one that was turned."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def __getattr__(self, name: str) -> Any:
        return getattr(self._judge, name)

    def cube(self, state: State[Any, Any], **_: bool) -> JudgedCube:
        return self._judge.cube(state, sure=True)


def _cube_action(judge: Judge, state: State[Any, Any], text: str) -> Fields:
    """What a double, its answer, or leaving the cube alone costs, as a review tells it."""
    side = state.turn
    assert side is not None
    actions: dict[str, tuple[What, Action[Any]]] = {
        "double": ("double", Doubled(side)),
        "no-double": ("double", Skipped(side)),
        "take": ("answer", Took(side.other)),
        "drop": ("answer", Dropped(side.other)),
        "beaver": ("answer", Took(side.other)),
    }
    what, action = actions[text]
    asked = Question((0, 0, what), state, action, Note())
    part = answered(asked, cast("Judge", _Thorough(judge)), judge.thresholds)
    fields = shown_part(judge.game, part)
    return fields | {"unit": judge.unit, "forced": False, "care": judge.care, "does": []}


def _before_the_roll(judge: Judge, state: State[Any, Any]) -> Fields:
    cube = judge.cube(state, sure=True)
    action = cube.action
    return {
        "unit": judge.unit,
        "care": judge.care,
        "chances": [round(float(one), 6) for one in action.chances],
        "plies": cube.plies,
        "trials": cube.trials,
        "cube": {
            "no_double": round(action.no_double, 6),
            "double_take": round(action.double_take, 6),
            "double_drop": round(action.double_drop, 6),
            "doubles": action.doubles,
            "answer": action.answer,
        },
    }


def _read(state: State[Any, Any], text: str) -> Any:
    return state.kind.notation.read(state.position, state.dice, text, state.turn)


@lru_cache(maxsize=MATCHES_KEPT)
def _match(record: str) -> tuple[MatchSheet, tuple[Question, ...]]:
    """A match is asked about many times in a row: it is read once."""
    match = files.read(record.encode(), SUFFIX)
    return match, tuple(questions(match))


@lru_cache(maxsize=16)
def _judge(game: str, care: str) -> Judge:
    return judge_of(game, care)


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
