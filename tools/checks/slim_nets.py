"""Stores nets as half floats, so that the wheel stays small, and tells what that changes.

    python tools/checks/slim_nets.py src/tablas/engine/weights/abak*.safetensors --drop 2
    python tools/checks/manifest.py

Weights become float16, and the last `--drop` bits of their ten are rounded away: the fewer are
left, the better they are packed. Nets of integers stay as they are. The evaluations of positions
from games of the net against itself are compared before and after. A net slimmed before is slimmed
from what it is now, so begin with the file of the training run.
"""

from __future__ import annotations

import argparse
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine import weights
from tablas.engine.dice.evaluator import equities
from tablas.engine.half_floats import rounded, written
from tablas.games import kind

GAMES, TURNS = 64, 40


def boards(game: str, net: Any, seed: int = 1) -> NDArray[np.uint8]:
    """The boards of some games of the net against itself."""
    rng = np.random.default_rng(seed)
    start = np.frombuffer(bytearray(kind(game).codec.encode(kind(game).rules.start())), np.uint8)
    now, seen = np.repeat(start[None], GAMES, 0), []
    for _ in range(TURNS):
        dice = rng.integers(1, 7, (len(now), 2)).astype(np.uint8)
        now = net.choose(now, dice)[0]
        now = now[getattr(kernel, game).outcomes(now) == 0]
        seen.append(now)
    return np.concatenate(seen)


def compared(path: Path, data: bytes) -> str:
    """What the new weights change in the evaluations of positions."""
    game = path.stem.partition("-")[0]
    net = weights.net_from(path, game)
    with tempfile.TemporaryDirectory() as folder:
        slim = Path(folder) / path.name
        slim.write_bytes(data)
        new = weights.net_from(slim, game)
    positions = boards(game, net)
    apart = np.abs(equities(net.evaluate(positions)) - equities(new.evaluate(positions)))
    return f"; {len(apart)} positions: mean {apart.mean():.5f}, most {apart.max():.5f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--drop", type=int, choices=range(8), default=0)
    asked = parser.parse_args()
    for path in asked.files:
        before = weights.tensors(path.read_bytes())
        if any(tensor.dtype != np.float32 for tensor in before.values()):
            print(f"{path.stem}: no float32, left as it is")
            continue
        data = written({name: rounded(one, asked.drop) for name, one in before.items()})
        line = f"{path.stem}: {len(data)} bytes, {len(zlib.compress(data, 9))} packed"
        if "guess" not in path.stem:  # the nets that only name plays have another kind of answer
            line += compared(path, data)
        path.write_bytes(data)
        print(line, flush=True)


if __name__ == "__main__":
    main()
