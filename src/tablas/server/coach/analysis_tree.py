"""The tree of an analysis, worked out by the rules: what each act leads to, and lines as files.

A browser keeps trees, in its links too, as what was done: dice and plays, doubles and answers.
Where that leads, and whether it is allowed, is said here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from tablas.errors import IllegalAction, TablasError
from tablas.files import FileFormat, GameSheet, MatchSheet, read
from tablas.files.file_format import encoded
from tablas.kind import Kind
from tablas.play.actions import (
    Action,
    Doubled,
    Dropped,
    OpeningRolled,
    Played,
    Rolled,
    Skipped,
    Took,
)
from tablas.play.allowed import why_refused
from tablas.play.game import Game
from tablas.play.standing import situation_of, stakes_of, state_of
from tablas.play.state import Phase
from tablas.play.terms import Terms
from tablas.record import Note, Record
from tablas.server.play import boards
from tablas.server.refusals import Refused, refusal
from tablas.situation import Situation
from tablas.values import Dice, Side
from tablas.words import Words

Fields = dict[str, Any]
Deed = Literal["play", "skip", "double", "take", "drop"]
PHASES: Final = {
    Phase.OPENING: "to-roll",
    Phase.TO_ROLL: "to-roll",
    Phase.TO_PLAY: "to-play",
    Phase.TO_ANSWER: "to-answer",
    Phase.OVER: "over",
}
BAD_ACT: Final = refusal(
    "bad-act",
    422,
    "number {number} of the tree cannot be played: {detail}",
    "el número {number} del árbol no se puede jugar: {detail}",
)
NOT_WRITTEN: Final = refusal(
    "not-written",
    422,
    "this line cannot be written in that format: {detail}",
    "esta línea no se puede escribir en ese formato: {detail}",
)
NO_PARENT: Final = Words("nothing stands before it", "no hay nada delante")
NO_ROOM: Final = Words(
    "it knows no games that begin in such a position",
    "no conoce partidas que empiecen en una posición así",
)
NO_ROLL: Final = Words("a play needs its dice", "una jugada necesita sus dados")


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done after the act with the number `parent`; 0 is the beginning."""

    parent: int
    do: Deed
    dice: Dice | None = None
    play: str = ""
    comment: str = ""


def worked_out(
    kind: Kind[Any, Any], position: Any, situation: Situation, acts: Sequence[Act]
) -> list[Fields]:
    """The beginning, then what each act leads to; refused with the number of one that cannot be."""
    games = [_begun(kind, position, situation)]
    fields = [_standing(games[0])]
    for number, act in enumerate(acts, start=1):
        if not 0 <= act.parent < number:
            raise Refused(BAD_ACT.about(number=number, detail=NO_PARENT))
        before = games[act.parent]
        try:
            after = _done(before, act)
        except TablasError as error:
            raise Refused(BAD_ACT.about(number=number, detail=error)) from None
        games.append(replace(after, log=after.log[-1:]))  # nobody asks for the whole past
        fields.append(_told(before, after, act))
    return fields


def written(
    kind: Kind[Any, Any],
    position: Any,
    situation: Situation,
    acts: Sequence[Act],
    chosen: FileFormat,
    names: tuple[str, str],
) -> bytes:
    """One line of a tree as a file of some format."""
    assert chosen.write is not None
    game = _opened(kind, position, situation, acts)
    notes: dict[int, Note] = {}
    for number, act in enumerate(acts, start=1):
        try:
            game = _done(game, act)
        except TablasError as error:
            raise Refused(BAD_ACT.about(number=number, detail=error)) from None
        if act.comment:
            notes[len(game.log) - 1] = Note(act.comment)
    white, black = names
    record = Record(
        game=game, white=white, black=black, notes=notes,
        length=situation.length, score=situation.score,
    )  # fmt: skip
    try:
        data = encoded(chosen.write(MatchSheet(games=(GameSheet(record=record),))))
        back = read(data, chosen.suffixes[0], chosen.name)
    except TablasError as error:
        raise Refused(NOT_WRITTEN.about(detail=error)) from None
    # Some formats know no set-ups, nor a cube that was turned before: they would tell another game.
    end = back.games[0].record.game.state
    if back.faults or (end.position, end.cube) != (game.state.position, game.state.cube):
        raise Refused(NOT_WRITTEN.about(detail=NO_ROOM))
    return data


