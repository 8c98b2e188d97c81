"""Rollouts of Abak positions to the end of the game, on a GPU.

    python -m tools.oracles.abak_play_outs positions.jsonl end.jsonl --net teacher.safetensors \\
        --pruner src/tablas/engine/weights/abak-quick.safetensors --trials 2592

Every game is played to its end by one net on both sides; the mean of the results is the equity, its
standard error their spread. `tools/oracles/abak_reference.py join` puts them into the frozen file.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from tablas.abak import codec, formats
from tablas.training.export import read_weights
from tablas.training.game import GameRecipe, game
from tablas.training.net import FrozenNet
from tablas.training.play_outs import play_outs
from tablas.training.shortlist import Shortlist
from tablas.training.tensors import Device, device_called

LONGEST = 2000  # turns


def frozen(recipe: GameRecipe, path: Path, device: Device) -> FrozenNet:
    """The net in a file."""
    flat, shape = read_weights(path)
    return FrozenNet(recipe, flat.to(device), shape)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--net", type=Path, required=True)
    parser.add_argument("--pruner", type=Path, required=True)
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--count", type=int, default=None, help="of the first positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--device")
    options = parser.parse_args()
    device = device_called(options.device)
    lines = options.positions.read_text(encoding="utf-8").splitlines()[: options.count]
    positions = [json.loads(line)["position"] for line in lines]
    boards = codec.encode_many([formats.read(text).position for text in positions])
    recipe = dataclasses.replace(game("abak"), longest=LONGEST)
    shortlist = Shortlist(frozen(recipe, options.pruner, device), 16)
    points = play_outs(
        recipe, frozen(recipe, options.net, device), shortlist, boards, options.trials,
        seed=options.seed, device=device, threads=options.threads,
    )  # fmt: skip
    with options.results.open("w", encoding="utf-8") as out:
        for text, won in zip(positions, points, strict=True):
            line = {
                "position": text,
                "equity": round(float(won.mean()), 4),
                "error": round(float(won.std(ddof=1)) / len(won) ** 0.5, 4),
                "trials": len(won),
                "given_up": int((won == 0).sum()),
            }
            out.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
