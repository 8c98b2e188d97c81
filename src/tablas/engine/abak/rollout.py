"""Rollouts of many Abak positions at once: games played on, with the luck of the dice taken away.

The value of a game is its result, or what the net thinks where it is cut off. From it goes the luck
of every roll: what the net thinks after it, less the mean over all 21 rolls. Luck is nothing on
average, so the mean stays what it was, and spreads far less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.abak.games import Boards, Chooser, Games, dice_of
from tablas.values import ROLLS

Chances = NDArray[np.float64]
"""Shape (n, 5): win, win gammon, win backgammon, lose gammon, lose backgammon."""

Valued = Callable[[Boards, NDArray[np.uint8]], tuple[Boards, NDArray[np.float32]]]
"""The boards after the best plays and the chances of who rolled, as a net's `choose` has them."""

Judged = Callable[[Boards], NDArray[np.float32]]
"""The chances of the player to move."""

EVERY_ROLL: Final = np.array([[roll.high, roll.low] for roll in ROLLS], np.uint8)
WEIGHT: Final = np.array([1 if roll.double else 2 for roll in ROLLS]) / 36
_INDEX: Final = np.zeros((7, 7), np.int64)
for _at, _roll in enumerate(ROLLS):
    _INDEX[_roll.high, _roll.low] = _INDEX[_roll.low, _roll.high] = _at

_FROM_POINTS: Final = np.array(
    [[0, 0, 0, 1, 1], [0, 0, 0, 1, 0], [0] * 5, [0.5, 0, 0, 0, 0],
     [1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]
)  # fmt: skip
"""The chances that a result of -3 to 3 points means; 0 is a draw."""


def to_the_end(
    chooser: Chooser, boards: Boards, seeds: NDArray[np.uint64], given: NDArray[np.uint8]
) -> Chances:
    """What came of each game, seen by the player to move at its beginning."""
    games = Games.of(len(boards))
    for _ in games.turns(boards, (chooser, chooser), seeds, opening=False, given=given):
        pass
    return of_points(games.points)


def without_luck(
    valued: Valued,
    judged: Judged,
    boards: Boards,
    seeds: NDArray[np.uint64],
    given: NDArray[np.uint8],
    turns: int,
) -> Chances:
    """The value of each game after so many turns, less its luck, seen as in `to_the_end`."""
    found = np.zeros((len(boards), 5))
    games, first = np.arange(len(boards)), True  # whether the player of the beginning is to move
    for number in range(turns):
        if number < given.shape[1]:
            dice = given[games, number]
        else:
            dice = dice_of(seeds[games], number, opening=False)
        boards, luck = _turn(valued, boards, dice)
        found[games] -= luck if first else other_side(luck, whole=0)
        points = kernel.abak.outcomes(boards)  # seen by the next player
        over = points != 0
        result = of_points(points[over])
        found[games[over]] += other_side(result) if first else result
        boards, games, first = boards[~over], games[~over], not first
        if not len(games):
            return found
    rest = judged(boards).astype(np.float64)
    found[games] += rest if first else other_side(rest)
    return found


def _turn(valued: Valued, boards: Boards, dice: NDArray[np.uint8]) -> tuple[Boards, Chances]:
    """The boards after the roll, and how lucky it was for who rolled."""
    count, rolls = len(boards), len(EVERY_ROLL)
    after, chances = valued(np.repeat(boards, rolls, 0), np.tile(EVERY_ROLL, (count, 1)))
    each = chances.astype(np.float64).reshape(count, rolls, 5)
    rolled = _INDEX[dice[:, 0], dice[:, 1]]
    row = np.arange(count)
    expected = np.einsum("grc,r->gc", each, WEIGHT)
    return np.asarray(after[row * rolls + rolled]), each[row, rolled] - expected


def of_points(points: NDArray[np.int8]) -> Chances:
    """Results as chances: certainties, and a half for a draw."""
    return np.asarray(_FROM_POINTS[points.astype(np.int64) + 3])


def other_side(chances: Chances, whole: float = 1) -> Chances:
    """The same seen by the other player; `whole` is 0 for differences of chances."""
    flipped = chances[:, [0, 3, 4, 1, 2]]
    flipped[:, 0] = whole - flipped[:, 0]
    return flipped


def equity(chances: Chances) -> NDArray[np.float64]:
    """Points a game without a cube, for each row."""
    win, *more = chances.T
    return np.asarray(2 * win - 1 + more[0] + more[1] - more[2] - more[3])
