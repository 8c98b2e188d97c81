"""The inputs of Abak's nets on a GPU, written in one pass over the boards.

Looking rows up in tables and joining them takes a GPU longer than the net itself; here each input
is a bit of a small table, and only the inputs go through memory. `AbakInputs` of `features.py` says
the same with tables.
"""

from __future__ import annotations

import numpy as np
import triton  # type: ignore[import-not-found,unused-ignore]
import triton.language as tl  # type: ignore[import-not-found,unused-ignore]

from tablas.training.tensors import Device, DType, Tensor, torch

BOARDS, COLUMNS = 16, 256  # a tile


# Triton reads the source of these two and knows no type of Python's but its own constants.
@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def _nibbles(  # type: ignore[no-untyped-def]
    boards, masks, out, count, stride: tl.constexpr, size: tl.constexpr,  # noqa: ANN001
    units: tl.constexpr, tall: tl.constexpr, wide: tl.constexpr,
):  # fmt: skip
    row = (tl.program_id(0) * tall + tl.arange(0, tall))[:, None].to(tl.int64)
    column = (tl.program_id(1) * wide + tl.arange(0, wide))[None, :]
    there = (row < count) & (column < size)
    nibble = column // units
    byte = tl.load(boards + row * 64 + nibble // 2, mask=there, other=0).to(tl.int32)
    value = (byte >> (4 * (nibble % 2))) & 15
    mask = tl.load(masks + nibble * 16 + value, mask=there, other=0).to(tl.int32)
    bit = (mask >> (column % units)) & 1
    tl.store(out + row * stride + column, bit.to(out.dtype.element_ty), mask=there)


@triton.jit  # type: ignore[untyped-decorator,unused-ignore]
def _stacks(  # type: ignore[no-untyped-def]
    words, masks, out, count, stride: tl.constexpr, size: tl.constexpr,  # noqa: ANN001
    units: tl.constexpr, tall: tl.constexpr, wide: tl.constexpr,
):  # fmt: skip
    row = (tl.program_id(0) * tall + tl.arange(0, tall))[:, None].to(tl.int64)
    column = (tl.program_id(1) * wide + tl.arange(0, wide))[None, :]
    there = (row < count) & (column < size)
    point = column // units
    word = tl.load(words + row * 8 + point // 3, mask=there, other=0)
    stack = (word >> (20 * (point % 3)).to(tl.int64)) & 0xFFFFF
    mask = tl.load(masks + stack, mask=there, other=0).to(tl.int32)
    bit = (mask >> (column % units)) & 1
    tl.store(out + row * stride + column, bit.to(out.dtype.element_ty), mask=there)


def packed(units: np.ndarray) -> np.ndarray:
    """Rows of zeros and ones as the bits of numbers, the first one lowest."""
    bits: np.ndarray = (units.astype(np.int64) << np.arange(units.shape[-1])).sum(axis=-1)
    return bits.astype(np.int16)


class QuickExpander:
    """Turns boards into the inputs of the first two kinds."""

    def __init__(
        self, device: Device, dtype: DType, nibbles: np.ndarray, shapes: np.ndarray
    ) -> None:
        """`nibbles`: (128, 16, 12) what each nibble shows; `shapes`: (2**20, 12) each stack."""
        self.units = nibbles.shape[2]
        self.seen, self.points = nibbles.shape[0] * self.units, 24 * shapes.shape[1]
        self.dtype = dtype
        self.nibbles = torch.from_numpy(packed(nibbles)).to(device)
        self.shapes = torch.from_numpy(packed(shapes)).to(device)

    def __call__(self, boards: Tensor) -> Tensor:
        boards = boards.contiguous()
        count, width = len(boards), self.seen + self.points
        out = torch.empty((count, width), dtype=self.dtype, device=boards.device)
        tiles = -(-count // BOARDS)
        if count == 0:
            return out
        _nibbles[(tiles, -(-self.seen // COLUMNS))](
            boards, self.nibbles, out, count, width, self.seen, self.units, BOARDS, COLUMNS
        )
        _stacks[(tiles, -(-self.points // COLUMNS))](
            boards.view(torch.int64), self.shapes, out[:, self.seen :], count, width, self.points,
            self.units, BOARDS, COLUMNS,
        )  # fmt: skip
        return out
