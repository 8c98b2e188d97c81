"""How backgammon's boards look to a person."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablas.engine.dice.sight import Sight


def sight(boards: NDArray[np.uint8], *, moved: bool) -> Sight:
    """The packed boards as the player to move sees them, or who has just `moved`."""
    sides = boards.reshape(len(boards), 2, 16)[:, :, :13]
    counts = np.stack([sides & 15, sides >> 4], axis=3).reshape(len(boards), 2, 26)
    own, opp = counts[:, int(moved)], counts[:, int(not moved)]
    on_points = np.zeros(26, np.bool_)
    on_points[1:25] = True
    foes = opp[:, ::-1].astype(np.float64)  # their bar comes to 0, what they bore off to 25
    foes[:, 25] = 0
    return Sight(
        count=own.astype(np.float64),
        blots=(own == 1) & on_points,
        blocks=(own >= 2) & on_points,
        foes=foes,
        foes_out=opp[:, 25].astype(np.float64),
    )
