"""Abak as the recipe sees it."""

from __future__ import annotations

from abak.features import KINDS, Expander, lost_points
from abak.starts import unusual
from abak.thumb import worth
from game import Game

from tablas.kernel import abak

# The general's way back and games that lock up make some games endless (ruling A7): no game of
# two sensible players was seen to last so long.
LONGEST = 400

GAME = Game(
    kernel=abak,
    size=64,
    inputs=KINDS,
    active=65,
    expander=Expander,
    off=(lambda boards: boards[:, 31] >> 4, lambda boards: boards[:, 39] >> 4),
    lost_points=lost_points,
    unusual=unusual,
    thumb=worth,
    longest=LONGEST,
)
