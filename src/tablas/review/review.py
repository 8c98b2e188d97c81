"""A match and a judge make a review: every decision and every roll, one after the other.

`review` depends on nothing else: the same match and judge give the same value, on any machine.
`known` takes what was found before, so that a review that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tablas.files import MatchSheet
from tablas.play.actions import (
    Beavered,
    Doubled,
    Dropped,
    OpeningRolled,
    Played,
    Raccooned,
    Rolled,
    Took,
)
from tablas.play.allowed import why_no_double
from tablas.play.endings import other_view
from tablas.play.game import Game
from tablas.play.standing import situation_of
from tablas.play.state import State
from tablas.record import Note
from tablas.review.judge import Judge, JudgedCube
from tablas.review.summary import summed_up
from tablas.review.value import (
    Alternative,
    Decision,
    Mark,
    MatchReview,
    RollLuck,
    Thresholds,
    What,
)
from tablas.values import Dice, Side

CLOSE: Final = 0.16
"""A cube decision counts where doubling and holding are closer than this, as in GNU Backgammon."""

Key = tuple[int, int, str]
"""The game, the place in its log and what was asked: `play`, `double`, `answer` or `luck`."""

Part = Decision | RollLuck


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to find out about a match: a state and what was done in it."""

    key: Key
    state: State[Any, Any]
    action: Any
    note: Note


Told = Callable[[int, int, Key, Part], None]
"""Hears how many questions of how many are answered, and the last answer."""


def review(
    match: MatchSheet,
    judge: Judge,
    *,
    thresholds: Thresholds | None = None,
    known: Mapping[Key, Part] | None = None,
    progress: Told | None = None,
) -> MatchReview:
    """Everything that a judge finds in a match."""
    marks = thresholds or judge.thresholds
    asked = list(questions(match))
    parts: list[Part] = []
    for number, question in enumerate(asked, start=1):
        part = known.get(question.key) if known else None
        if part is None:
            part = answered(question, judge, marks)
            if progress:
                progress(number, len(asked), question.key, part)
        parts.append(part)
    return summed_up(match, judge, marks, parts)


def questions(match: MatchSheet) -> Iterator[Question]:
    """What a review asks about a match, in the order of the games."""
    for number, sheet in enumerate(match.games):
        game = sheet.record.game
        now = Game(game.first, game.first)
        for place, entry in enumerate(game.log):
            note = sheet.record.notes.get(place, Note())
            for what in _asked(now.state, entry.action):
                yield Question((number, place, what), now.state, entry.action, note)
            now = now.followed(entry.action, entry.at)


def _asked(state: State[Any, Any], action: Any) -> Iterator[str]:
    match action:
        case OpeningRolled(white, black) if white != black:
            yield "luck"
        case Rolled(side, _):
            if why_no_double(state, side) is None and not state.kind.shut_out(state.position):
                yield "double"
            yield "luck"
        case Doubled():
            yield "double"
        case Took() | Dropped() | Beavered() | Raccooned():
            yield "answer"
        case Played():
            yield "play"


def answered(question: Question, judge: Judge, marks: Thresholds) -> Part:
    """The answer of a judge to one question."""
    game, place, what = question.key
    state, action = question.state, question.action
    match what:
        case "luck":
            return _luck(game, place, state, action, judge)
        case "play":
            return _play(question, judge, marks)
        case "double":
            return _double(game, place, state, action, judge, marks)
        case _:
            return _answer(game, place, state, action, judge, marks)


def _luck(game: int, place: int, state: State[Any, Any], action: Any, judge: Judge) -> RollLuck:
    opening = isinstance(action, OpeningRolled)
    if opening:
        side = Side.WHITE if action.white > action.black else Side.BLACK
        dice = Dice(action.white, action.black)
        state = _seen_by(state, side)
    else:
        side, dice = action.side, action.dice
    if state.kind.shut_out(state.position):
        luck, gained = 0.0, 0.0
    else:
        luck, gained = judge.luck(state, dice, opening=opening)
    return RollLuck(
        game=game, place=place, side=side, dice=str(dice), luck=_round(luck), gained=_round(gained)
    )


def _play(question: Question, judge: Judge, marks: Thresholds) -> Decision:
    game, place, _ = question.key
    state, action = question.state, question.action
    if question.note.breaks or state.kind.rules.outcome(state.position):
        return _decision(game, place, state, action.side, "play", played=_text(state, action.play),
                         best="", phase=judge.phase(state), illegal=True)  # fmt: skip
    judged = judge.play(state, action.play)
    cost = 0.0 if judged.forced else judged.cost
    mark = marks.mark(cost)
    return _decision(
        game, place, state, action.side, "play",
        played=judged.played.text, best=judged.alternatives[0].text, cost=cost,
        lost=cost * judged.stake, mark=mark, counts=not judged.forced, phase=judge.phase(state),
        chance=judged.played.chances[0], alternatives=judged.alternatives,
        fault=judged.fault if mark is not Mark.FINE else "",
    )  # fmt: skip


