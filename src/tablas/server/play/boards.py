"""What the boards in a browser need of a table: positions, legal steps with reasons, the past.

The JSON of positions and steps is the games' own (`tablas.<game>.steps`, docs/boards.md); here it
meets tables. Boards know no rules, so whatever may be pressed is told from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from tablas.abak import steps as abak_steps
from tablas.abalone import overlays
from tablas.abalone import steps as abalone_steps
from tablas.abalone.board import NEXT, RAYS
from tablas.abalone.movement import Move
from tablas.backgammon import steps as backgammon_steps
from tablas.games import kind
from tablas.play.actions import Played
from tablas.play.allowed import why_no_double
from tablas.play.fold import happened
from tablas.play.game import Game
from tablas.play.state import Phase, State
from tablas.record.actions import action_fields
from tablas.server.play.table import Table
from tablas.values import Dice, Setup, Side

Fields = dict[str, Any]
STEPS: Final[dict[str, ModuleType]] = {
    "backgammon": backgammon_steps,
    "abak": abak_steps,
    "abalone": abalone_steps,
}


def shown(table: Table) -> tuple[str, Fields]:
    """The position of a table in its game's notation, and the board with the last play on it."""
    game = table.game
    text, fields = _shown(game.kind.name, game.setup())
    last = last_play(game)
    return text, {**fields, "last": last} if last else fields


def position(state: State[Any, Any]) -> Fields:
    """The board of one state, seen by White, with what the games count beside it."""
    setup = Setup(state.position, state.turn or Side.WHITE, state.quiet)
    return _shown(state.kind.name, setup)[1]


# A position is shown after the play that reached it, after the roll, and to whoever comes.
@lru_cache(maxsize=4096)
def _shown(name: str, setup: Setup[Any]) -> tuple[str, Fields]:
    return kind(name).formats.write(setup), STEPS[name].position_json(setup)


def may_double(table: Table) -> bool:
    """Whether the player on roll could turn the cube instead."""
    state = table.game.state
    if not table.playing or state.phase is not Phase.TO_ROLL or state.turn is None:
        return False
    return state.kind.dice and why_no_double(state, state.turn) is None


def last_play(game: Game[Any, Any]) -> Fields | None:
    """Who played last, and how; None before the first play."""
    for entry in reversed(game.log):
        if isinstance(entry.action, Played):
            play = entry.action.play
            if isinstance(play, tuple):
                return {"side": entry.action.side.value, **checker_fields(play)}
            return {"side": entry.action.side.value, **_marbles_then(game.state, play)}
    return None


def play_fields(before: State[Any, Any], play: Any) -> Fields:
    """A play as boards animate it: steps of checkers, or marbles, their way and whom they push."""
    if isinstance(play, tuple):
        return checker_fields(play)
    pushed = overlays.pushed(before.position, play)
    return marble_fields(play, pushed, ejects=before.kind.ejects(before.position, play))


def checker_fields(play: tuple[Any, ...]) -> Fields:
    return {"steps": [_step_fields(step) for step in play]}


def marble_fields(move: Move, pushed: tuple[str, ...], *, ejects: bool) -> Fields:
    return {
        "cells": move.cells,
        "direction": move.direction,
        "targets": [NEXT[move.direction][cell] for cell in move.cells],
        "pushed": pushed,
        "ejects": ejects,
    }


def _marbles_then(after: State[Any, Any], move: Move) -> Fields:
    """The same from the state behind the move, which keeps the positions since an ejection.

    Where it keeps none before this one, the move has ejected: all that stood ahead was pushed.
    """
    if len(after.seen) >= 2:
        return marble_fields(move, overlays.pushed(after.seen[-2][1], move), ejects=False)
    ejects = after.quiet == 0 and move.in_line
    ahead = RAYS[move.direction][move.tail][len(move.cells) - 1 :] if ejects else ()
    return marble_fields(move, ahead, ejects=ejects)


def _step_fields(step: Any) -> Fields:
    effect = getattr(step, "effect", None)
    plain = "hit" if getattr(step, "hit", False) else "plain"
    return {
        "piece": getattr(step, "letter", backgammon_steps.CHECKER),
        "source": step.source,
        "target": step.target,
        "die": step.die,
        "effect": effect.value if effect else plain,
    }


def steps(table: Table) -> Fields:
    """The legal steps of the player to move, and why the others are not; empty if none is due."""
    state = table.game.state
    if not table.playing or state.phase is not Phase.TO_PLAY or state.turn is None:
        return {"graph": None}
    setup = Setup(state.position, state.turn, state.quiet)
    return {"graph": graph(state.kind.name, setup, state.dice)}


@lru_cache(maxsize=128)
def graph(name: str, setup: Setup[Any], dice: Dice | None) -> Fields:
    """The graph of a turn; asked for again after every reconnect, so it is kept for a while."""
    found: Fields = STEPS[name].graph(setup, dice) if dice else STEPS[name].graph(setup)
    if name == "abalone":
        found = found | {
            "threats": overlays.threats(setup),
            "formations": overlays.formations_json(setup),
        }
    return found


def replay(table: Table) -> list[Fields]:
    """Every game of a table, each as the list of its moments: what was done, and the board."""
    games = (*table.finished, *((table.game,) if table.number else ()))
    return [{"number": n, "moments": list(moments(game))} for n, game in enumerate(games, start=1)]


def moments(game: Game[Any, Any]) -> Iterator[Fields]:
    """The beginning, then one moment an action; `board` only where it has changed."""
    state = game.first
    yield {"board": position(state)}
    for entry in game.log:
        told: Fields = {"event": action_fields(state, entry.action)}
        if entry.at is not None:
            told["at"] = entry.at
        before, state = state, happened(state, entry.action, entry.at)
        if isinstance(entry.action, Played):
            played = play_fields(before, entry.action.play)
            told["last"] = {"side": entry.action.side.value, **played}
        if state.position != before.position or state.turn != before.turn:
            told["board"] = position(state)
        if state.dice:
            told["dice"] = [state.dice.high, state.dice.low]
        if state.kind.dice and state.terms.stakes.cube:
            told["cube"] = {
                "value": state.cube.value,
                "owner": state.cube.owner.value if state.cube.owner else None,
            }
        yield told
