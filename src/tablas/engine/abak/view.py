"""Many Abak boards at once, as arrays that a rule of thumb can read.

A `View` sees n packed boards from one side: every array has shape (26, n), row p is that side's
point p, and the rows 0 and 25 (off and bar) are empty. Classes are the codec's digits. Points come
first so that whatever is done to a point is done to thousands of neighbouring numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.abak.codec import SIZE
from tablas.abak.stacks import LIMIT, MIDFIELD

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.floating[Any]]

S, G, N, D, E, O = range(1, 7)
BAR: Final = 25
ROWS: Final = 26
HOME: Final = slice(1, 7)

IN_MIDFIELD: Final = np.isin(np.arange(ROWS), MIDFIELD)[:, None]


@dataclass(frozen=True)
class View:
    """What one side has on each point, and what stands against it."""

    top: Bytes  # class of the own checker that is free to move there, else 0
    below: Bytes  # class of the next checker of the own run, else 0
    run: Bytes  # length of the own run at the top
    count: Bytes  # own checkers there, trapped ones too
    foe_top: Bytes
    foe_run: Bytes
    size: Bytes  # checkers of both sides
    wait: Bytes  # own checkers on the bar, by class: shape (7, n)
    off: Bytes  # own checkers borne off, shape (n,)

    @cached_property
    def bar(self) -> Numbers:
        """How many own checkers wait on the bar, shape (n,)."""
        return np.asarray(self.wait.sum(0), np.float32)

    @cached_property
    def trapped(self) -> Bytes:
        """Own checkers that do not belong to the run at the top: somebody holds them."""
        return self.count - self.run

    @cached_property
    def blocks(self) -> Flags:
        """Points on which the opponent cannot simply land: two or more, or a lone guard."""
        return np.asarray((self.run >= 2) | ((self.top == G) & (self.run == 1)))

    @cached_property
    def blots(self) -> Flags:
        """Lone checkers that anybody hits; a lone guard is none."""
        return np.asarray((self.run == 1) & (self.top != G))

    @cached_property
    def open(self) -> Flags:
        """Points on which the own checkers of most classes can land."""
        shut = (self.foe_run >= 2) | ((self.foe_top == G) & (self.foe_run == 1))
        full = (self.foe_run == 0) & (self.size >= LIMIT)
        return np.asarray(~(shut | full) & _ON_BOARD)

    @cached_property
    def plays(self) -> list[Flags]:
        """For each die (index 0 unused): where a free checker stands that plays this die."""
        free = self.top > 0
        by_parity = (free & (self.top != O), free & (self.top != E))
        return [by_parity[die % 2] for die in range(7)]

    @cached_property
    def pips(self) -> Numbers:
        """The way that is left, shape (n,)."""
        on_points = np.arange(ROWS, dtype=np.float32) @ self.count.astype(np.float32)
        return np.asarray(on_points + np.float32(BAR) * self.bar)

    @cached_property
    def contact(self) -> Flags:
        """Whether own checkers still have to pass enemies, those on the bar too, shape (n,)."""
        enemy_below = np.cumsum(self.size > self.count, 0) > 0
        return np.asarray((enemy_below & (self.count > 0)).any(0) | (self.bar > 0))

    def among(self, which: Flags) -> View:
        """Only the boards that are marked."""
        return View(*(getattr(self, array.name)[..., which] for array in fields(self)))


_ON_BOARD: Final = ((np.arange(ROWS) > 0) & (np.arange(ROWS) < BAR))[:, None]


def views(boards: NDArray[np.uint8]) -> tuple[View, View]:
    """The boards seen by the player to move and by the opponent, each from its own side."""
    words = np.ascontiguousarray(boards).view("<u8").reshape(-1, SIZE // 8).T
    stacks = np.zeros((ROWS, len(boards)), np.uint32)
    for place in range(3):
        stacks[1 + place : BAR : 3] = words >> np.uint64(20 * place) & np.uint64(0xFFFFF)
    digits = [(stacks >> np.uint32(4 * deep) & np.uint32(15)).astype(np.uint8) for deep in range(5)]
    nibbles = (words >> np.uint64(60)).astype(np.uint8)
    size = np.asarray(np.sum([digit > 0 for digit in digits], 0), np.uint8)
    mine = _team(digits, [(digit > 0) & (digit < 8) for digit in digits])
    theirs = _team(digits, [digit > 8 for digit in digits])
    upside_down = [array[::-1] for array in (*theirs, mine[0], mine[2], size)]
    return (
        View(*mine, theirs[0], theirs[2], size, *_waiting(nibbles)),
        View(*upside_down, *_waiting(nibbles[::-1])),  # type: ignore[call-arg]
    )


def _team(digits: list[Bytes], ours: list[Flags]) -> tuple[Bytes, Bytes, Bytes, Bytes]:
    """`top`, `below`, `run` and `count` of the side whose checkers `ours` marks, top first."""
    run, unbroken = ours[0].astype(np.uint8), ours[0]
    count = run.copy()
    for deeper in ours[1:]:
        unbroken = unbroken & deeper
        run += unbroken
        count += deeper
    top = np.where(ours[0], digits[0] & 7, np.uint8(0))
    below = np.where(run >= 2, digits[1] & 7, np.uint8(0))
    return top, below, run, count


def _waiting(nibbles: Bytes) -> tuple[Bytes, Bytes]:
    """`wait` and `off` of the side whose upper nibbles come first (`abak/codec.py`)."""
    soldiers, others, wounded, off = nibbles[:4]
    wait = np.zeros((7, nibbles.shape[1]), np.uint8)
    wait[S], wait[G], wait[N], wait[D] = soldiers, others & 3, others >> 2 & 1, others >> 3 & 1
    wait[E], wait[O] = wounded & 1, wounded >> 1 & 1
    return wait, off
