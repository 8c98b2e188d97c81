"""What a person sees of a board at a glance: points, blots, stacks; nothing is calculated.

A `Sight` holds n boards as one side sees them: rows are boards, columns that side's own points,
from 0 (off) to 25 (the bar). The enemy stands on the same numbers and moves upwards, so that a blot
is in reach of whoever stands below it. Each dice game says how its boards are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Numbers = NDArray[np.floating[Any]]

POINTS: Final = 26
DIRECT: Final = 6
"""As far as one die reaches."""
HOME: Final = slice(1, 7)
OUTSIDE: Final = slice(7, 19)
THEIRS: Final = slice(19, 25)
DEEP: Final = slice(1, 3)
TALL: Final = 3
"""Checkers on a point from which on they are heaped up."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Boards, seen by one side."""

    count: Numbers  # own checkers, those on the bar and borne off in columns 25 and 0
    blots: Flags
    blocks: Flags  # points on which the enemy cannot land
    foes: Numbers  # enemies that could hit, those on their bar in column 0
    foes_out: Numbers  # enemies on the bar, of each board


NAMES: Final = (
    "hits", "exposed", "at_risk", "far_exposed", "home_points", "outer_points", "anchors",
    "row", "heaped", "behind", "deep", "borne_off", "moved", "apart",
)  # fmt: skip
"""What is noticed about a play, in the order of `noticed`."""


def noticed(before: Sight, after: Sight) -> Numbers:
    """What each play changes for the eye, a row a play; `before` is the one board they start from.

    `moved` counts the points that checkers left, `apart` how far these lie from each other: a play
    with one checker is seen before one with two in different corners.
    """
    direct, indirect = _reached(after)
    exposed = after.blots & direct
    lost = (25 - np.arange(POINTS)) / 24
    left = np.maximum(before.count - after.count, 0)
    left[:, 0] = 0
    columns = (
        after.foes_out - before.foes_out,
        exposed.sum(1),
        (exposed * lost).sum(1),
        (after.blots & indirect & ~direct).sum(1),
        after.blocks[:, HOME].sum(1),
        after.blocks[:, OUTSIDE].sum(1),
        after.blocks[:, THEIRS].sum(1),
        _longest_row(after.blocks),
        np.maximum(after.count[:, 1:25] - TALL, 0).sum(1),
        after.count[:, 19:].sum(1),
        after.count[:, DEEP].sum(1),
        after.count[:, 0],
        left.sum(1),
        _spread(left > 0),
    )
    return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)


def _reached(sight: Sight) -> tuple[Flags, Flags]:
    """Where an enemy stands within one die below, and within two."""
    enemies = sight.foes > 0
    direct = np.zeros_like(enemies)
    indirect = np.zeros_like(enemies)
    for pips in range(1, 2 * DIRECT + 1):
        near = direct if pips <= DIRECT else indirect
        near[:, pips:] |= enemies[:, :-pips]
    return direct, indirect


def _longest_row(blocks: Flags) -> Numbers:
    """The most points held one behind the other."""
    longest = np.zeros(len(blocks))
    run = np.zeros(len(blocks))
    for point in range(1, 25):
        run = np.where(blocks[:, point], run + 1, 0)
        longest = np.maximum(longest, run)
    return longest


def _spread(left: Flags) -> Numbers:
    """How far the points that checkers left lie apart, in quarters of the board."""
    places = np.arange(POINTS)
    first = np.where(left, places, POINTS).min(1)
    last = np.where(left, places, -1).max(1)
    return np.asarray(np.maximum(last - first, 0) / 6)
