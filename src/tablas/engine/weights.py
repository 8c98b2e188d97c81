"""Reads the nets that come with the package, and refuses damaged ones.

The files are safetensors: the length of a header in 8 bytes, the header as JSON, then little-endian
numbers. `weights/manifest.json` holds the SHA-256 and the shapes of each. Numbers of 16 bits may
lie in two planes, all lower bytes before all upper ones: a U8 tensor whose first dimension is 2.
They are half floats or, where a tensor `<name>.steps` has a float for each column, whole numbers of
such steps (`stored_nets`).

The layers of a dice game's net are `layer0.weight` (outputs, inputs), `layer0.bias`,
`layer1.weight` and so on, with ReLU between them. Where the first layer has twice as many outputs
as the second has inputs, its units are products: those of the first half are rectified and
multiplied by those of the second, which are not.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tablas.errors import DamagedWeights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Net

    Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]

T = TypeVar("T")
MOST: Final = 64 << 20  # bytes; the nets have a few million
_LENGTH: Final = 8  # bytes of the header's length
STEPS: Final = ".steps"
"""What the name of the steps of a matrix has behind that of the matrix."""
PLANES: Final = "u1"
KINDS: Final = {"F32": "<f4", "F16": "<f2", "I16": "<i2", "I32": "<i4", "U8": PLANES}
"""The kinds of numbers that our nets have, as numpy names them; half floats only for storing."""


@cache
def net(name: str) -> Net:
    """The net of this name from the package, checked against the manifest.

    Its name begins with the game that it judges.
    """
    return _built(packaged(name), name.partition("-")[0])


def packaged(name: str) -> dict[str, NDArray[Any]]:
    """The tensors of a net of the package, which must be what the manifest says."""
    folder = resources.files("tablas.engine") / "weights"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    if name not in manifest:
        raise DamagedWeights(
            f"net {name!r}: the package has {', '.join(manifest)}",
            f"red {name!r}: el paquete tiene {', '.join(manifest)}",
        )
    data = (folder / f"{name}.safetensors").read_bytes()
    check(name, data, manifest[name])
    return tensors(data)


def net_from(path: Path, game: str) -> Net:
    """The net in a file of one's own, for training and measuring."""
    data = read_file(path)
    try:
        return _built(tensors(data), game)
    except DamagedWeights as error:
        english, spanish = (f"{path.name}: {error.spoken(one)}" for one in ("en", "es"))
        raise DamagedWeights(english, spanish) from error


def read_file(path: Path) -> bytes:
    """A file of tensors from outside the package."""
    if path.stat().st_size > MOST:
        raise DamagedWeights(
            f"{path.name}: more than {MOST} bytes", f"{path.name}: más de {MOST} bytes"
        )
    return path.read_bytes()


def check(name: str, data: bytes, expected: Mapping[str, Any]) -> None:
    """Compares a file with its entry in the manifest."""
    digest = hashlib.sha256(data).hexdigest()
    if digest != expected["sha256"]:
        raise DamagedWeights(
            f"net {name!r}: SHA-256 {digest}, expected {expected['sha256']}",
            f"red {name!r}: SHA-256 {digest}, se esperaba {expected['sha256']}",
        )
    shapes = {key: list(tensor.shape) for key, tensor in tensors(data).items()}
    if shapes != expected["shapes"]:
        raise DamagedWeights(
            f"net {name!r}: shapes {shapes}, expected {expected['shapes']}",
            f"red {name!r}: formas {shapes}, se esperaban {expected['shapes']}",
        )


def tensors(data: bytes) -> dict[str, NDArray[Any]]:
    """The tensors of a safetensors file in our kinds of numbers; else raises DamagedWeights."""
    kept = stored(data)
    steps = {key: kept.pop(key) for key in list(kept) if key.endswith(STEPS)}
    arrays = {key: _calculated(key, one, steps.pop(key + STEPS, None)) for key, one in kept.items()}
    for key in steps:
        raise DamagedWeights(f"{key}: steps of nothing", f"{key}: pasos de nada")
    return arrays


def stored(data: bytes) -> dict[str, NDArray[Any]]:
    """The tensors of a safetensors file as they lie there, planes and steps apart."""
    import numpy as np  # noqa: PLC0415 (only who plays with a net needs it)

    header, start = _header(data)
    kept: dict[str, NDArray[Any]] = {}
    for key, entry in header.items():
        if key == "__metadata__":
            continue
        kind, first, last, shape = _place(key, entry)
        if not 0 <= first <= last <= len(data) - start:
            raise DamagedWeights(f"{key}: lies outside the file", f"{key}: queda fuera del archivo")
        if last - first != np.dtype(kind).itemsize * math.prod(shape):
            raise DamagedWeights(
                f"{key}: {last - first} bytes do not fit the shape {shape}",
                f"{key}: {last - first} bytes no corresponden a la forma {shape}",
            )
        kept[key] = np.frombuffer(data, kind, math.prod(shape), start + first).reshape(shape)
    return kept


