"""How lucky a roll is: what it makes of the best play's worth beyond the mean over all rolls.

The mean is exact, so taking the luck away is fair to both sides whatever the judge believes; a
better judge only narrows the error. With a cube the worth is that of a cube between dead and live
(Rick Janowski, "Take-Points in Money Games", 1993) which the next player uses where that is right,
times what the cube stood at.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine.dice.cube_action import efficiencies
from tablas.engine.dice.cubes import Boards, Cubes
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.seats import LuckJudge

ROLLS: Final = np.array(
    [(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8
)
WEIGHTS: Final = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36
INDEX: Final = {(int(high), int(low)): i for i, (high, low) in enumerate(ROLLS)}
LIVE: Final = 0.68
"""How much of a live cube's worth a real cube has; Janowski's usual figure."""

Floats = NDArray[np.float64]


def lucks(judge: LuckJudge, boards: Boards, dice: Boards, cubes: Cubes, game: str) -> Floats:
    """The luck of each roll for who throws it: in points, and in chances to win; shape (n, 2)."""
    every = np.repeat(boards, len(ROLLS), axis=0)
    after, chances = judge.choose(every, np.tile(ROLLS, (len(boards), 1)))
    if cubes.used:
        live = np.array(efficiencies(game, after))
        worth = after_use(chances.astype(np.float64), np.repeat(cubes.owners, len(ROLLS)), live)
        points = -kernel_rules(game).outcomes(after).astype(np.float64)
        worth = np.where(points == 0, worth, points)
    else:
        worth = equities(chances).astype(np.float64)
    both = np.stack([worth, chances[:, 0]], axis=1).reshape(len(boards), len(ROLLS), 2)
    rolled = [INDEX[(max(a, b), min(a, b))] for a, b in dice.tolist()]
    mean = np.tensordot(both, WEIGHTS, axes=([1], [0]))
    luck: Floats = both[np.arange(len(boards)), rolled] - mean
    luck[:, 0] *= cubes.values
    return luck


def after_use(chances: NDArray[Any], owners: NDArray[np.int8], live: Floats) -> Floats:
    """As `with_cube`, once the next player has doubled or not, and a double was answered.

    >>> lost = np.array([[0.1, 0.0, 0.0, 0.0, 0.0]] * 2)
    >>> [f"{worth:+.3f}" for worth in after_use(lost, np.array([0, 1], np.int8), np.full(2, 0.7))]
    ['-1.000', '-0.765']
    """
    held = with_cube(chances, owners, live)
    taken = 2 * with_cube(chances, np.ones_like(owners), live)
    return np.asarray(np.where(owners <= 0, np.minimum(held, np.maximum(taken, -1.0)), held))


def with_cube(
    chances: NDArray[Any], owners: NDArray[np.int8], efficiency: float | Floats = LIVE
) -> Floats:
    """Points that are expected for money, in units of the cube; owner 1: who the chances are of.

    A live cube is worth -1 at the other's cash point and +1 at one's own, in straight lines to the
    dead ends; who has no access to it has no point to cash. `efficiency` says how much of the way
    from dead to live the cube is worth.

    >>> even = np.array([[0.5, 0.0, 0.0, 0.0, 0.0]] * 2)
    >>> [f"{worth:+.2f}" for worth in with_cube(even, np.array([1, -1], np.int8))]
    ['+0.17', '-0.17']
    """
    win = np.clip(chances[:, 0], 1e-6, 1 - 1e-6)
    won = 1 + (chances[:, 1] + chances[:, 2]) / win
    lost = 1 + (chances[:, 3] + chances[:, 4]) / (1 - win)
    dead = win * won - (1 - win) * lost
    take = (lost - 0.5) / (won + lost + 0.5)
    cash = (lost + 1) / (won + lost + 0.5)
    low = np.where(owners <= 0, take, 0.0)
    high = np.where(owners >= 0, cash, 1.0)
    at_low = np.where(owners <= 0, -1.0, -lost)
    at_high = np.where(owners >= 0, 1.0, won)
    live = np.where(
        win < low,
        _between(win, 0.0, -lost, low, at_low),
        np.where(
            win > high,
            _between(win, high, at_high, 1.0, won),
            _between(win, low, at_low, high, at_high),
        ),
    )
    return np.asarray(efficiency * live + (1 - efficiency) * dead)


def _between(at: Floats, low: Any, at_low: Any, high: Any, at_high: Any) -> Floats:
    """The straight line through two points."""
    width = np.maximum(np.asarray(high) - low, 1e-9)
    return np.asarray(at_low + (at - low) / width * (at_high - at_low))
