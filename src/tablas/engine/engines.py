"""The engines of the games by name; each is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tablas.engine.game_engine import GameEngine
from tablas.errors import NotationError
from tablas.games import kind

if TYPE_CHECKING:
    from tablas.engine.dice.side import DiceSide


@cache
def engine(game: str) -> GameEngine:
    """Everything that the package can think about a game.

    >>> [level.name for level in engine("backgammon").levels][-1]
    'roller'
    """
    name = kind(game).name  # refuses what is no game
    game_engine: GameEngine = import_module(f"tablas.engine.{name}").ENGINE
    return game_engine


def dice_side(game: str) -> DiceSide:
    """What only the engines of dice games have."""
    side = engine(game).dice
    if side is None:
        raise NotationError(
            f"game {game!r}: played without dice", f"juego {game!r}: se juega sin dados"
        )
    return side
