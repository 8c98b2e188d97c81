"""Plays Abak players against each other in pairs of games with the same dice.

    python tools/measure/abak_duel.py abak heuristic --pairs 500
    python tools/measure/abak_duel.py abak:2 abak --pairs 100 --judge abak
    python tools/measure/abak_duel.py abak-large runs/abak/teacher.safetensors --pairs 1000
    python tools/measure/abak_duel.py abak-large:wins heuristic --pairs 2500

A player is a net of the package, with `:N` for a search of N plies over it or `:wins` to play for
the win alone as in a match to one point, a file of weights, `random`, `greedy` or `heuristic`.
With a judge the luck of the dice, as that net sees it, is taken away: what a roll makes of the
position beyond the mean of all rolls, which is zero on average whatever the judge believes. Prints
one line of JSON: points a game of the first with the standard error over the pairs, its share of
the games with a 95 % interval (Wilson's), CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide, seeds_from

from tablas import kernel
from tablas.duel.luck import lucks
from tablas.duel.seats import Cubes, best_rows
from tablas.engine import weights
from tablas.engine.abak.choosers import Boards, Chooser, at_random, greedy, heuristic
from tablas.engine.abak.search import AbakEngine

SIGMAS = 1.96
SIMPLE = {"random": at_random, "greedy": greedy, "heuristic": lambda _: heuristic()}

Points = NDArray[np.float64]


def chooser(name: str, seed: int, threads: int) -> Chooser:
    """The player of this name over batches of boards."""
    if name in SIMPLE:
        return SIMPLE[name](seed)
    net_name, colon, how = name.partition(":")
    if how == "wins":
        return for_the_win(net_name, threads)
    if colon:
        engine = AbakEngine(net_name=net_name, threads=threads)
        return lambda boards, dice: engine.choose_many(boards, dice, int(how))
    is_file = name.endswith(".safetensors")
    net = weights.net_from(Path(name), "abak") if is_file else weights.net(name)

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        return net.choose(boards, dice, threads)[0]

    return choose


def for_the_win(net_name: str, threads: int) -> Chooser:
    """The net to which a gammon is worth no more than any other win."""
    net = weights.net(net_name)

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        reached, offsets = kernel.abak.successors(boards, dice, threads)
        opponent_wins = net.evaluate(reached, threads)[:, 0]
        return reached[best_rows(-opponent_wins, offsets)]

    return choose


def games(first: Chooser, second: Chooser, pairs: int, seed: int, judge: str | None) -> Points:
    """Points of `first` and the luck it had, shape (pairs, 2); it begins every game."""
    net = None if judge is None else weights.net(judge)
    starts = np.repeat(kernel.abak.start()[None], pairs, 0)
    played, luck = SideBySide.of(pairs), np.zeros(pairs)
    for turn in played.turns(starts, (first, second), seeds_from(seed, pairs)):
        if net is not None and turn.number:  # the first roll is the same for both
            found = lucks(net, turn.before, turn.dice, Cubes.fresh(len(turn.games), used=False))
            luck[turn.games] += found[:, 0] if turn.number % 2 == 0 else -found[:, 0]
    return np.stack([played.points.astype(np.float64), luck], 1)


def interval(won: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    square = SIGMAS**2 / count
    middle = won + square / 2
    half = SIGMAS * math.sqrt(won * (1 - won) / count + square / (4 * count))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def mean_and_error(points: Points) -> tuple[float, float]:
    """Of points of shape (pairs, 2); the pair is the unit."""
    means = points.mean(axis=1)
    return round(float(means.mean()), 4), round(float(means.std(ddof=1)) / math.sqrt(len(means)), 4)


def summary(points: Points, luck: Points, judge: str | None) -> dict[str, object]:
    """What the pairs of games say about the first player; both of shape (pairs, 2)."""
    won = float(((points > 0) + (points == 0) / 2).mean())
    mean, error = mean_and_error(points)
    found: dict[str, object] = {
        "games": points.size,
        "points_per_game": mean,
        "standard_error": error,
        "won": round(won, 4),
        "interval": [round(end, 4) for end in interval(won, points.size)],
        "gammons_won": round(float((points >= 2).mean()), 4),
        "gammons_lost": round(float((points <= -2).mean()), 4),
        "drawn": int((points == 0).sum()),
    }
    if judge is not None:
        mean, error = mean_and_error(points - luck)
        found |= {"judge": judge, "without_luck": mean, "without_luck_error": error}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--judge", help="a net that tells luck")
    told = parser.parse_args()
    one = chooser(told.one, told.seed, told.threads)
    other = chooser(told.other, told.seed + 1, told.threads)
    begun = time.process_time()
    begins = games(one, other, told.pairs, told.seed, told.judge)
    answers = -games(other, one, told.pairs, told.seed, told.judge)
    both = np.stack([begins, answers], 1)
    found = summary(both[:, :, 0], both[:, :, 1], told.judge)
    seconds = round(time.process_time() - begun, 1)
    line = {"one": told.one, "other": told.other, "seed": told.seed, **found}
    print(json.dumps({**line, "cpu_seconds": seconds}))


if __name__ == "__main__":
    main()
