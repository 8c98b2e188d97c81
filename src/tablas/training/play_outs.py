"""Games played out to their end from given positions, thousands at once on the device.

The mean of their results is a judge that shares no opinion with the net which evaluates a position,
only its way to play: no net ends such a game with its own word.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablas.training.game import Boards, GameRecipe, Judging
from tablas.training.selfplay import Choosing, Mover, Plays
from tablas.training.tensors import Device

AT_ONCE = 1 << 16  # games


def play_outs(
    game: GameRecipe,
    judge: Judging,
    shortlist: Choosing,
    boards: Boards,
    trials: int,
    *,
    seed: int,
    device: Device,
    threads: int,
) -> NDArray[np.int8]:
    """The points that the player to move won in each of `trials` games from each board.

    A game that training would give up has no points.
    """
    each = np.repeat(boards, trials, axis=0)
    mover = Mover(device)
    parts = [
        _to_the_end(game, judge, shortlist, part, [seed, number], mover, threads)
        for number, part in enumerate(_parts(each))
    ]
    return np.concatenate(parts).reshape(len(boards), trials)


def _parts(boards: Boards) -> Iterator[Boards]:
    for first in range(0, len(boards), AT_ONCE):
        yield boards[first : first + AT_ONCE]


def _to_the_end(
    game: GameRecipe, judge: Judging, shortlist: Choosing, boards: Boards, seed: list[int],
    mover: Mover, threads: int,
) -> NDArray[np.int8]:  # fmt: skip
    rng = np.random.default_rng(seed)
    points = np.zeros(len(boards), dtype=np.int8)
    alive, turn = np.arange(len(boards)), 0
    while len(alive) and turn < game.longest:
        dice = rng.integers(1, 7, size=(len(alive), 2), dtype=np.uint8)
        after, offsets = game.kernel.successors(boards, dice, threads)
        counts = np.diff(offsets).astype(np.int32)
        after_there, counts_there = mover(after, counts)
        pick, _ = shortlist.best(judge, Plays(after, after_there, counts_there, counts))
        boards = after[pick.cpu().numpy()]
        won = -game.kernel.outcomes(boards)  # seen by who has just played
        over = won != 0
        points[alive[over]] = won[over] if turn % 2 == 0 else -won[over]
        alive, boards = alive[~over], boards[~over]
        turn += 1
    return points