def _calculated(key: str, one: NDArray[Any], steps: NDArray[Any] | None) -> NDArray[Any]:
    """Numbers as the kernel calculates with them: no half floats, this machine's order of bytes."""
    import numpy as np  # noqa: PLC0415 (see above)

    if steps is not None:
        return _multiplied(key, one, steps)
    if one.dtype == np.uint8:
        one = _words(key, one).view("<f2")
    half = one.dtype.kind == "f" and one.dtype.itemsize == 2
    return one.astype(np.dtype("<f4" if half else one.dtype).newbyteorder("="))


def _words(key: str, one: NDArray[Any]) -> NDArray[np.uint16]:
    """Numbers of 16 bits from their two planes."""
    if one.ndim < 2 or len(one) != 2:
        raise DamagedWeights(
            f"{key}: bytes of the shape {one.shape}, expected two planes",
            f"{key}: bytes de la forma {one.shape}, se esperaban dos planos",
        )
    lower, upper = one.astype("<u2")
    words: NDArray[np.uint16] = lower | upper << 8
    return words


def _multiplied(key: str, one: NDArray[Any], steps: NDArray[Any]) -> NDArray[np.float32]:
    """Whole numbers, which have their sign in the last bit, by the steps of their columns."""
    import numpy as np  # noqa: PLC0415 (see above)

    fits = one.dtype == np.uint8 and one.shape[2:] == steps.shape and steps.dtype == "<f4"
    if not fits:
        raise DamagedWeights(
            f"{key}: {steps.shape} steps do not fit the shape {one.shape}",
            f"{key}: {steps.shape} pasos no corresponden a la forma {one.shape}",
        )
    words = _words(key, one).astype(np.int32)
    numbers = (words >> 1) ^ -(words & 1)
    return numbers.astype(np.float32) * steps.astype(np.float32)


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    length = int.from_bytes(data[:_LENGTH], "little")
    start = _LENGTH + length
    if len(data) < _LENGTH or start > len(data):
        raise DamagedWeights(
            f"{len(data)} bytes are too few for a header of {length}",
            f"{len(data)} bytes son pocos para una cabecera de {length}",
        )
    try:
        header = json.loads(data[_LENGTH:start])
    except ValueError as error:
        raise DamagedWeights(
            f"the header is not JSON: {error}", f"la cabecera no es JSON: {error}"
        ) from error
    if not isinstance(header, dict):
        raise DamagedWeights("the header is not an object", "la cabecera no es un objeto")
    return header, start


def _place(key: str, entry: Any) -> tuple[str, int, int, tuple[int, ...]]:
    """The kind of numbers of a tensor as numpy names it, where it lies, and its shape."""
    match entry:
        case {
            "dtype": ("F32" | "F16" | "I16" | "I32" | "U8") as kind,
            "shape": [*shape],
            "data_offsets": [int(first), int(last)],
        } if all(isinstance(size, int) and 0 < size < MOST for size in shape):
            return KINDS[kind], first, last, tuple(shape)
    raise DamagedWeights(
        f"{key}: not a tensor of {', '.join(KINDS)} with a shape and a place",
        f"{key}: no es un tensor de {', '.join(KINDS)} con una forma y un lugar",
    )


def _built(arrays: dict[str, NDArray[np.float32]], game: str) -> Net:
    from tablas import kernel  # noqa: PLC0415 (see above)

    dice_game: type[Net] = getattr(kernel, game).Net
    return layered(dice_game, arrays)


def layered(make: Callable[[Layers], T], arrays: dict[str, NDArray[np.float32]]) -> T:
    """A net of the kernel from its layers, in order."""
    for name in arrays:
        if not name.startswith("layer"):
            raise DamagedWeights(
                f"{name}: the kernel has no such layer; a teacher with a reader of stacks plays "
                "in training alone, and a net can be distilled from it",
                f"{name}: el núcleo no tiene esa capa; un maestro con lector de pilas solo juega "
                "al entrenar, y de él se puede destilar una red",
            )
    layers: Layers = []
    while f"layer{len(layers)}.weight" in arrays:
        name = f"layer{len(layers)}"
        if f"{name}.bias" not in arrays:
            raise DamagedWeights(f"{name}: the bias is missing", f"{name}: falta el sesgo")
        layers.append((arrays[f"{name}.weight"], arrays[f"{name}.bias"]))
    try:
        return make(layers)
    except ValueError as error:
        raise DamagedWeights(str(error), str(error)) from error
