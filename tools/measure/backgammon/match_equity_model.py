"""Measures what the match equity table assumes of a game, by games of the package's own net.

    python tools/measure/backgammon/match_equity_model.py --games 20000

Gammon rates: plain games, both sides wanting points, as at long scores; and Crawford games with
the trailer two away, who wants wins and gammons, while the leader wants to win or to lose a single
game. The luck of the dice is taken away. Free drops: the chances of a player
who doubles at the first turn, over all opening rolls, when the other side began and when they did.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablas.engine.weights import net
from tablas.kernel import backgammon

Boards = NDArray[np.uint8]
Chances = NDArray[np.float32]
NET = "backgammon"
ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8)
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36


@dataclass(frozen=True, slots=True)
class Wants:
    """What each of the five chances is worth to a side."""

    weights: tuple[float, float, float, float, float]

    def of(self, chances: Chances) -> Chances:
        return chances @ np.array(self.weights, np.float32)


POINTS = Wants((2, 1, 1, -1, -1))
TRAILER = Wants((0.5, 0.5, 0, 0, 0))  # two away against one away: a single game is half a match
LEADER = Wants((0.5, 0, 0, -0.5, 0))


def best(boards: Boards, dice: Boards, wants: Wants) -> tuple[Boards, Chances]:
    """The play that each mover likes best, and the mover's chances after it."""
    after, offsets = backgammon.successors(boards, dice)
    chances = swapped(net(NET).evaluate(after))
    worth = wants.of(chances)
    most = np.maximum.reduceat(worth, offsets[:-1])
    owner = np.repeat(np.arange(len(boards)), np.diff(offsets))
    rows = np.flatnonzero(worth == most[owner])
    _, first = np.unique(owner[rows], return_index=True)
    return after[rows[first]], chances[rows[first]]


def swapped(chances: Chances) -> Chances:
    other = chances[:, [0, 3, 4, 1, 2]].copy()
    other[:, 0] = 1 - other[:, 0]
    return other


def games(count: int, first: Wants, second: Wants, seed: int) -> NDArray[np.float64]:
    """Each game's win, gammon, backgammon and lost gammon, backgammon of the first side, less luck.

    The sides begin in turn; the luck of a roll is what it makes of the best play's chances beyond
    the mean of all 21, so that the means stay those of the games.
    """
    rng = np.random.default_rng(seed)
    boards = np.repeat(backgammon.start()[None], count, axis=0)
    results = np.zeros((count, 5))
    alive = np.arange(count)
    turn = seed % 2
    opening = True
    while len(alive):
        wants = (first, second)[turn]
        thrown = rng.integers(0, 36, len(alive))
        dice = np.stack([thrown // 6 + 1, thrown % 6 + 1], axis=1).astype(np.uint8)
        if opening:
            dice[:, 1] = (dice[:, 0] - 1 + rng.integers(1, 6, len(alive))) % 6 + 1
            boards, _ = best(boards, dice, wants)
            opening = False
        else:
            every, chances = best(
                np.repeat(boards, len(ROLLS), axis=0), np.tile(ROLLS, (len(boards), 1)), wants
            )
            table = chances.reshape(len(boards), len(ROLLS), 5).astype(np.float64)
            rolled = index_of(dice)
            luck = table[np.arange(len(boards)), rolled] - np.einsum("brk,r->bk", table, WEIGHTS)
            results[alive] -= luck if turn == 0 else seen_by_other(luck)
            boards = every.reshape(len(boards), len(ROLLS), -1)[np.arange(len(boards)), rolled]
        points = -backgammon.outcomes(boards).astype(np.int64) * (1 if turn == 0 else -1)
        over = points != 0
        ends = np.stack(
            [points > 0, points >= 2, points >= 3, points <= -2, points <= -3], axis=1
        ).astype(np.float64)
        results[alive[over]] += ends[over]
        alive, boards = alive[~over], boards[~over]
        turn = 1 - turn
    return results


def index_of(dice: Boards) -> NDArray[np.int64]:
    """Which of ROLLS each pair of dice is."""
    high, low = dice.max(axis=1).astype(np.int64), dice.min(axis=1).astype(np.int64)
    index: NDArray[np.int64] = high * (high - 1) // 2 + low - 1
    return index


def seen_by_other(luck: NDArray[np.float64]) -> NDArray[np.float64]:
    other = luck[:, [0, 3, 4, 1, 2]].copy()
    other[:, 0] = -other[:, 0]
    return other


def report(name: str, results: NDArray[np.float64]) -> None:
    mean, error = results.mean(axis=0), results.std(axis=0, ddof=1) / np.sqrt(len(results))
    words = ("win", "win gammon", "win backgammon", "lose gammon", "lose backgammon")
    shown = ", ".join(
        f"{word} {m:.4f} ± {e:.4f}" for word, m, e in zip(words, mean, error, strict=True)
    )
    print(f"{name}: {shown}")


def first_doubles() -> None:
    """Chances of whoever may double first: mean and spread, the other side having begun, or not."""
    openings = np.array([(h, low) for h in range(2, 7) for low in range(1, h)], np.uint8)
    start = np.repeat(backgammon.start()[None], len(openings), axis=0)
    after, _ = best(start, openings, POINTS)
    doubler = net(NET).evaluate(after)[:, 0].astype(np.float64)
    print(f"the other side began: win {doubler.mean():.4f}, spread {doubler.std():.4f}")
    replies, _ = best(np.repeat(after, len(ROLLS), axis=0), np.tile(ROLLS, (len(after), 1)), POINTS)
    later = net(NET).evaluate(replies)[:, 0].astype(np.float64)
    weights = np.tile(WEIGHTS, len(after)) / len(after)
    mean = later @ weights
    spread = np.sqrt((later - mean) ** 2 @ weights)
    print(f"who doubles began: win {mean:.4f}, spread {spread:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    options = parser.parse_args()
    half = options.games // 2
    for name, first, second in (
        ("plain", POINTS, POINTS),
        ("Crawford game, the trailer", TRAILER, LEADER),
    ):
        both = [games(half, first, second, seed) for seed in (1, 2)]
        report(name, np.concatenate(both))
    first_doubles()


if __name__ == "__main__":
    main()
