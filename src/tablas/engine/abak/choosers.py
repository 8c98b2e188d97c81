"""The Abak players as choosers over thousands of boards, for duels and measurements.

`greedy_evaluation` gives the same numbers as `simple_evaluation`, only for many boards at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.abak.heuristic import WEIGHTS, evaluate, weigh
from tablas.engine.abak.simple_evaluation import LONE_GUARD, TRAPPED
from tablas.engine.abak.view import BAR, ROWS, G, Numbers, View, views
from tablas.engine.dice.simple_evaluation import BORNE_OFF, HOME_POINT, MADE_POINT, ON_BAR

Boards = NDArray[np.uint8]
Chooser = Callable[[Boards, Boards], Boards]
"""Maps boards and dice to the boards after its plays, seen by the next player."""
Evaluate = Callable[[Boards], NDArray[np.float32]]
"""What each board is worth to the player to move."""


def heuristic(weights: Mapping[str, float] = WEIGHTS, threads: int = 1) -> Chooser:
    """The heuristic player, with its own weights, which the kernel knows, or with other ones."""
    if weights is WEIGHTS:
        return partial(_least, judge=heuristic_evaluation, threads=threads)
    return partial(_least, judge=partial(evaluate, weights=weigh(weights)), threads=threads)


def greedy(seed: int, threads: int = 1) -> Chooser:
    """The greedy player; equal plays are chosen among by chance."""
    rng = np.random.default_rng(seed)

    def judge(boards: Boards) -> NDArray[np.float32]:
        return greedy_evaluation(boards) + rng.random(len(boards), np.float32) * np.float32(0.001)

    return partial(_least, judge=judge, threads=threads)


def at_random(seed: int, threads: int = 1) -> Chooser:
    """Any of the distinct results with the same chance."""
    rng = np.random.default_rng(seed)
    return partial(_least, judge=lambda rows: rng.random(len(rows), np.float32), threads=threads)


def _least(boards: Boards, dice: NDArray[np.uint8], judge: Evaluate, threads: int) -> Boards:
    """The successor of each board that is worth least to the next player."""
    rows, offsets = kernel.abak.successors(boards, dice, threads)
    if (np.diff(offsets) == 0).any():
        raise ValueError("a board on which the game is over has no plays")
    judged = judge(rows)
    least = np.minimum.reduceat(judged, offsets[:-1])
    of_board = np.repeat(np.arange(len(boards)), np.diff(offsets))
    best = np.flatnonzero(judged == least[of_board])
    _, first = np.unique(of_board[best], return_index=True)
    return np.asarray(rows[best[first]])


def heuristic_evaluation(boards: Boards) -> NDArray[np.float32]:
    """What `evaluate` gives, but for the order of adding up: the kernel's is the quick way."""
    return kernel.abak.heuristic_evaluations(boards)[:, 0]


def greedy_evaluation(boards: Boards) -> NDArray[np.float32]:
    """What the greedy player thinks of each board, for the player to move."""
    own, opp = views(boards)
    return np.asarray(_greedy_side(own) - _greedy_side(opp), np.float32)


def _greedy_side(own: View) -> Numbers:
    points = np.arange(ROWS, dtype=np.float32)[:, None]
    enemy_below = np.cumsum(own.size > own.count, 0)
    enemy_below[1:] = enemy_below[:-1].copy()
    of_point = -points * own.count - TRAPPED * own.count * (own.foe_run > 0)
    of_point += (own.run >= 2) * np.where(points <= 6, HOME_POINT, MADE_POINT)
    lone = own.run == 1
    of_point += LONE_GUARD * (lone & (own.top == G))
    of_point -= (lone & (own.top != G) & (enemy_below > 0)) * (BAR - points) / 3
    waiting = own.off * BORNE_OFF - own.bar * (ON_BAR + BAR)
    return np.asarray(of_point.sum(0) + waiting, np.float32)
