"""Tablas: Abak Evolution, Backgammon and Abalone, played by their exact rules."""

from tablas.clock import Clock, TimeControl
from tablas.cube import Cube
from tablas.errors import (
    IllegalAction,
    InvalidPosition,
    KernelDisagrees,
    KernelMissing,
    NotationError,
    TablasError,
)
from tablas.game import Game
from tablas.games import kind
from tablas.kind import Kind
from tablas.match import Match
from tablas.terms import Limits, Stakes, Terms
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
    "kind",
]
