"""Backgammon as the recipe sees it."""

from __future__ import annotations

from tablas.kernel import backgammon
from tablas.training.backgammon.features import INPUTS, BackgammonInputs, lost_points
from tablas.training.backgammon.starts import unusual
from tablas.training.backgammon.thumb import worth
from tablas.training.game import GameRecipe

GAME = GameRecipe(
    kernel=backgammon,
    size=32,
    inputs=(INPUTS,),
    active=40,
    expander=BackgammonInputs,
    off=(lambda boards: boards[:, 0] & 15, lambda boards: boards[:, 16] & 15),
    lost_points=lost_points,
    unusual=unusual,
    thumb=lambda _: worth,
)