def _double(
    game: int, place: int, state: State[Any, Any], action: Any, judge: Judge, marks: Thresholds
) -> Decision:
    doubles = isinstance(action, Doubled)
    judged = judge.cube(state, sure=doubles)
    cube = judged.action
    doubled = min(cube.double_take, cube.double_drop)
    best = max(cube.no_double, doubled)
    cost = max(0.0, best - (doubled if doubles else cube.no_double))
    close = abs(cube.no_double - doubled) < CLOSE and not cube.too_good
    fault = ""
    if marks.mark(cost) is not Mark.FINE:
        wrong = "too-good" if cube.too_good else "wrong-double"
        fault = wrong if doubles else "missed-double"
    return _decision(
        game, place, state, action.side, "double",
        played="double" if doubles else "no-double",
        best="double" if cube.doubles else "no-double",
        cost=cost, lost=cost * judged.stake, mark=marks.mark(cost),
        counts=doubles or close or bool(fault), phase=judge.phase(state),
        chance=cube.chances[0], alternatives=_cube_ways(judged), fault=fault,
    )  # fmt: skip


def _answer(
    game: int, place: int, state: State[Any, Any], action: Any, judge: Judge, marks: Thresholds
) -> Decision:
    """Taken or dropped; the position is seen by who doubled, the cost by who answers."""
    judged = judge.cube(_before_double(state), sure=True)
    cube = judged.action
    drops = isinstance(action, Dropped)
    value = -cube.double_drop if drops else -cube.double_take
    cost = max(0.0, max(-cube.double_drop, -cube.double_take) - value)
    fault = ""
    if marks.mark(cost) is not Mark.FINE:
        fault = "wrong-drop" if drops else "wrong-take"
    names = {Dropped: "drop", Took: "take"}
    return _decision(
        game, place, state, action.side, "answer",
        played=names.get(type(action), "beaver"), best="drop" if cube.answer == "drop" else "take",
        cost=cost, lost=cost * judged.stake, mark=marks.mark(cost), counts=True,
        phase=judge.phase(state), chance=1 - cube.chances[0],
        alternatives=_cube_ways(judged), fault=fault,
    )  # fmt: skip


def _decision(
    game: int, place: int, state: State[Any, Any], side: Side, what: What, *,
    played: str, best: str, phase: str, cost: float = 0.0, lost: float = 0.0,
    mark: Mark = Mark.FINE, counts: bool = False, chance: float = 0.5,
    alternatives: tuple[Alternative, ...] = (), fault: str = "", illegal: bool = False,
) -> Decision:  # fmt: skip
    dice = state.dice
    return Decision(
        game=game, place=place, side=side, what=what,
        position=state.kind.formats.write_situation(state.position, situation_of(state)),
        dice=str(dice) if dice and what == "play" else "",
        played=played, best=best, cost=_round(cost), lost=_round(lost), mark=mark,
        counts=counts, phase=phase, chance=_round(chance),
        alternatives=tuple(map(_rounded, alternatives)), fault=fault, illegal=illegal,
    )  # fmt: skip


def _cube_ways(judged: JudgedCube) -> tuple[Alternative, ...]:
    cube = judged.action
    ways = (
        ("no-double", cube.no_double),
        ("double-take", cube.double_take),
        ("double-drop", cube.double_drop),
    )
    return tuple(
        Alternative(name, worth, cube.chances, judged.plies, judged.trials) for name, worth in ways
    )


def _before_double(state: State[Any, Any]) -> State[Any, Any]:
    """The state in which the double was offered: the cube still as it stood."""
    return replace(state, cube=replace(state.cube, offer=None))


def _seen_by(state: State[Any, Any], side: Side) -> State[Any, Any]:
    """The start as the side that begins sees it; before the opening roll nobody is on turn."""
    position = state.position if side is Side.WHITE else other_view(state)
    return replace(state, position=position, turn=side)


def _text(state: State[Any, Any], play: Any) -> str:
    written = state.kind.written
    return written(play) if written else state.kind.notation.write(state.position, play)


def _rounded(one: Alternative) -> Alternative:
    chances = tuple(_round(chance) for chance in one.chances)
    return Alternative(one.text, _round(one.worth), chances, one.plies, one.trials)


def _round(number: float) -> float:
    """Six places: what is stored and read again is the same value."""
    return round(float(number), 6)
