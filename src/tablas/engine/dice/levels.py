"""How the levels of a dice game are made: a net with noise or habits in its judgement, a search.

A list of levels loads no nets: they are made when somebody sits down.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablas.engine.dice.noise import RACE_NOISE
from tablas.engine.game_engine import BrowserEngine, Level, PlayerFactory
from tablas.engine.player import Player

if TYPE_CHECKING:
    from tablas.engine.dice.search_player import SearchPlayer


@dataclass(frozen=True, slots=True)
class NetLevel:
    """A player that looks at its own play only; `noise` is how badly it judges, in points.

    `cube_plies` is how far it looks before it doubles or answers: a cube decision is one position,
    so that even who plays at a glance has time to look ahead.
    """

    game: str
    name: str
    net: str
    noise: float = 0.0
    cube_plies: int = 0

    def __call__(self, rng: random.Random) -> Player:
        from tablas.engine import weights  # noqa: PLC0415 (see above)
        from tablas.engine.dice.net_player import NetPlayer  # noqa: PLC0415

        net = weights.net(self.net)
        return NetPlayer(net, self.game, self.noise, rng, self.name, self.cube_plies)


@dataclass(frozen=True, slots=True)
class HumanLevel:
    """A player that errs as people do; `feel` is how much of a play's worth it feels."""

    game: str
    name: str
    net: str
    feel: float = 1.0

    def __call__(self, rng: random.Random) -> Player:
        from tablas.engine import weights  # noqa: PLC0415 (see above)
        from tablas.engine.dice.human_player import HumanPlayer  # noqa: PLC0415

        return HumanPlayer(weights.net(self.net), self.game, rng, self.name, feel=self.feel)


def search_level(
    game: str, name: str, plies: int, *, cube_plies: int = 1, **options: Any
) -> PlayerFactory:
    """A player that looks some plies ahead, also at the cube; `options` are the game's engine's."""
    return lambda _: _searching(game, name, plies, cube_plies, options)  # no mistakes on purpose


def roller_level(
    game: str, name: str, plies: int, *, cube_plies: int = 1, **options: Any
) -> PlayerFactory:
    """The same player, who rolls out the plays that its search leaves close."""

    def make(rng: random.Random) -> Player:
        del rng  # the dice of its rollouts are always the same: so is its choice
        from tablas.engine.dice.roller import RollerPlayer  # noqa: PLC0415 (see above)

        return RollerPlayer(_searching(game, name, plies, cube_plies, options))

    return make


def _searching(
    game: str, name: str, plies: int, cube_plies: int, options: dict[str, Any]
) -> SearchPlayer:
    from tablas.engine.dice.limit import DiceLimit  # noqa: PLC0415 (see above)
    from tablas.engine.dice.search_player import SearchPlayer  # noqa: PLC0415
    from tablas.engine.engines import dice_side  # noqa: PLC0415

    return SearchPlayer(dice_side(game).search(**options), DiceLimit(plies=plies), name, cube_plies)


def browser_engine(
    levels: tuple[Level, ...], judge: str, guess: str, by_rules: Collection[str] = ()
) -> BrowserEngine:
    """The levels that one net plays without looking ahead: a browser has it.

    `by_rules` names those that the kernel plays by rules of thumb, without a net.
    """
    known: dict[str, dict[str, float]] = {}
    for level in levels:
        if level.name in by_rules:
            known[level.name] = {"rules": 1}
        elif isinstance(level.make, NetLevel) and level.make.net == judge:
            made = level.make
            numbers = {"noise": made.noise, "race": RACE_NOISE, "cube_plies": made.cube_plies}
            known[level.name] = numbers
    return BrowserEngine({"judge": judge, "guess": guess}, known)
