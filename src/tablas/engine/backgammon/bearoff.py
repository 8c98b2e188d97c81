"""The bear-off tables of backgammon: built once, kept in the user's data folder, mapped from there.

One-sided: 15 checkers on 6 points, the chances of the number of rolls to bear off everything and to
save the gammon. Two-sided: up to 6 checkers a side, exact equities without and with a cube. The
file is a line that names the version, the SHA-256 of the rest, and the three tables as float32.
For races that have not come home yet a small net of the package says how many rolls a side needs.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablas import kernel
from tablas.engine.weights import layered, packaged
from tablas.errors import DamagedTables
from tablas.folders import data_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Bearoff

    Tables = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]

NAME: Final = "backgammon-bearoff-1.bin"
RACE: Final = "backgammon-race"
_TITLE: Final = b"tablas bear-off tables, version 1\n"
_HASH: Final = 32  # bytes
_START: Final = 128  # bytes before the tables; a multiple of the alignment of float32
_SHAPES: Final = ((54264, 32), (15504, 32), (924, 924, 4))
_BYTES: Final = 4 * sum(map(math.prod, _SHAPES))


@cache
def bearoff() -> Bearoff:
    """The tables, from the file; built first (under a second) where there is no good one.

    Where the folder cannot be written the tables stay in memory.
    """
    path = data_folder() / NAME
    try:
        return _with_race_net(read(path))
    except (OSError, DamagedTables):
        tables = kernel.backgammon.build_bearoff()
    with suppress(OSError):
        write(path, tables)
    return _with_race_net(tables)


def _with_race_net(tables: Tables) -> Bearoff:
    return layered(
        lambda race: kernel.backgammon.Bearoff(*tables, race=race),
        packaged(RACE),
    )


def build(path: Path | None = None) -> Path:
    """Builds the tables and writes them to their file, whatever is there."""
    path = path or data_folder() / NAME
    write(path, kernel.backgammon.build_bearoff())
    bearoff.cache_clear()
    return path


def write(path: Path, tables: Tables) -> None:
    """All or nothing: into a file beside it, which then takes its name."""
    data = b"".join(table.tobytes() for table in tables)
    head = (_TITLE + hashlib.sha256(data).digest()).ljust(_START, b"\0")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def read(path: Path) -> Tables:
    """The tables of a file, mapped into memory; DamagedTables says what is wrong with it."""
    import numpy as np  # noqa: PLC0415 (only who plays with the tables needs it)

    size = path.stat().st_size
    if size != _START + _BYTES:
        raise DamagedTables(
            f"{path}: {size} bytes, expected {_START + _BYTES}",
            f"{path}: {size} bytes, se esperaban {_START + _BYTES}",
        )
    whole = np.memmap(path, np.uint8, "r")
    head = whole[:_START].tobytes()
    if not head.startswith(_TITLE):
        raise DamagedTables(
            f"{path}: does not begin with {_TITLE.decode().strip()!r}",
            f"{path}: no empieza por {_TITLE.decode().strip()!r}",
        )
    expected = head[len(_TITLE) : len(_TITLE) + _HASH].hex()
    digest = hashlib.sha256(whole[_START:].data).hexdigest()
    if digest != expected:
        raise DamagedTables(
            f"{path}: SHA-256 {digest}, expected {expected}",
            f"{path}: SHA-256 {digest}, se esperaba {expected}",
        )
    numbers = np.asarray(whole[_START:]).view(np.float32)
    return _shaped(numbers)


def _shaped(numbers: NDArray[np.float32]) -> Tables:
    first, second = (math.prod(shape) for shape in _SHAPES[:2])
    return (
        numbers[:first].reshape(_SHAPES[0]),
        numbers[first : first + second].reshape(_SHAPES[1]),
        numbers[first + second :].reshape(_SHAPES[2]),
    )
