"""Shrinks a net behind its first layer (structured pruning), and teaches what is left again.

    python -m tools.checks.shrink_nets large.safetensors backgammon-large.safetensors \\
        --hidden 1024 352 224 --teacher teacher.safetensors

`tablas.training.shrink` says how. The boards are the best plays of rolls, by the net as it was,
in games with itself of which half begin from unusual starts; one in forty is held out, and how far
the net is from its teacher there is printed before and after every epoch. The game is what the name
of the new file begins with. Then slim it (`slim_nets`). Needs PyTorch, and for backgammon's large
net half an hour of two cores.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine import weights
from tablas.engine.dice.evaluator import equities
from tablas.training.export import read_weights, save_weights
from tablas.training.net import FrozenNet
from tablas.training.net_files import frozen_net
from tablas.training.recipe import recipe_of
from tablas.training.shape import NetShape
from tablas.training.shrink import shrink, taught
from tablas.training.tensors import Tensor, torch

HELD_OUT: Final = 40  # one board in so many
FITTED: Final = 100_000  # boards of the regression
GAMES, TURNS = 4096, 45
PLAYS: Final = 8  # of a roll that are looked at
ASTRAY: Final = 0.08  # share of the turns in which any of these is played on


def lessons(game: str, net: Any, seed: int = 1) -> NDArray[np.uint8]:
    """Boards that a choice may turn on, and those where they lead."""
    rng, rules = np.random.default_rng(seed), getattr(kernel, game)
    usual = np.repeat(rules.start()[None], GAMES // 2, axis=0)
    now = np.concatenate([usual, recipe_of(game).unusual(rng, GAMES - len(usual))])
    seen = []
    for _ in range(TURNS):
        dice = rng.integers(1, 7, (len(now), 2)).astype(np.uint8)
        after, offsets = rules.successors(now, dice)
        worth, roll = (
            equities(net.evaluate(after)),
            np.repeat(np.arange(len(now)), np.diff(offsets)),
        )
        after = after[np.lexsort((worth, roll))]  # of each roll, the worst for the other side first
        place = np.arange(len(after)) - np.repeat(offsets[:-1], np.diff(offsets))
        listed = place < PLAYS
        seen.append(after[listed])
        count = np.minimum(np.diff(offsets), PLAYS)
        drawn = (rng.random(len(now)) * count * (rng.random(len(now)) < ASTRAY)).astype(np.int64)
        now = after[offsets[:-1] + drawn]
        now = now[rules.outcomes(now) == 0]
    every = np.concatenate(seen)
    going_on: NDArray[np.uint8] = every[rules.outcomes(every) == 0]
    return rng.permutation(going_on)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("net", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--hidden", type=int, nargs="+", required=True, help="units of its layers")
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    asked = parser.parse_args()
    name = asked.out.stem.partition("-")[0]
    game, device = recipe_of(name), torch.device("cpu")
    boards = torch.from_numpy(lessons(name, weights.net_from(asked.net, name)))
    held_out, rest = boards[: len(boards) // HELD_OUT], boards[len(boards) // HELD_OUT :]
    teacher = frozen_net(game, asked.teacher, device)
    flat, shape = read_weights(asked.net)
    smaller = NetShape(shape.inputs, tuple(asked.hidden), products=shape.products)
    truth = teacher.equities(teacher.chances(held_out))

    def say(what: str, numbers: Tensor, of: NetShape) -> None:
        net = FrozenNet(game, numbers, of)
        apart = net.equities(net.chances(held_out)) - truth
        print(
            f"{what}, {of}: {float(apart.square().mean().sqrt()):.5f} off its teacher", flush=True
        )

    print(f"{len(boards)} boards, {len(held_out)} of them held out", flush=True)
    say("before", flat, shape)
    expand = game.expander(device, torch.float32, shape.inputs)
    flat = shrink(flat, shape, smaller.hidden, expand, rest[:FITTED])
    say("shrunk", flat, smaller)
    learning = taught(game, flat, smaller, teacher, rest, epochs=asked.epochs)
    for epoch, numbers in enumerate(learning, start=1):
        say(f"epoch {epoch}", numbers, smaller)
        save_weights(asked.out, numbers, smaller)


if __name__ == "__main__":
    main()
