"""Abak as the recipe sees it."""

from __future__ import annotations

from tablas.kernel import abak
from tablas.training.abak.features import (
    KINDS,
    STACK_INPUTS,
    AbakInputs,
    inputs_by_point,
    lost_points,
)
from tablas.training.abak.starts import unusual
from tablas.training.abak.thumb import worth
from tablas.training.game import GameRecipe

# The general's way back and games that lock up make some games endless (ruling A7): no game of
# two sensible players was seen to last so long.
LONGEST = 400

GAME = GameRecipe(
    kernel=abak,
    size=64,
    inputs=KINDS,
    active=65,
    expander=AbakInputs,
    off=(lambda boards: boards[:, 31] >> 4, lambda boards: boards[:, 39] >> 4),
    lost_points=lost_points,
    unusual=unusual,
    thumb=worth,
    longest=LONGEST,
    stack=STACK_INPUTS,
    stacks=inputs_by_point,
)
