"""A match between two nets that do not look ahead, thousands of games at once on a processor.

    python -m tools.measure.nets.batch_match abak new.safetensors abak-large --pairs 8000 --seed 1

Nets are names of the package or files. Each pair of games has the same dice, once with either side
beginning; no luck is taken away. What a duel of `tablas duel` shows in few games at great cost,
this shows in many: for small differences between similar nets, and where there is no GPU.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from tools.measure.nets.opinions import net_called

from tablas import kernel

AT_ONCE: Final = 1000  # pairs
LONGEST: Final = 1000  # turns; then a game counts as drawn


def points(rules: Any, seats: tuple[Any, Any], games: int, seed: int) -> NDArray[np.float64]:
    """Of who sits first, in games whose n-th roll depends on the seed alone."""
    rng = np.random.default_rng(seed)
    boards = np.repeat(rules.start()[None], games, axis=0)
    won, alive = np.zeros(games), np.arange(games)
    for turn in range(LONGEST):
        if not len(alive):
            break
        dice = rng.integers(1, 7, (games, 2), dtype=np.uint8)
        if turn == 0:  # the opening roll is never a double
            same = dice[:, 0] == dice[:, 1]
            dice[same, 1] = dice[same, 0] % 6 + 1
        boards = np.ascontiguousarray(seats[turn % 2].choose(boards, dice[alive])[0])
        ended = -rules.outcomes(boards).astype(np.float64)  # seen by who has just played
        over = ended != 0
        won[alive[over]] = ended[over] if turn % 2 == 0 else -ended[over]
        alive, boards = alive[~over], boards[~over]
    return won


def batches(game: str, one: Any, other: Any, pairs: int, seed: int) -> Iterator[NDArray[Any]]:
    """What the first net gains in each pair, batch by batch, in points a game."""
    rules = getattr(kernel, game)
    for number, first in enumerate(range(0, pairs, AT_ONCE)):
        games, dice = min(AT_ONCE, pairs - first), 1_000_000 * seed + number
        ahead = points(rules, (one, other), games, dice)
        yield (ahead - points(rules, (other, one), games, dice)) / 2


def summary(gains: NDArray[np.float64]) -> str:
    """Points a game with their standard error, and those of both halves.

    >>> summary(np.array([1.0, 0.0, -1.0, 2.0]))
    '8 games, +0.5000 ± 0.6455, halves +0.5000, +0.5000'
    """
    error = gains.std(ddof=1) / len(gains) ** 0.5
    first, second = (half.mean() for half in np.array_split(gains, 2))
    return (
        f"{2 * len(gains)} games, {gains.mean():+.4f} ± {error:.4f}, "
        f"halves {first:+.4f}, {second:+.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=["backgammon", "abak"])
    parser.add_argument("nets", nargs=2, metavar="NET")
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    one, other = (net_called(name, asked.game) for name in asked.nets)
    gains = np.empty(0)
    for batch in batches(asked.game, one, other, asked.pairs, asked.seed):
        gains = np.concatenate([gains, batch])
        print(summary(gains), flush=True)


if __name__ == "__main__":
    main()
