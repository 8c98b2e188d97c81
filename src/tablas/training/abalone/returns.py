"""λ-returns: what a position was worth, seen by the searches of the positions after it as well.

A search of a few thousand nodes sees eight plies ahead; that of the next position sees one further,
and both err in different places. So the target of a position is its own score and the target of the
next one, mixed: TD(λ) over scores of searches (Sutton, 1988; Veness and others, "Bootstrapping from
Game Tree Search", 2009). It costs nothing; how near it lies to what a search of a hundred times
as many nodes says was measured (docs/notes/training.md, Hexagons): up to .7 no further off than the
score alone, above it further.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablas.training.abalone.games import PLIES, STRAYED, UNSCORED

Floats = NDArray[np.float64]


def returns(samples: NDArray[np.void], unit: float, share: float) -> Floats:
    """The chance of winning of each sample's player, 0 to 1; samples come as they were played.

    `share` is the weight of the position one ply later, λ; `unit` the score at which a player wins
    e times as often as it loses. Turns of guests are passed over: theirs mean nothing.
    """
    scored = np.flatnonzero(samples["score"] != UNSCORED)
    chances = np.full(len(samples), 0.5)
    chances[scored] = 1 / (1 + np.exp(-samples["score"][scored] / unit))
    for here, there, plies in _steps(samples, scored):
        weight = share**plies
        later = np.where(plies % 2 == 0, chances[there], 1 - chances[there])
        chances[here] = (1 - weight) * chances[here] + weight * later
    return chances


def _steps(
    samples: NDArray[np.void], scored: NDArray[np.intp]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]]:
    """Who learns from whom and how many plies lie between, from the ends of the games backwards.

    Where a move was drawn by lot, what came of it says nothing of the position before.
    """
    strays = np.cumsum(samples["ply"] & STRAYED > 0)[scored]
    plies = np.asarray(np.diff((samples["ply"][scored] & PLIES).astype(np.intp)), np.intp)
    linked = (np.diff(strays) == 0) & (plies > 0)
    # How many links lie ahead of each sample until one is missing.
    ends = np.flatnonzero(~np.append(linked, False))
    numbers = np.arange(len(scored))
    ahead = ends[np.searchsorted(ends, numbers)] - numbers if len(ends) else numbers
    order = np.argsort(ahead, kind="stable")
    steps = np.split(order, np.cumsum(np.bincount(ahead))[:-1]) if len(order) else []
    return [(scored[step], scored[step + 1], plies[step]) for step in steps[1:]]
