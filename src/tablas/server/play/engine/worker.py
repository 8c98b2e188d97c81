"""What a bot is asked and answers, as plain JSON: this module runs in the workers' processes.

A question holds everything a player may know of a game: position, dice, cube, terms with the score
of the match and, in Abalone, the positions since the last ejection. Players are made once a process
and kept, so that a net is loaded once.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tablas import games
from tablas.engine.bot import bot
from tablas.engine.engines import engine
from tablas.engine.player import Player, Unhurried
from tablas.engine.ranking import Effort
from tablas.play.cube import Cube, Offer
from tablas.play.standing import in_points, situation_of
from tablas.play.state import Phase, State
from tablas.record.terms import read_terms, terms_fields
from tablas.strict_json import Reader
from tablas.values import Dice, Setup, Side

Question = dict[str, Any]
Fields = dict[str, Any]
PHASES: Final = {"play": Phase.TO_PLAY, "doubles": Phase.TO_ROLL, "answer": Phase.TO_ANSWER}
"""What can be asked, and the phase of the game in which it is."""


def question(ask: str, level: str, state: State[Any, Any]) -> Question:
    """A question to the bot of this level about a game as it stands."""
    return {"ask": ask, "bot": level, "state": state_fields(state)}


def answer_to(asked: Question, rng: random.Random | None = None) -> Fields:
    """The answer: `play` in the notation of the game, `doubles` yes or no, `answer` in a word."""
    if asked["ask"] == "ready":
        warm()
        if asked.get("analyse"):
            for name in games.NAMES:
                engine(name).prepare()
        return {}
    if asked["ask"] in OTHERS:
        return _told(asked)
    state = read_state(asked["state"], PHASES[asked["ask"]])
    player = _player(state.kind.name, asked["bot"], rng)
    if "seconds" in asked and isinstance(player, Unhurried):
        player = player.within(asked["seconds"])
    match asked["ask"]:
        case "doubles":
            return {"doubles": player.doubles(state)}
        case "answer":
            return {"answer": player.answer(state).value}
    play = player.choose(state)
    return {"play": state.kind.notation.write(state.position, play)}


def _told(asked: Question) -> Fields:
    """The answer, or what went wrong: a process that died of it would only be asked again."""
    try:
        return OTHERS[asked["ask"]](asked)
    except Exception as error:  # noqa: BLE001 see above
        return {"wrong": repr(error)}


def reviewed(asked: Question) -> Fields:
    """The next answers of a review, or the whole of it."""
    from tablas.server.play.engine import reviewing  # noqa: PLC0415 (bots never review)

    return reviewing.summary(asked) if "parts" in asked else reviewing.reviewed(asked)


def judgement_of(asked: Question) -> Fields:
    """What a judge says of a state, and of a play in it."""
    from tablas.server.play.engine import reviewing  # noqa: PLC0415 (bots never review)

    state = read_state(asked["state"], Phase.TO_PLAY)
    return reviewing.judgement(state, asked["care"], asked["play"])


def warm() -> None:
    """Load what every strong player needs, before the first question with its own time limit."""
    for name in games.NAMES:
        engine(name).warm()


def analysis_of(asked: Question) -> Fields:
    """The plays of a position as the game's engine ranks them at its cube and score."""
    state = read_state(asked["state"], Phase.TO_PLAY)
    assert state.turn is not None
    ranking = engine(state.kind.name).rank(
        state if asked["cubeful"] else in_points(state),
        Effort(seconds=asked["seconds"], plays=asked["plays"]),
    )
    following = replace(situation_of(state), turn=state.turn.other, dice=None)
    plays = []
    for one in ranking.plays:
        reached = state.kind.rules.after(state.position, one.play)
        quiet = 0 if state.kind.ejects(state.position, one.play) else state.quiet + 1
        fields: Fields = {
            "play": state.kind.notation.write(state.position, one.play),
            "score": round(one.score, 4),
            "leads": state.kind.formats.write_situation(reached, replace(following, quiet=quiet)),
        }
        if one.chances:
            fields["chances"] = [round(chance, 4) for chance in one.chances]
        if one.line:
            fields["line"] = list(one.line)
        if one.proven is not None:
            fields["proven"] = one.proven
        if one.plies is not None:
            fields["plies"] = one.plies
        plays.append(fields)
    return {
        "engine": ranking.engine, "unit": ranking.unit, "plays": plays,
        "depth": ranking.depth, "nodes": ranking.nodes,
    }  # fmt: skip


OTHERS: Final = {
    "analyse": analysis_of,
    "review": reviewed,
    "judge": judgement_of,
}
"""What is asked besides the moves of bots."""


@cache
def _player(game: str, level: str, rng: random.Random | None) -> Player:
    return bot(game, level, rng or random.SystemRandom())


def state_fields(state: State[Any, Any]) -> Fields:
    """What a player may know of a game, without its clock."""
    assert state.turn is not None
    write = state.kind.formats.write
    fields: Fields = {
        "game": state.kind.name,
        "position": write(Setup(state.position, state.turn, state.quiet)),
        "turn": state.turn.value,
        "terms": terms_fields(state.terms),
        "plies": state.plies,
        "quiet": state.quiet,
        "seen": [[side.value, write(Setup(position, side))] for side, position in state.seen],
        "cube": [state.cube.value, _value(state.cube.owner)],
        "length": state.terms.stakes.length,
    }
    if state.dice:
        fields["dice"] = [state.dice.high, state.dice.low]
    if offer := state.cube.offer:
        fields["offer"] = [offer.by.value, offer.value, offer.taker.value, offer.turns]
    return fields


def read_state(fields: Fields, phase: Phase) -> State[Any, Any]:
    """The state that `state_fields` wrote."""
    kind = games.kind(fields["game"])
    value, owner = fields["cube"]
    offer = None
    if "offer" in fields:
        by, stake, taker, turns = fields["offer"]
        offer = Offer(Side(by), stake, Side(taker), turns)
    terms = read_terms(Reader(fields["terms"]))
    return State(
        kind=kind,
        terms=replace(terms, stakes=replace(terms.stakes, length=fields["length"])),
        position=kind.formats.read(fields["position"]).position,
        turn=Side(fields["turn"]),
        phase=phase,
        cube=Cube(value, Side(owner) if owner else None, offer),
        dice=Dice(*fields["dice"]) if "dice" in fields else None,
        plies=fields["plies"],
        quiet=fields["quiet"],
        seen=tuple((Side(side), kind.formats.read(text).position) for side, text in fields["seen"]),
    )


def _value(side: Side | None) -> str | None:
    return side.value if side else None
