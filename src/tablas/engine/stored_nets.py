"""Nets as they are stored: large matrices in whole steps, so that the package stays small.

A matrix is whole numbers and a step for each of its columns, by which they are multiplied. Inputs
that are seldom on have larger steps, since the error of a weight counts only where its input does:
of the first layers of Abak most columns are such. `weights.tensors` reads what `written` writes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine.weights import STEPS

FINENESS: Final = 512
"""Steps in the root mean square of a matrix, for an input that is always on."""

EVENNESS: Final = 0.5
"""1 would make the least mean error, 0 equal errors wherever an input is on, however seldom."""

SELDOM: Final = 0.02
"""An input used less than that has the steps of this one: nets have hardly seen it."""

SMALL: Final = 4096
"""A matrix of so many numbers keeps every bit: the last layer, of all the rounding costs most."""

KINDS: Final = {"float32": "F32", "int16": "I16", "int32": "I32", "uint8": "U8"}


def slimmed(
    tensors: Mapping[str, NDArray[np.float32]],
    use: NDArray[np.float64] | None = None,
    fineness: float = FINENESS,
) -> dict[str, NDArray[Any]]:
    """A net as it is stored; `use` is the root mean square of each input of the first layer."""
    made: dict[str, NDArray[Any]] = {}
    for name, tensor in tensors.items():
        if tensor.ndim != 2 or tensor.size <= SMALL:
            made[name] = tensor
            continue
        steps = steps_of(tensor, use if name == "layer0.weight" else None, fineness)
        made[name], made[name + STEPS] = planes(whole(tensor, steps)), steps
    return made


def steps_of(
    matrix: NDArray[np.float32], use: NDArray[np.float64] | None, fineness: float
) -> NDArray[np.float32]:
    """The step of each column.

    >>> steps = steps_of(np.full((2, 3), 2.0, np.float32), np.array([1, 1, 0]), 10)
    >>> [round(float(step), 3) for step in steps]
    [0.2, 0.2, 1.414]
    """
    step = float(np.sqrt(np.square(matrix, dtype=np.float64).mean())) / fineness
    used = np.ones(matrix.shape[1]) if use is None else np.maximum(use, SELDOM)
    return ((step or 1) * used**-EVENNESS).astype(np.float32)


def whole(matrix: NDArray[np.float32], steps: NDArray[np.float32]) -> NDArray[np.int16]:
    """The matrix in the nearest whole numbers of steps."""
    numbers: NDArray[np.float32] = np.rint(matrix / steps)
    if not np.abs(numbers).max() <= np.iinfo(np.int16).max:
        raise ValueError(f"{np.abs(numbers).max():g} steps are too many for 16 bits")
    return numbers.astype(np.int16)


def planes(numbers: NDArray[np.int16]) -> NDArray[np.uint8]:
    """2x or -2x - 1 for each number: all lower bytes, then all upper ones, which zip packs better.

    >>> planes(np.array([1, -1, 200], np.int16)).tolist()
    [[2, 1, 144], [0, 0, 1]]
    """
    wide = numbers.astype(np.int32)
    folded = (wide << 1) ^ (wide >> 31)
    return np.stack([folded & 0xFF, folded >> 8]).astype(np.uint8)


def without_units(
    stored: Mapping[str, NDArray[Any]], layer: int, kept: NDArray[np.int64]
) -> dict[str, NDArray[Any]]:
    """A net as it is stored with these units of a layer behind the first alone, in this order.

    What is left is as it was, to the bit: rows of the layer, columns of the next one.
    """
    made, here, ahead = dict(stored), f"layer{layer}", f"layer{layer + 1}.weight"
    made[f"{here}.weight"] = made[f"{here}.weight"].take(kept, axis=-2)
    for name in (f"{here}.bias", ahead, ahead + STEPS):
        if name in made:
            made[name] = made[name].take(kept, axis=-1)
    return made


def written(tensors: Mapping[str, NDArray[Any]]) -> bytes:
    """Safetensors: the header's length in 8 bytes, a JSON header, little-endian numbers."""
    header: dict[str, object] = {}
    rows, first = [], 0
    for name, tensor in tensors.items():
        data = tensor.astype(tensor.dtype.newbyteorder("<")).tobytes()
        header[name] = {
            "dtype": KINDS[tensor.dtype.name],
            "shape": list(tensor.shape),
            "data_offsets": [first, first + len(data)],
        }
        rows.append(data)
        first += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(rows)
