"""Teachers that are kept as one row of numbers, layer by layer again, as training reads them.

    python -m tablas.training.unpack research/weights/abak-teacher.safetensors \\
        runs/teacher.safetensors 1872-2x2048-1024-512-6

The last word is the net's size, as a run's log writes it.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from tablas.engine.weights import tensors
from tablas.training.export import save_weights
from tablas.training.shape import NetShape
from tablas.training.tensors import Tensor, torch

ROW = "mean"  # the running mean of the weights


def read_row(path: Path, shape: NetShape) -> Tensor:
    """The numbers of a file, if they are as many as the shape has."""
    there = tensors(path.read_bytes())
    if set(there) != {ROW}:
        raise ValueError(f"{path}: expected one row named {ROW}, found {', '.join(there)}")
    wanted = sum(math.prod(size) + size[0] for size in shape.layers)
    if there[ROW].size != wanted:
        raise ValueError(f"{path}: {there[ROW].size:,} numbers, but {shape} has {wanted:,}")
    return torch.from_numpy(there[ROW]).float().flatten()


def main(words: list[str]) -> None:
    if len(words) != 3:
        sys.exit("usage: python -m tablas.training.unpack ROW FILE SIZES")
    row, file, sizes = words
    try:
        shape = NetShape.read(sizes)
        save_weights(Path(file), read_row(Path(row), shape), shape)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
