"""How the levels of a dice game are made: a net with noise in its judgement, or a search.

A list of levels loads no nets: they are made when somebody sits down.
"""

from __future__ import annotations

import random
from typing import Any

from tablas.engine.game_engine import PlayerFactory
from tablas.engine.player import Player


def net_level(game: str, name: str, net: str, noise: float = 0.0) -> PlayerFactory:
    """A player that looks at its own play only; `noise` is how badly it judges, in points."""

    def make(rng: random.Random) -> Player:
        from tablas.engine import weights  # noqa: PLC0415 (see above)
        from tablas.engine.dice.net_player import NetPlayer  # noqa: PLC0415

        return NetPlayer(weights.net(net), game, noise, rng, name)

    return make


def search_level(
    game: str, name: str, plies: int, *, cube_plies: int = 1, **options: Any
) -> PlayerFactory:
    """A player that looks some plies ahead, also at the cube; `options` are the game's engine's."""

    def make(rng: random.Random) -> Player:
        del rng  # it makes no mistakes on purpose
        from tablas.engine.dice.limit import DiceLimit  # noqa: PLC0415 (see above)
        from tablas.engine.dice.search_player import SearchPlayer  # noqa: PLC0415
        from tablas.engine.engines import dice_side  # noqa: PLC0415

        return SearchPlayer(
            dice_side(game).search(**options), DiceLimit(plies=plies), name, cube_plies
        )

    return make
