"""The stack of a point as a number of 20 bits, five nibbles, the top in the lowest one.

A nibble is 0 (nobody), 1 to 6 (S G N D E O of the player to move) or 9 to 14 (the opponent's).
Functions take the five nibbles as arrays, the top first, and work on all stacks at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

STACKS = 1 << 20
SOLDIER, GUARD, GENERAL, DRUID, EVEN, ODD = range(1, 7)


def depth_first(stacks: Ints) -> list[Ints]:
    """The five nibbles of each stack, the top first."""
    return [stacks >> 4 * depth & 15 for depth in range(5)]


def side_of(nibble: Ints) -> Ints:
    """1 for a checker of the player to move, 2 for one of the opponent, 0 for none."""
    return np.where(nibble == 0, 0, np.where(nibble < 8, 1, 2))


def class_of(nibble: Ints) -> Ints:
    return nibble & 7


def run_length(nibbles: Sequence[Ints]) -> Ints:
    """How many checkers of the top one's side lie at the top without a gap."""
    top = side_of(nibbles[0])
    same = top != 0
    length = np.zeros_like(top)
    for nibble in nibbles:
        same = same & (side_of(nibble) == top)
        length += same
    return length


def held(nibbles: Sequence[Ints]) -> Ints:
    """How many checkers of the other side than the top one's lie in the stack."""
    other = 3 - side_of(nibbles[0])
    return np.asarray(np.sum([side_of(nibble) == other for nibble in nibbles], axis=0))


def is_lone_guard(nibbles: Sequence[Ints]) -> Bools:
    return np.asarray((run_length(nibbles) == 1) & (class_of(nibbles[0]) == GUARD))
