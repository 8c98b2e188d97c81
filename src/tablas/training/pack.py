"""A teacher as one row of half floats, which takes half the room: the way back is `unpack`.

    python -m tablas.training.pack runs/teacher.safetensors runs/row.safetensors

says the net's size, which `unpack` asks for.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tablas.engine.stored_nets import written
from tablas.errors import TablasError
from tablas.training.export import read_weights
from tablas.training.shape import NetShape
from tablas.training.unpack import ROW


def packed(path: Path) -> tuple[bytes, NetShape]:
    """The file of one row, all lower bytes before all upper ones, and the net's shape."""
    flat, shape = read_weights(path)
    words = flat.half().numpy().view(np.uint16)
    return written({ROW: np.stack([words & 0xFF, words >> 8]).astype(np.uint8)}), shape


def main(words: list[str]) -> None:
    if len(words) != 2:
        sys.exit("usage: python -m tablas.training.pack FILE ROW")
    try:
        row, shape = packed(Path(words[0]))
        Path(words[1]).write_bytes(row)
    except (OSError, ValueError, TablasError) as error:
        sys.exit(f"{words[0]}: {error}")
    print(shape)  # noqa: T201 (what the command answers)


if __name__ == "__main__":
    main(sys.argv[1:])
