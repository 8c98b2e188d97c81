"""Which levels solve a problem: each is asked several times where it plays with noise."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tablas.engine.dice.net_player import NetPlayer
from tablas.engine.engines import engine
from tablas.engine.player import Answer, Player
from tablas.play.standing import situation_of, state_of
from tablas.play.state import State
from tablas.situation import Pending

TRIES: Final = 9
Players = tuple[Player, ...]


def players(game: str, seed: int) -> Players:
    """The levels of a game that grade problems, from the weakest."""
    levels = engine(game).levels
    return tuple(level.make(random.Random(seed)) for level in levels if level.grades)


def digits(solves: Callable[[Player], bool], players: Players) -> str:
    """A digit a level: how many of nine tries it solves; who plays without noise is asked once."""
    told = []
    for player in players:
        tries = TRIES if getattr(player, "noise", 0) else 1
        solved = sum(solves(player) for _ in range(tries))
        told.append(str(round(TRIES * solved / tries)))
    return "".join(told)


def play_digits(state: State[Any, Any], reached: Any, players: Players) -> str:
    """Who finds the play that leads to `reached`."""

    def solves(player: Player) -> bool:
        if isinstance(player, NetPlayer):
            assert state.dice is not None
            return bool(player.reached(state.position, state.dice) == reached)
        return bool(state.kind.rules.after(state.position, player.choose(state)) == reached)

    return digits(solves, players)


def cube_digits(state: State[Any, Any], answer: str, players: Players) -> str:
    """Who says the same about the cube, as who doubles and as who answers."""
    situation = replace(situation_of(state), pending=Pending.DOUBLE)
    offered = state_of(state.kind, state.position, situation)

    def solves(player: Player) -> bool:
        drops = player.answer(offered) is Answer.DROP
        return cube_answer(doubles=player.doubles(state), drops=drops) == answer

    return digits(solves, players)


def cube_answer(*, doubles: bool, drops: bool) -> str:
    if doubles:
        return "double-drop" if drops else "double-take"
    return "too-good" if drops else "no-double"
