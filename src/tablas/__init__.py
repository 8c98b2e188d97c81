"""Tablas: Abak Evolution, Backgammon and Abalone, played by their exact rules."""

from tablas.errors import (
    IllegalAction,
    InvalidPosition,
    KernelDisagrees,
    KernelMissing,
    NotationError,
    TablasError,
)
from tablas.games import kind
from tablas.kind import Kind
from tablas.library import load, new_game, open_engine, play_game, play_match, review_match, save
from tablas.play.clock import Clock, TimeControl
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.play.terms import Limits, Stakes, Terms
from tablas.values import ROLLS, Dice, Outcome, Result, Setup, Side

__all__ = [
    "ROLLS",
    "Clock",
    "Cube",
    "Dice",
    "Game",
    "IllegalAction",
    "InvalidPosition",
    "KernelDisagrees",
    "KernelMissing",
    "Kind",
    "Limits",
    "Match",
    "NotationError",
    "Outcome",
    "Result",
    "Setup",
    "Side",
    "Stakes",
    "TablasError",
    "Terms",
    "TimeControl",
    "__version__",
    "kind",
    "load",
    "new_game",
    "open_engine",
    "play_game",
    "play_match",
    "review_match",
    "save",
]


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module 'tablas' has no attribute {name!r}")
    from importlib.metadata import version  # noqa: PLC0415 it takes as long as all the rest

    return version("tablas")
