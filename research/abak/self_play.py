"""Thousands of Abak games side by side: choosers take turns over batches of packed boards.

Game i gets dice that depend on its seed alone, so that a batch is the same wherever it is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.abak.choosers import Boards, Chooser

LONGEST: Final = 1000
"""Turns after which a game counts as a draw; the general's way back can make games very long."""


class Turns(NamedTuple):
    """One turn of every game that is still going on."""

    number: int  # 0 for the opening roll
    games: NDArray[np.int64]  # their indices
    before: Boards  # seen by who moves
    dice: NDArray[np.uint8]
    after: Boards  # seen by who moves next


@dataclass(slots=True)
class SideBySide:
    """Games that run in step; iterate over `turns` until all are over."""

    points: NDArray[np.int8]  # won by whoever moved first in the game; 0: still open, or a draw
    length: NDArray[np.int32]  # turns played

    @classmethod
    def of(cls, count: int) -> SideBySide:
        return cls(np.zeros(count, np.int8), np.zeros(count, np.int32))

    def turns(
        self,
        starts: Boards,
        choosers: tuple[Chooser, Chooser],
        seeds: NDArray[np.uint64],
        *,
        opening: bool = True,
        given: NDArray[np.uint8] | None = None,
        longest: int = LONGEST,
    ) -> Iterator[Turns]:
        """Play from `starts`, the first chooser to move; game i gets the dice of `seeds[i]`.

        With `opening` the first roll is never a double, as when the opening roll decides who
        begins. `given[i]` are the first rolls of game i, should they not be left to chance.
        """
        boards, games = starts, np.arange(len(starts))
        for number in range(longest):
            if not len(games):
                return
            if given is not None and number < given.shape[1]:
                dice = given[games, number]
            else:
                dice = dice_of(seeds[games], number, opening=opening)
            after = choosers[number % 2](boards, dice)
            yield Turns(number, games, boards, dice, after)
            self.length[games] += 1
            ended = kernel.abak.outcomes(after)  # for the next player: he has lost
            sign = 1 if number % 2 else -1
            self.points[games] = sign * ended
            going_on = ended == 0
            boards, games = after[going_on], games[going_on]


def play(
    choosers: tuple[Chooser, Chooser],
    starts: Boards,
    seeds: NDArray[np.uint64],
    *,
    opening: bool = True,
    given: NDArray[np.uint8] | None = None,
) -> SideBySide:
    """The games played to their ends."""
    games = SideBySide.of(len(starts))
    for _ in games.turns(starts, choosers, seeds, opening=opening, given=given):
        pass
    return games


def seeds_from(seed: int, count: int) -> NDArray[np.uint64]:
    """One seed a game, all different for different games or `seed`s."""
    return mixed(np.arange(count, dtype=np.uint64) + np.uint64(seed) * np.uint64(1 << 32))


def dice_of(seeds: NDArray[np.uint64], turn: int, *, opening: bool) -> NDArray[np.uint8]:
    """The roll of each game in this turn: a function of its seed and the turn alone."""
    with np.errstate(over="ignore"):
        drawn = mixed(seeds + np.uint64(turn + 1) * np.uint64(0x9E3779B97F4A7C15))
    if opening and turn == 0:
        # One of the 30 ways in which two dice differ.
        first = drawn % np.uint64(6)
        second = (first + np.uint64(1) + drawn // np.uint64(6) % np.uint64(5)) % np.uint64(6)
    else:
        first, second = drawn % np.uint64(6), drawn // np.uint64(6) % np.uint64(6)
    return np.stack([first + np.uint64(1), second + np.uint64(1)], 1).astype(np.uint8)


def mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64's finishing step: neighbouring numbers in, independent ones out."""
    with np.errstate(over="ignore"):
        x = numbers + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return np.asarray(x ^ x >> np.uint64(31))
