"""What nets choose without looking ahead, alone and as means, judged by who looks two plies ahead.

    python -m tools.measure.nets.choices backgammon backgammon-large new.safetensors \\
        backgammon-large+new.safetensors --judges backgammon-large new.safetensors --games 1500

Nets are names of the package or files; `+` means the mean of their chances. The first one plays
the games, a quarter of them from unusual starts. Wherever another chooses otherwise, each judge
compares both plays at two plies: the gain over the first, in thousandths of a point a decision of
all, with its standard error. A judge leans towards the net that it looks ahead with, so ask the
net of either side. Needs PyTorch, for the starts alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tools.measure.nets.opinions import MeanNet, net_called

from tablas import kernel
from tablas.engine import weights
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.dice.evaluator import equities
from tablas.training.recipe import recipe_of

Boards = NDArray[np.uint8]
UNUSUAL: Final = 4  # one game in so many
WON: Final = -99.0  # what a finished game is worth to who has lost it
PLIES: Final = 2


class Otherwise(NamedTuple):
    """Boards after plays that a net prefers, and after those of the first net in their place."""

    preferred: Boards
    usual: Boards


def least_of(values: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """The row of the least value of each roll.

    >>> least_of(np.array([3.0, 1.0, 2.0, 5.0, 4.0]), np.array([0, 3, 5])).tolist()
    [1, 4]
    """
    roll = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    order: NDArray[np.int64] = np.lexsort((values, roll))
    return order[offsets[:-1]]


def played(
    game: str, nets: Sequence[MeanNet], games: int, turns: int, seed: int
) -> tuple[int, list[Otherwise]]:
    """How many decisions there were, and where each net but the first would have chosen else."""
    rules, rng = getattr(kernel, game), np.random.default_rng(seed)
    odd = games // UNUSUAL
    usual = np.repeat(rules.start()[None], games - odd, axis=0)
    now = np.concatenate([usual, recipe_of(game).unusual(rng, odd)])
    met: list[list[Otherwise]] = [[] for _ in nets[1:]]
    decisions = 0
    for _ in range(turns):
        if not len(now):
            break
        dice = rng.integers(1, 7, (len(now), 2)).astype(np.uint8)
        after, offsets = rules.successors(now, dice)
        over = rules.outcomes(after) != 0
        picks = [least_of(np.where(over, WON, net.equities(after)), offsets) for net in nets]
        decisions += len(now)
        for pick, where in zip(picks[1:], met, strict=True):
            other = np.flatnonzero(pick != picks[0])
            where.append(Otherwise(after[pick[other]], after[picks[0][other]]))
        now = after[picks[0]]
        now = now[rules.outcomes(now) == 0]
    return decisions, [Otherwise(*map(np.concatenate, zip(*one, strict=True))) for one in met]


def gained(searcher: Any, otherwise: Otherwise, decisions: int) -> tuple[float, float]:
    """Thousandths of a point a decision, and their standard error."""
    preferred, usual = (
        equities(searcher.values(boards, plies=PLIES)).astype(np.float64) for boards in otherwise
    )
    gain = 1000 * (usual - preferred)  # of who plays next: the less the better
    return float(gain.sum()) / decisions, float(np.sqrt(np.square(gain).sum())) / decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=["backgammon", "abak"])
    parser.add_argument("nets", nargs="+", metavar="NET[+NET…]")
    parser.add_argument("--judges", nargs="+", required=True, metavar="NET")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = getattr(kernel, asked.game)
    pruner = pruning_net() if asked.game == "backgammon" else weights.net("abak-quick")
    nets = [MeanNet(name, asked.game) for name in asked.nets]
    decisions, met = played(asked.game, nets, asked.games, asked.turns, asked.seed)
    judges = [net_called(name, asked.game) for name in asked.judges]
    searchers = [rules.Searcher(net, net, pruner) for net in judges]
    print(f"{decisions} decisions of {asked.nets[0]}; gains by two plies of", *asked.judges)
    for name, otherwise in zip(asked.nets[1:], met, strict=True):
        gains = [gained(searcher, otherwise, decisions) for searcher in searchers]
        cells = ", ".join(f"{gain:+.3f} ± {error:.3f}" for gain, error in gains)
        print(f"{name}: otherwise {len(otherwise.usual) / decisions:.1%}, {cells}", flush=True)


if __name__ == "__main__":
    main()
