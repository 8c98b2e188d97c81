"""Many Abak positions played on at once to the end, and what results mean as chances.

Rollouts by a net, with the luck of the dice taken away, are the kernel's (`cpp/dice/rollout.hpp`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide

from tablas.engine.abak.choosers import Boards, Chooser
from tablas.values import ROLLS

Chances = NDArray[np.float64]
"""Shape (n, 5): win, win gammon, win backgammon, lose gammon, lose backgammon."""

EVERY_ROLL: Final = np.array([[roll.high, roll.low] for roll in ROLLS], np.uint8)
WEIGHT: Final = np.array([1 if roll.double else 2 for roll in ROLLS]) / 36

_FROM_POINTS: Final = np.array(
    [[0, 0, 0, 1, 1], [0, 0, 0, 1, 0], [0] * 5, [0.5, 0, 0, 0, 0],
     [1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0]]
)  # fmt: skip
"""The chances that a result of -3 to 3 points means; 0 is a draw."""


def to_the_end(
    chooser: Chooser, boards: Boards, seeds: NDArray[np.uint64], given: NDArray[np.uint8]
) -> Chances:
    """What came of each game, seen by the player to move at its beginning."""
    games = SideBySide.of(len(boards))
    for _ in games.turns(boards, (chooser, chooser), seeds, opening=False, given=given):
        pass
    return of_points(games.points)


def of_points(points: NDArray[np.int8]) -> Chances:
    """Results as chances: certainties, and a half for a draw."""
    return np.asarray(_FROM_POINTS[points.astype(np.int64) + 3])


def other_side(chances: Chances) -> Chances:
    """The same seen by the other player."""
    flipped = chances[:, [0, 3, 4, 1, 2]]
    flipped[:, 0] = 1 - flipped[:, 0]
    return flipped