def _begun(kind: Kind[Any, Any], position: Any, situation: Situation) -> Game[Any, Any]:
    state = state_of(kind, position, replace(situation, dice=None, pending=None))
    if not kind.dice:
        state = replace(state, seen=((situation.turn, position),))
    return Game(state, state)


def _opened(
    kind: Kind[Any, Any], position: Any, situation: Situation, acts: Sequence[Act]
) -> Game[Any, Any]:
    """A game from its usual start begins with the opening roll, as files know it."""
    first = acts[0] if acts else None
    usual = (
        kind.first is None
        and position == kind.rules.start(kind.usual_start)
        and (situation.cube, situation.owner) == (1, None)
        and first is not None
        and first.dice is not None
        and not first.dice.double
    )
    if not usual:
        return _begun(kind, position, situation)
    terms = Terms(stakes=stakes_of(situation))
    assert first is not None
    assert first.dice is not None
    ours = (first.dice.high, first.dice.low)
    white, black = ours if situation.turn is Side.WHITE else ours[::-1]
    return Game.begin(kind, terms).apply(OpeningRolled(white, black))


def _done(game: Game[Any, Any], act: Act) -> Game[Any, Any]:
    state = game.state
    side = state.to_act
    if side is None:
        raise IllegalAction("the game is over", "la partida ha terminado")
    plain: dict[str, Action[Any]] = {
        "skip": Skipped(side), "double": Doubled(side), "take": Took(side), "drop": Dropped(side),
    }  # fmt: skip
    if act.do != "play":
        return game.apply(plain[act.do])
    if state.kind.dice and state.phase is not Phase.TO_PLAY:
        if act.dice is None:
            raise IllegalAction(NO_ROLL.en, NO_ROLL.es)
        game = game.apply(Rolled(side, act.dice))
    dice = game.state.dice
    text = "" if dice and state.kind.stuck(state.position, dice) else act.play
    return game.apply(Played(side, state.kind.notation.read(state.position, dice, text, side)))


def _standing(game: Game[Any, Any]) -> Fields:
    state = game.state
    fields: Fields = {
        "position": boards.text(replace(state, dice=None)),
        "phase": PHASES[state.phase],
        "turn": (state.to_act or Side.WHITE).value,
    }
    if state.kind.dice:
        fields["cube"] = boards.cube(state)
        if state.phase is Phase.TO_ROLL:
            fields["shut_out"] = state.kind.shut_out(state.position)
            assert state.turn is not None
            fields["may_double"] = why_refused(state, Doubled(state.turn), None) is None
        fields |= _score(situation_of(state))
    return fields


def _score(situation: Situation) -> Fields:
    white, black = situation.score
    return {
        "match": {
            "length": situation.length, "white": white, "black": black,
            "crawford": situation.crawford,
        }
        if situation.length
        else None
    }  # fmt: skip


def _told(before: Game[Any, Any], after: Game[Any, Any], act: Act) -> Fields:
    """What an act leads to, who did it, and how a board shows it."""
    side = before.state.to_act
    assert side is not None
    fields = {**_standing(after), "side": side.value, "do": act.do}
    last = after.log[-1].action
    if isinstance(last, Played):
        state = before.state
        fields["play"] = state.kind.notation.write(state.position, last.play)
        shown = state.kind.board.play_json(state.position, last.play)
        fields["last"] = {"side": side.value, **shown}
    return fields
