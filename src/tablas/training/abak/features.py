"""Packed Abak boards into the inputs of the net, and what the rules say for certain.

A board is the 64 bytes of `tablas.abak.codec`: 128 nibbles, of which 120 are checkers (24 points,
five deep, the top first) and 8 count bars and trays. Three kinds of inputs, all 0 or 1, the same as
in `cpp/abak/features.cpp`:

1. 128 * 12: one for each nibble and checker (own S G N D E O, the opponent's), steps for counts.
2. 24 * 12: the shape of each point: who blocks, blots, lone guards, held checkers (SHAPE_UNITS).
3. 2 * 24: what each side can do with its next dice (`reach.py`).
"""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tablas.training.abak.reach import REACH_UNITS, ReachInputs
from tablas.training.abak.stacks import (
    STACKS,
    depth_first,
    held,
    is_lone_guard,
    run_length,
    side_of,
)
from tablas.training.tensors import Device, DType, Tensor, functional, torch

if TYPE_CHECKING:
    from tablas.training.abak.expand import QuickExpander

BYTES = 64
UNITS = 12
SHAPE_UNITS = 12
POINTS = 24
DEEP = 5  # checkers of a stack that have a place of their own
STACK_INPUTS = DEEP * UNITS + SHAPE_UNITS
NIBBLES = 2 * BYTES * UNITS
SHAPES = POINTS * SHAPE_UNITS
KINDS = (NIBBLES, NIBBLES + SHAPES, NIBBLES + SHAPES + 2 * REACH_UNITS)
INPUTS = KINDS[-1]

OFF_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14)
BAR_STEPS = (1, 2, 3, 4, 5, 6)


def nibble_units(nibble: int, value: int) -> tuple[float, ...]:
    """What the net sees of a nibble: 16 * word + place in the word, the upper one being 15."""
    word, place = divmod(nibble, 16)
    seen = [0.0] * UNITS
    if place < 15:
        if value % 8 in range(1, 7):
            seen[value - 1 if value < 8 else value - 3] = 1.0
        return tuple(seen)
    match min(word, 7 - word):
        case 0:  # soldiers on the bar
            steps_reached = [value >= step for step in BAR_STEPS]
        case 1:  # guards, general, druid on the bar
            steps_reached = [value & 3 >= 1, value & 3 >= 2, value & 4 > 0, value & 8 > 0]
        case 2:  # the wounded on the bar
            steps_reached = [value & 1 > 0, value & 2 > 0]
        case _:  # borne off
            steps_reached = [value >= step for step in OFF_STEPS]
    seen[: len(steps_reached)] = map(float, steps_reached)
    return tuple(seen)


@cache
def byte_table() -> Tensor:
    """The inputs of the first kind for each byte of a board and each of its 256 values."""
    values = [[nibble_units(n, value) for value in range(16)] for n in range(2 * BYTES)]
    return torch.tensor(
        [
            values[2 * byte][value & 15] + values[2 * byte + 1][value >> 4]
            for byte in range(BYTES)
            for value in range(256)
        ]
    )


@cache
def shape_table() -> NDArray[np.bool_]:
    """The inputs of the second kind for each stack, those of the mover first.

    The side on top has a blot, a lone guard, a run of two, of three; holds one or two of the other.
    """
    nibbles = depth_first(np.arange(STACKS))
    top, run, holds = side_of(nibbles[0]), run_length(nibbles), held(nibbles)
    lone = is_lone_guard(nibbles)
    units = [(run == 1) & ~lone, lone, run >= 2, run >= 3, holds >= 1, holds >= 2]
    return np.stack([unit & (top == side) for side in (1, 2) for unit in units], axis=1)


@cache
def nibble_table() -> NDArray[np.bool_]:
    """The inputs of the first kind for each nibble of a board and each of its 16 values."""
    seen = [[nibble_units(n, value) for value in range(16)] for n in range(2 * BYTES)]
    return np.array(seen) > 0


def quick_expander(device: Device, dtype: DType) -> QuickExpander | None:
    """The same inputs of two kinds in one pass, where there is a GPU and Triton for it."""
    if device.type != "cuda" or importlib.util.find_spec("triton") is None:
        return None
    from tablas.training.abak.expand import QuickExpander  # noqa: PLC0415 (needs Triton)

    return QuickExpander(device, dtype, nibble_table(), shape_table())


class AbakInputs:
    """Turns boards into inputs on one device, by table look-ups."""

    def __init__(self, device: Device, dtype: DType, inputs: int = INPUTS) -> None:
        self.kinds = KINDS.index(inputs) + 1
        self.quick = quick_expander(device, dtype) if self.kinds > 1 else None
        self.bytes = byte_table().to(device, dtype)
        self.offsets = torch.arange(BYTES, dtype=torch.int32, device=device)[None] * 256
        self.shapes = torch.from_numpy(shape_table()).to(device, dtype)
        self.reach = ReachInputs(device, dtype) if self.kinds > 2 else None

    def __call__(self, boards: Tensor) -> Tensor:
        inputs = self._looked_up(boards) if self.quick is None else [self.quick(boards)]
        if self.reach is not None:
            inputs.append(self.reach(boards.view(torch.int64), stacks_of(boards)))
        return inputs[0] if len(inputs) == 1 else torch.cat(inputs, dim=1)

    def _looked_up(self, boards: Tensor) -> list[Tensor]:
        """The inputs of the first two kinds, or of the first alone."""
        rows = torch.add(self.offsets, boards)
        inputs = [functional.embedding(rows, self.bytes).view(-1, NIBBLES)]
        if self.kinds > 1:
            inputs.append(functional.embedding(stacks_of(boards), self.shapes).view(-1, SHAPES))
        return inputs


def stacks_of(boards: Tensor) -> Tensor:
    """The number of the stack on each of the 24 points."""
    words = boards.view(torch.int64)
    stacks = torch.stack([words >> shift & STACKS - 1 for shift in (0, 20, 40)], dim=2)
    return stacks.view(-1, POINTS)


def inputs_by_point(row: Tensor) -> tuple[Tensor, Tensor]:
    """The inputs of each point together, and those of bars and trays and of the third kind."""
    count, words = len(row), BYTES // 8
    seen = row[:, :NIBBLES].view(count, words, 16, UNITS)
    checkers = seen[:, :, :15].reshape(count, POINTS, DEEP * UNITS)
    shapes = row[:, NIBBLES : NIBBLES + SHAPES].view(count, POINTS, SHAPE_UNITS)
    rest = [seen[:, :, 15].reshape(count, words * UNITS), row[:, NIBBLES + SHAPES :]]
    return torch.cat([checkers, shapes], dim=2), torch.cat(rest, dim=1)


def lost_points(boards: Tensor) -> Tensor:
    """What the player to move has lost, if the other side has borne everything off."""
    words = boards.view(torch.int64)
    off = words[:, 3] >> 60 & 15 > 0
    barred = (words[:, 0] | words[:, 1] | words[:, 2]) >> 60 & 15 > 0
    # Own checkers on 19 to 24, the winner's home: a class (bits 0 to 2) without the bit 3.
    far = words[:, 6:8]
    some = (far | far >> 1 | far >> 2) & ~(far >> 3) & 0x0111_1111_1111_1111
    back = barred | (some != 0).any(dim=1)
    return torch.where(off, 1, torch.where(back, 3, 2))
