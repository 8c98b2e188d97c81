"""Backgammon as the recipe sees it."""

from __future__ import annotations

from backgammon.features import INPUTS, Expander, lost_points
from backgammon.starts import unusual
from backgammon.thumb import worth
from game import Game

from tablas.kernel import backgammon

GAME = Game(
    kernel=backgammon,
    size=32,
    inputs=(INPUTS,),
    active=40,
    expander=Expander,
    off=(lambda boards: boards[:, 0] & 15, lambda boards: boards[:, 16] & 15),
    lost_points=lost_points,
    unusual=unusual,
    thumb=lambda _: worth,
)
