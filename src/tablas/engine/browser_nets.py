"""The nets as browsers get them: the ones of the package, with a byte for most weights.

A net that judges dice games loses a little by that (`tools/measure/nets/browser_nets.py`);
that of a search without dice keeps every bit, ordered so that it packs well. Nothing of it is
stored: a server makes each net when it is first asked for. `cpp/wasm/nets.cpp` reads the files and
says what they look like.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from tablas.engine.weights import packaged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = b"TBN1"
FLOATS, BYTES, ZIGZAG, WORDS = range(4)
"""The kinds of tensors, as the kernel numbers them."""

FORM: Final = b"2"
"""To be raised when the same net is written in another way: then it lies at another address."""

SMALL: Final = 4096
"""A matrix of so many numbers keeps every bit: the last layer, of all the rounding costs most."""

STEPS: Final = 127
"""The largest weight of a row is so many of the row's steps."""

ORDER: Final = (
    "patterns", "hexagons", "cells", "lost", "bias", "hidden", "hidden_bias", "out", "out_bias"
)  # fmt: skip
"""Of the tensors of a search without dice."""


@cache
def browser_net(name: str) -> bytes:
    """The file of a net, compressed."""
    return gzip.compress(written(packaged(name)), 9, mtime=0)


@cache
def tag(name: str) -> str:
    """What tells this net, in this form, from every other one; it is part of its address."""
    manifest = resources.files("tablas.engine") / "weights" / "manifest.json"
    known = json.loads(manifest.read_text(encoding="utf-8"))[name]["sha256"]
    return hashlib.sha256(FORMAT + FORM + known.encode()).hexdigest()[:16]


def written(arrays: dict[str, NDArray[Any]]) -> bytes:
    """The tensors one behind the other, layers in order."""
    parts = [_tensor(arrays[name]) for name in _order(arrays)]
    return FORMAT + struct.pack("<I", len(parts)) + b"".join(parts)


def _order(arrays: dict[str, NDArray[Any]]) -> list[str]:
    if "patterns" in arrays:
        return list(ORDER)
    count = sum(name.endswith(".weight") for name in arrays)
    return [f"layer{i}.{part}" for i in range(count) for part in ("weight", "bias")]


def _tensor(array: NDArray[Any]) -> bytes:
    import numpy as np  # noqa: PLC0415 (whoever only lists levels does without)

    from tablas.engine.stored_nets import planes  # noqa: PLC0415 (it imports numpy)

    rows, columns = array.shape if array.ndim == 2 else (1, array.size)
    if array.dtype == np.int16:
        kind, data = ZIGZAG, planes(array).tobytes()
    elif array.dtype == np.int32:
        kind, data = WORDS, array.astype("<i4").tobytes()
    elif array.ndim == 1 or array.size <= SMALL:
        kind, data = FLOATS, array.astype("<f4").tobytes()
    else:
        scales, steps = stepped(array)
        kind, data = BYTES, scales.astype("<f4").tobytes() + steps.tobytes()
    return struct.pack("<III", kind, rows, columns) + data + bytes(-len(data) % 4)


def stepped(weights: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """The step of each row, and the weights in whole steps of it.

    >>> import numpy as np
    >>> scales, steps = stepped(np.array([[0.5, -1.27]], np.float32))
    >>> round(float(scales[0]), 4), steps.tolist()
    (0.01, [[50, -127]])
    """
    import numpy as np  # noqa: PLC0415 (see above)

    most = np.abs(weights).max(axis=1)
    scales = np.where(most > 0, most / STEPS, 1).astype(np.float32)
    return scales, np.rint(weights / scales[:, None]).astype(np.int8)


def rounded(arrays: dict[str, NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
    """The weights as a browser calculates with them, for whoever compares."""
    import numpy as np  # noqa: PLC0415 (see above)

    made: dict[str, NDArray[np.float32]] = {}
    for name, array in arrays.items():
        if array.ndim == 2 and array.dtype == np.float32 and array.size > SMALL:
            scales, steps = stepped(array)
            made[name] = scales[:, None] * steps.astype(np.float32)
        else:
            made[name] = array
    return made
