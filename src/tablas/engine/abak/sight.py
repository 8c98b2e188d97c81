"""How Abak's boards look to a person: runs, lone checkers, traps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablas.engine.abak.view import BAR, views
from tablas.engine.dice.sight import Sight


def sight(boards: NDArray[np.uint8], *, moved: bool) -> Sight:
    """The packed boards as the player to move sees them, or who has just `moved`."""
    own, opp = views(boards)[:: -1 if moved else 1]
    count = own.count.T.astype(np.float64)
    count[:, BAR], count[:, 0] = own.bar, own.off
    foes = np.where(opp.top > 0, opp.run, 0).T[:, ::-1].astype(np.float64)  # who is free to hit
    foes[:, 0] = opp.bar
    return Sight(count=count, blots=own.blots.T, blocks=own.blocks.T, foes=foes, foes_out=opp.bar)
