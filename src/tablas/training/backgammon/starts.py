"""Set-ups that play seldom reaches: back games, checkers on the bar, containment, odd races.

Each side gets a plan, a weight for every place; the weights are made uneven by chance, so that
checkers gather in points, and fifteen checkers are dealt out by them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CHECKERS = 15
PLACES = 26
BAR = 25


def _plan(*spans: tuple[int, int, float]) -> NDArray[np.float64]:
    """Weights of places: (first, last, weight of them all together)."""
    weights = np.zeros(PLACES)
    for first, last, weight in spans:
        weights[first : last + 1] += weight / (last - first + 1)
    return weights


# The opening, back games (anchors in the other home), primes, containment after bearing off,
# bearing in, several on the bar, anything.
PLANS = np.stack(
    [
        _plan((24, 24, 2), (13, 13, 4), (8, 8, 3), (6, 6, 4), (3, 10, 2)),
        _plan((20, 24, 5), (1, 6, 5), (7, 13, 4), (25, 25, 0.3)),
        _plan((19, 24, 3), (3, 9, 10), (10, 16, 2)),
        _plan((20, 25, 1.5), (1, 6, 6), (0, 0, 7)),
        _plan((1, 6, 9), (7, 12, 3), (0, 0, 3)),
        _plan((25, 25, 3), (1, 8, 7), (13, 24, 5)),
        _plan((0, 25, 15)),
    ]
)
CHANCES = np.array([0.2, 0.25, 0.15, 0.12, 0.1, 0.08, 0.1])


def unusual(rng: np.random.Generator, count: int) -> NDArray[np.uint8]:
    """Packed boards, all valid, none of them over."""
    rows: list[NDArray[np.uint8]] = []
    valid = 0
    while valid < count:
        own, opp = _side(rng, count), _side(rng, count)
        _part(own, opp, rng)
        lasting = (own[:, 0] < CHECKERS) & (opp[:, 0] < CHECKERS)
        rows.append(packed(own[lasting], opp[lasting]))
        valid += len(rows[-1])
    return np.concatenate(rows)[:count]


def _side(rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    plan = PLANS[rng.choice(len(PLANS), size=count, p=CHANCES)]
    uneven = plan * rng.gamma(0.6, size=(count, PLACES)) + 1e-12
    bounds = np.cumsum(uneven / uneven.sum(axis=1, keepdims=True), axis=1)
    draws = rng.random((count, CHECKERS, 1))
    places = np.minimum((draws > bounds[:, None, :]).sum(axis=2), BAR)
    side = np.zeros((count, PLACES), dtype=np.int64)
    np.add.at(side, (np.arange(count)[:, None], places), 1)
    return side


def _part(own: NDArray[np.int64], opp: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Where both sides stand on one point, one of them goes to a free point or to the bar."""
    for point in range(1, 25):
        for side, other, place in ((own, opp, point), (opp, own, 25 - point)):
            gives_way = rng.random(len(own)) < 1 / 2 if side is own else True
            shared = (side[:, place] > 0) & (other[:, 25 - place] > 0) & gives_way
            rows = np.flatnonzero(shared)
            target = rng.integers(1, 25, size=len(rows))
            free = other[rows, 25 - target] == 0
            target = np.where(free, target, BAR)
            moved = side[rows, place]
            side[rows, place] = 0
            side[rows, target] += moved


def packed(own: NDArray[np.int64], opp: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Counts of shape (n, 26) as the boards of `tablas.backgammon.codec`."""
    boards = np.zeros((len(own), 32), dtype=np.uint8)
    boards[:, 0:13] = own[:, 0::2] | own[:, 1::2] << 4
    boards[:, 16:29] = opp[:, 0::2] | opp[:, 1::2] << 4
    return boards
