"""How strong the heuristic Abak player is, and how well its chances are calibrated.

    python -m research.abak.heuristic_strength --pairs 500

Dice-paired duels against the greedy and the random player: both begin once with the same dice.
Then games against itself, in which the evaluation of a position is held against who won: the pips
that make one logit are what `PIPS_A_LOGIT` should be.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide, seeds_from

from tablas import kernel
from tablas.duel.dice_games import Dicebox, play_pairs
from tablas.engine.abak.choosers import heuristic
from tablas.engine.abak.heuristic import evaluate
from tablas.engine.abak.seats import HeuristicSeat, seat
from tablas.engine.abak.view import views
from tablas.engine.seats import DiceSeat, SeatOptions

INTERVAL = 1.96  # standard errors


def summary_line(name: str, points: NDArray[np.float64]) -> str:
    """Points a game and games won with 95 % intervals; the pairs are independent, not the games."""
    shares = []
    for values in (points, 100.0 * (points > 0)):
        pairs = values.mean(1)
        shares.append((pairs.mean(), INTERVAL * pairs.std(ddof=1) / len(pairs) ** 0.5))
    (mean, width), (won, won_width) = shares
    return (
        f"{name}: {points.size} games, {mean:+.3f} ± {width:.3f} points a game, "
        f"{won:.1f} ± {won_width:.1f} % won, gammons won {(points > 1).mean():.1%}, "
        f"lost {(points < -1).mean():.1%}"
    )


def points_of(one: DiceSeat, other: DiceSeat, pairs: int, seed: int) -> NDArray[np.float64]:
    """Points of `one` in both games of each pair, shape (pairs, 2)."""
    for place, player in enumerate((one, other)):
        player.new(seed + place)
    played = play_pairs("abak", one, other, Dicebox(seed, range(pairs)), None, cube=False)
    return np.array(played.raw)


Met = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]


def positions(count: int, seed: int) -> Met:
    """Worths met against itself, one turn in five; whether the mover won; whether it is a race."""
    games, one = SideBySide.of(count), heuristic()
    starts = np.repeat(kernel.abak.start()[None], count, 0)
    played = games.turns(starts, (one, one), seeds_from(seed, count))
    met = [
        (turns.games, evaluate(turns.before), turns.number % 2, _race(turns.before))
        for turns in played
        if turns.number % 5 == 0
    ]
    worths = np.concatenate([values for _, values, _, _ in met]).astype(np.float64)
    won = np.concatenate([(games.points[who] > 0) ^ bool(odd) for who, _, odd, _ in met])
    return worths, won, np.concatenate([race for _, _, _, race in met])


def _race(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    own, opp = views(boards)
    return ~(own.contact | opp.contact)


def pips_a_logit(worths: NDArray[np.float64], won: NDArray[np.bool_]) -> float:
    """The scale with which the logistic curve tells best who won (Newton's method)."""
    slope = 1 / 30
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(slope * worths, -30, 30)))
        gradient = ((won - chance) * worths).mean()
        slope += gradient / (chance * (1 - chance) * worths**2).mean()
    return float(1 / slope)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pairs", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    for name in ("greedy", "random"):
        opponent = seat(name, SeatOptions())
        points = points_of(HeuristicSeat(), opponent, asked.pairs, asked.seed)
        sys.stdout.write(summary_line(f"against {name}", points) + "\n")
        sys.stdout.flush()
    worths, won, race = positions(asked.pairs, asked.seed + 1)
    for name, which in (("in contact", ~race), ("in a race", race)):
        scale = pips_a_logit(worths[which], won[which])
        sys.stdout.write(f"{name}: {scale:.1f} pips make one logit ({which.sum()} positions)\n")


if __name__ == "__main__":
    main()
