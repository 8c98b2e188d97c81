"""Positions of random games, the same ones in every run."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.values import Dice

Bytes = NDArray[np.uint8]

SEED = 20_240
GAMES_AT_ONCE = 1024
WARM_UP = 300  # turns, until the games are no longer in step with one another


def game_of(name: str) -> Any:
    """The kernel's game of this name."""
    return getattr(kernel, name)


class Games:
    """Many random games played side by side in numpy; one that ends begins anew."""

    def __init__(self, name: str, *, seed: int = SEED, count: int = GAMES_AT_ONCE) -> None:
        self._game = game_of(name)
        self.has_dice = name != "abalone"
        self._rng = np.random.default_rng(seed)
        self._start = self._game.start()
        self.boards: Bytes = np.repeat(self._start[None], count, axis=0)
        self.dice: Bytes = self._rolled()

    def _rolled(self) -> Bytes:
        return self._rng.integers(1, 7, (len(self.boards), 2), dtype=np.uint8)

    def step(self, threads: int = 1) -> int:
        """A turn in every game; how many games ended with it."""
        asked = (self.boards, self.dice) if self.has_dice else (self.boards,)
        reached, offsets = self._game.successors(*asked, threads=threads)
        first, counts = offsets[:-1], np.diff(offsets)
        chosen = first + (self._rng.random(len(first)) * counts).astype(np.int64)
        self.boards = reached[chosen]
        over = self._game.outcomes(self.boards) != 0
        ended = int(np.count_nonzero(over))
        if ended:
            self.boards[over] = self._start
        self.dice = self._rolled()
        return ended


def random_positions(name: str, count: int) -> tuple[Bytes, Bytes]:
    """Boards and dice from all phases of random games."""
    games = Games(name)
    for _ in range(WARM_UP):
        games.step()
    boards, dice = [games.boards], [games.dice]
    for _ in range(count // GAMES_AT_ONCE):
        for _ in range(7):  # so that the next ones are other positions, not the next turn
            games.step()
        boards.append(games.boards)
        dice.append(games.dice)
    return np.concatenate(boards)[:count], np.concatenate(dice)[:count]


def successors_rate(
    name: str, boards: Bytes, dice: Bytes, batch: int, threads: int
) -> dict[str, float]:
    """All boards once, in batches: the successors made in a second."""
    game = game_of(name)
    asked = (boards,) if name == "abalone" else (boards, dice)
    made = 0
    begin = time.perf_counter()
    for first in range(0, len(boards), batch):
        rows = [array[first : first + batch] for array in asked]
        made += len(game.successors(*rows, threads=threads)[0])
    return {"successors/s": made / (time.perf_counter() - begin)}


def as_dice(pair: Bytes) -> Dice:
    return Dice(int(pair.max()), int(pair.min()))
