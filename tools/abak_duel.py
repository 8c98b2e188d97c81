"""Plays Abak players against each other in pairs of games with the same dice.

    python tools/abak_duel.py abak heuristic --pairs 500
    python tools/abak_duel.py abak-large runs/abak/teacher.safetensors --pairs 1000

A player is a net of the package, a file of weights, `random`, `greedy` or `heuristic`. Prints one
line of JSON: points a game of the first with its standard error over the pairs, its share of the
games with a 95 % interval (Wilson's, over the games), CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas.engine import weights
from tablas.engine.abak_choosers import at_random, greedy, heuristic
from tablas.engine.abak_games import Boards, Chooser, duel

SIGMAS = 1.96
SIMPLE = {"random": at_random, "greedy": greedy, "heuristic": lambda _: heuristic()}


def chooser(name: str, seed: int, threads: int) -> Chooser:
    """The player of this name over batches of boards."""
    if name in SIMPLE:
        return SIMPLE[name](seed)
    is_file = name.endswith(".safetensors")
    net = weights.net_from(Path(name), "abak") if is_file else weights.net(name)

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        return net.choose(boards, dice, threads)[0]

    return choose


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    square = SIGMAS**2 / games
    middle = won + square / 2
    half = SIGMAS * math.sqrt(won * (1 - won) / games + square / (4 * games))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def summary(points: NDArray[np.float64]) -> dict[str, object]:
    """What the pairs of games say about the first player; shape (pairs, 2)."""
    means = points.mean(axis=1)
    won = float(((points > 0) + (points == 0) / 2).mean())
    low, high = interval(won, points.size)
    return {
        "games": points.size,
        "points_per_game": round(float(means.mean()), 4),
        "standard_error": round(float(means.std(ddof=1)) / math.sqrt(len(means)), 4),
        "won": round(won, 4),
        "interval": [round(low, 4), round(high, 4)],
        "gammons_won": round(float((points >= 2).mean()), 4),
        "gammons_lost": round(float((points <= -2).mean()), 4),
        "drawn": int((points == 0).sum()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    told = parser.parse_args()
    one = chooser(told.one, told.seed, told.threads)
    other = chooser(told.other, told.seed + 1, told.threads)
    begun = time.process_time()
    found = summary(duel(one, other, told.pairs, told.seed))
    seconds = round(time.process_time() - begun, 1)
    print(json.dumps({"one": told.one, "other": told.other, "seed": told.seed, **found,
                      "cpu_seconds": seconds}))  # fmt: skip


if __name__ == "__main__":
    main()
