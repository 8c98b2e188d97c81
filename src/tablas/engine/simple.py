"""Two simple players in plain Python: one plays at random, one looks a single play ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tablas.engine.engines import engine
from tablas.engine.player import BoardPlayer
from tablas.errors import NotationError
from tablas.kind import Kind
from tablas.values import Dice

# A lead in pips at which the cube is turned, and at which it is no longer taken: about
# an eighth and a quarter of the 167 pips at the start.
DOUBLE_FROM: Final = 20.0
DROP_FROM: Final = 40.0


@dataclass(slots=True)
class RandomPlayer:
    """Plays any of the distinct results with the same chance."""

    rng: random.Random
    name: str = "random"

    def choose(self, kind: Kind[Any, Any], position: Any, dice: Dice | None) -> Any:
        plays = kind.rules.plays(position, dice)
        return plays[self.rng.choice(list(plays))]

    def doubles(self, kind: Kind[Any, Any], position: Any) -> bool:
        del kind, position
        return False

    def takes(self, kind: Kind[Any, Any], position: Any) -> bool:
        del kind, position
        return self.rng.random() < 1 / 2


@dataclass(slots=True)
class GreedyPlayer:
    """Plays what leaves the opponent worst off by a few rules of thumb.

    Equal plays are chosen among by chance, so that its games differ.
    """

    rng: random.Random
    name: str = "greedy"

    def choose(self, kind: Kind[Any, Any], position: Any, dice: Dice | None) -> Any:
        plays: Mapping[Any, Any] = kind.rules.plays(position, dice)
        evaluation = engine(kind.name).simple_evaluation
        best = min(plays, key=lambda reached: (evaluation(reached), self.rng.random()))
        return plays[best]

    def doubles(self, kind: Kind[Any, Any], position: Any) -> bool:
        return DOUBLE_FROM <= engine(kind.name).simple_evaluation(position) <= DROP_FROM

    def takes(self, kind: Kind[Any, Any], position: Any) -> bool:
        return engine(kind.name).simple_evaluation(position) < DROP_FROM


PLAYERS: Final[dict[str, Callable[[random.Random], BoardPlayer]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def player(name: str, rng: random.Random) -> BoardPlayer:
    """The simple player called `name`."""
    if name not in PLAYERS:
        raise NotationError(
            f"player {name!r}: expected one of {', '.join(PLAYERS)}",
            f"jugador {name!r}: se esperaba uno de {', '.join(PLAYERS)}",
        )
    return PLAYERS[name](rng)
