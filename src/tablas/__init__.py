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
    "kind",
]
