"""Stores nets in whole steps, so that the wheel stays small, and tells what that changes.

    python -m tools.checks.slim_nets src/tablas/engine/weights/abak*.safetensors --fineness 512
    python -m tools.checks.slim_nets src/tablas/engine/weights/abalone.safetensors --step 3
    python -m tools.checks.manifest

The steps of an input depend on how often it is on in games of the net against itself, and in games
at random (`tablas.engine.stored_nets`). Of Abalone's network of integers the tables of lines
and hexagons get multiples of `--step`. The evaluations of
positions from other games of the net against itself are compared before and after. A net slimmed
before is slimmed from what it is now, so begin with the file of the training run.
"""

from __future__ import annotations

import argparse
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.measure.nets.input_use import input_use, random_boards, start_boards

from tablas import kernel
from tablas.abalone import codec, rules, starts
from tablas.engine import browser_nets, weights
from tablas.engine.dice.evaluator import equities
from tablas.engine.stored_nets import FINENESS, slimmed, written

GAMES, TURNS = 64, 40
SEEDS = range(11, 15)  # of the games that say how often inputs are on
TABLES = ("patterns", "hexagons")  # of Abalone's network: most of its numbers


def boards(game: str, net: Any, seed: int = 1) -> NDArray[np.uint8]:
    """The boards of some games of the net against itself."""
    rng = np.random.default_rng(seed)
    now, seen = start_boards(game, GAMES), []
    for _ in range(TURNS):
        dice = rng.integers(1, 7, (len(now), 2)).astype(np.uint8)
        now = net.choose(now, dice)[0]
        now = now[getattr(kernel, game).outcomes(now) == 0]
        seen.append(now)
    return np.concatenate(seen)


def use_of(path: Path, inputs: int) -> NDArray[np.float64]:
    """How much the net uses each of its inputs."""
    game = path.stem.partition("-")[0]
    net = weights.net_from(path, game)
    met = [boards(game, net, seed) for seed in SEEDS]
    return input_use(game, inputs, np.concatenate([*met, random_boards(game)]))


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


def coarse(tensors: Mapping[str, NDArray[Any]], step: int) -> dict[str, NDArray[Any]]:
    """A network of Abalone with its tables in multiples of a step: they pack into fewer bytes."""
    return {
        name: (np.rint(tensor / step) * step).astype(tensor.dtype) if name in TABLES else tensor
        for name, tensor in tensors.items()
    }


def search_boards() -> NDArray[np.uint8]:
    """Boards of random games of Abalone from all starts."""
    now = codec.encode_many([rules.start(name) for name in starts.STARTS] * 4)
    rng, seen = np.random.default_rng(1), []
    for _ in range(TURNS):
        reached, offsets = kernel.abalone.successors(now)
        sizes = np.diff(offsets)
        now = reached[offsets[:-1] + (rng.random(len(sizes)) * sizes).astype(int)]
        seen.append(now)
    return np.concatenate(seen)


def compared_in_search(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What the new tables change in what the network adds to a score."""
    boards = search_boards()
    scores = [kernel.abalone.Net(**tensors).evaluate(boards) for tensors in (before, after)]
    apart = np.abs(scores[0] - scores[1])
    return f"; {len(apart)} positions: mean {apart.mean():.2f} hundredths, most {apart.max()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--fineness", type=float, default=FINENESS)
    parser.add_argument("--step", type=int, default=1, help="of Abalone's tables")
    asked = parser.parse_args()
    for path in asked.files:
        before = weights.tensors(path.read_bytes())
        if TABLES[0] in before:
            after = coarse(before, asked.step)
            path.write_bytes(written(after))
            size = len(zlib.compress(browser_nets.written(after), 9))
            print(f"{path.stem}: {size} bytes as sent{compared_in_search(before, after)}")
            continue
        if any(tensor.dtype != np.float32 for tensor in before.values()):
            print(f"{path.stem}: no float32, left as it is")
            continue
        judges = "guess" not in path.stem  # nets that only name plays have another kind of answer
        use = use_of(path, before["layer0.weight"].shape[1]) if judges else None
        data = written(slimmed(before, use, asked.fineness))
        line = f"{path.stem}: {len(data)} bytes, {len(zlib.compress(data, 9))} packed"
        if judges:
            line += compared(path, data)
        path.write_bytes(data)
        print(line, flush=True)


if __name__ == "__main__":
    main()
