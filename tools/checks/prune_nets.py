"""Prunes dead hidden units from nets: the same evaluations in less time.

    python -m tools.checks.prune_nets src/tablas/engine/weights/backgammon-large.safetensors
    python -m tools.checks.manifest

A rectified unit whose sum is negative wherever one looks is calculated for nothing; long training
leaves many of them behind ("dying ReLU", docs/notes/training.md). Here those go that are active on
none of a million boards: games of the net with itself, games at random, unusual starts and all
plays of rolls there. One that is seldom active may be so where it matters, and stays. A layer
keeps whole panels of the kernel, and the weights that stay are stored as they were. Then
evaluations of boards from other games are compared. Needs PyTorch.
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tools.checks.slim_nets import boards, compared
from tools.measure.nets.input_use import random_boards

from tablas import kernel
from tablas.engine import weights
from tablas.engine.stored_nets import without_units, written
from tablas.training.export import read_weights
from tablas.training.net import views
from tablas.training.recipe import recipe_of
from tablas.training.revive import active_counts
from tablas.training.tensors import torch

PANEL: Final = 32  # units that the kernel calculates together
SEEDS: Final = range(100, 130)  # of the games whose boards are looked at
UNUSUAL, ROLLS = 4000, 40_000


def looked_at(game: str, net: Any) -> NDArray[np.uint8]:
    """Boards of all kinds on which a unit may be active."""
    rng, rules = np.random.default_rng(3), getattr(kernel, game)
    usual = [boards(game, net, seed) for seed in SEEDS]
    odd = [random_boards(game, seed) for seed in range(3)]
    odd.append(recipe_of(game).unusual(rng, UNUSUAL))
    met = np.concatenate([*usual, *odd])
    rolled = met[rng.permutation(len(met))[:ROLLS]]
    dice = rng.integers(1, 7, (len(rolled), 2)).astype(np.uint8)
    every = np.concatenate([met, rules.successors(rolled, dice)[0]])
    going_on: NDArray[np.uint8] = every[rules.outcomes(every) == 0]
    return going_on


def worth_keeping(counts: NDArray[np.float32]) -> NDArray[np.int64]:
    """The units that a layer needs, in their order.

    >>> len(worth_keeping(np.repeat([7, 0], [40, 88])))
    64
    >>> worth_keeping(np.array([0, 1] * 32)).tolist() == list(range(1, 64, 2))
    True
    """
    panels = -(-np.count_nonzero(counts) // PANEL)
    return np.sort(np.argsort(-counts, kind="stable")[: panels * PANEL])


def pruned(path: Path) -> bytes:
    """The net of a file without the dead units."""
    game = path.stem.partition("-")[0]
    made = weights.stored(path.read_bytes())
    seen = looked_at(game, weights.net_from(path, game))
    print(f"{path.stem}: {len(seen)} boards", flush=True)
    flat, shape = read_weights(path)
    expand = recipe_of(game).expander(torch.device("cpu"), torch.float32, shape.inputs)
    heard = active_counts(views(flat, shape), shape, expand, torch.from_numpy(seen))
    for layer, one in enumerate((count.numpy() for count in heard), start=1):
        kept = worth_keeping(one)
        alive = np.count_nonzero(one)
        print(f"layer {layer}: {alive} of {len(one)} units live, {len(kept)} stay", flush=True)
        made = without_units(made, layer, kept)
    return written(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", type=Path, nargs="+")
    for path in parser.parse_args().files:
        data = pruned(path)
        line = f"{path.stem}: {len(data)} bytes, {len(zlib.compress(data, 9))} packed"
        line += compared(path, data)
        path.write_bytes(data)
        print(line, flush=True)


if __name__ == "__main__":
    main()
