"""Weights as half floats: how nets are stored, so that the package stays small."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

BITS: Final = 10
"""Of the fraction of a half float."""


def rounded(tensor: NDArray[np.float32], drop: int = 0) -> NDArray[np.float16]:
    """The nearest half floats whose last `drop` bits are zero.

    >>> float(rounded(np.array([0.3], np.float32))[0]), float(rounded(np.array([0.3]), 3)[0])
    (0.300048828125, 0.30078125)
    """
    if not 0 <= drop < BITS:
        raise ValueError(f"drop {drop}: expected 0 to {BITS - 1} bits")
    if not np.abs(tensor).max(initial=0) <= np.finfo(np.float16).max:
        raise ValueError(f"a weight of {np.abs(tensor).max():g} is too large for a half float")
    half = tensor.astype(np.float16)
    if not drop:
        return half
    # Magnitudes of floats are ordered like integers: rounding up may carry into the exponent.
    bits = half.view(np.uint16).astype(np.uint32)
    cut = (bits + (1 << (drop - 1)) - 1 + ((bits >> drop) & 1)) >> drop << drop
    return cut.astype(np.uint16).view(np.float16)


def written(tensors: Mapping[str, NDArray[np.float16]]) -> bytes:
    """Safetensors: the header's length in 8 bytes, a JSON header, half floats in two planes.

    All lower bytes lie before all upper ones, which differ less: zip packs them better so.
    """
    header: dict[str, object] = {}
    rows, first = [], 0
    for name, tensor in tensors.items():
        data = planes(tensor).tobytes()
        places = [first, first + len(data)]
        header[name] = {"dtype": "U8", "shape": [2, *tensor.shape], "data_offsets": places}
        rows.append(data)
        first += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(rows)


def planes(tensor: NDArray[np.float16]) -> NDArray[np.uint8]:
    """The lower bytes of half floats, and then the upper ones.

    >>> planes(np.array([1, -2], np.float16)).tolist()
    [[0, 0], [60, 192]]
    """
    bits = tensor.view(np.uint16)
    return np.stack([bits & 0xFF, bits >> 8]).astype(np.uint8)
