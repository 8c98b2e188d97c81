"""Trains the net that guesses: one sparse layer, one number, for choosing what is worth judging.

    python -m tablas.training.backgammon.guess --out backgammon-guess.safetensors

The search lists some hundred thousand plays for a decision and can afford to judge a few of each
roll's. This net names them: a row of `HIDDEN` numbers for each (side, place, number of checkers),
summed, cut to [0, 1], and one dot product, which the kernel does in 16-bit integers. It learns the
equity that the package's large net gives to plays of self-play: the best ones of a roll, among
which it must tell, and some of the others. Ten minutes on one core of a CPU, seeded.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas.engine.dice.evaluator import equities
from tablas.engine.weights import net
from tablas.kernel import backgammon
from tablas.training.backgammon.starts import unusual
from tablas.training.export import save_tensors
from tablas.training.tensors import Module, Tensor, functional, torch

HIDDEN = 256
COUNTS = 16
PLACES = 26
ROWS = 2 * PLACES * COUNTS
GAMES = 1500
BEST, OTHERS = 4, 2  # plays kept of a turn
STRAY = 0.1  # of the turns, played at random
BATCH = 4096


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def plays_of_games(turns: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Boards after plays of self-play, with the large net's equity for the player to move."""
    rng = np.random.default_rng(seed)
    now = unusual(rng, GAMES)
    kept, worth = [], []
    for _ in range(max(1, turns // GAMES)):
        dice = rng.integers(1, 7, (GAMES, 2), dtype=np.uint8)
        after, offsets = backgammon.successors(now, dice)
        value = equities(net("backgammon-large").evaluate(after))
        following = np.empty_like(now)
        for game in range(GAMES):
            span = slice(offsets[game], offsets[game + 1])
            order = np.argsort(value[span], kind="stable")
            some = rng.permutation(order[BEST:])[:OTHERS]
            chosen = np.concatenate([order[:BEST], some]) + offsets[game]
            kept.append(after[chosen])
            worth.append(value[chosen])
            stray = rng.random() < STRAY
            best = rng.choice(order) if stray else order[0]
            following[game] = after[offsets[game] + best]
        over = backgammon.outcomes(following) != 0
        fresh = unusual(rng, GAMES)
        fresh[rng.random(GAMES) < 0.7] = backgammon.start()
        following[over] = fresh[over]
        now = following
    return np.concatenate(kept), np.concatenate(worth)


def rows_of(boards: NDArray[np.uint8]) -> Tensor:
    """The row of each place of each side; a place without checkers has the last row, of zeros."""
    sides = boards.reshape(-1, 2, 16)[:, :, : PLACES // 2]
    counts = np.stack([sides & 15, sides >> 4], axis=3).reshape(-1, 2 * PLACES)
    rows = np.arange(2 * PLACES, dtype=np.int16) * COUNTS + counts
    rows[counts == 0] = ROWS
    return torch.from_numpy(rows)


class Guess(Module):  # type: ignore[misc]
    """Rows summed, cut to [0, 1], one dot product."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.EmbeddingBag(ROWS + 1, HIDDEN, mode="sum", padding_idx=ROWS)
        self.bias = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.last = torch.nn.Linear(HIDDEN, 1)
        torch.nn.init.normal_(self.rows.weight, std=0.08)
        torch.nn.init.uniform_(self.bias, 0.0, 0.5)

    def forward(self, rows: Tensor) -> Tensor:
        seen: Tensor = self.last((self.rows(rows) + self.bias).clamp(0, 1))
        return seen[:, 0]


def train(boards: NDArray[np.uint8], worth: NDArray[np.float32], epochs: float) -> Guess:
    """Mean squared error under Adam, the rate falling to nothing."""
    guess = Guess()
    adam = torch.optim.Adam(guess.parameters(), lr=2e-3)
    steps = int(epochs * len(boards) / BATCH)
    rate = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=4e-3, total_steps=steps)
    rng = np.random.default_rng(1)
    begun, mean = time.monotonic(), 0.0
    for step in range(steps):
        chosen = rng.integers(0, len(boards), BATCH)
        rows = rows_of(boards[chosen]).int()
        loss = functional.mse_loss(guess(rows), torch.from_numpy(worth[chosen]))
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        rate.step()
        mean += (loss.item() - mean) * (0.01 if step else 1)
        if step % 200 == 0 or step == steps - 1:
            say(f"step {step}/{steps}: rmse {mean**0.5:.4f}, {time.monotonic() - begun:.0f} s")
    return guess


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--turns", type=int, default=1_500_000)
    parser.add_argument("--epochs", type=float, default=2.5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    boards, worth = plays_of_games(asked.turns, asked.seed)
    say(f"{len(boards)} plays, equity {worth.mean():+.3f} ± {worth.std():.3f}")
    guess = train(boards, worth, asked.epochs)
    save_tensors(
        asked.out,
        {
            "layer0.weight": guess.rows.weight[:ROWS].T,
            "layer0.bias": guess.bias,
            "layer1.weight": guess.last.weight,
            "layer1.bias": guess.last.bias,
        },
    )


if __name__ == "__main__":
    main()
