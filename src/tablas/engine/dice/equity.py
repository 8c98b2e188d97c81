"""Points expected in a game without a cube: the one place where chances become an equity."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Amount = TypeVar("Amount", float, NDArray[np.float32], NDArray[np.float64])


def equity(
    win: Amount,
    win_gammon: Amount,
    win_backgammon: Amount,
    lose_gammon: Amount,
    lose_backgammon: Amount,
) -> Amount:
    """What the player to move expects, from numbers or from columns of them.

    A gammon counts among the wins or losses and a backgammon among the gammons, so that each adds
    one point.

    >>> equity(0.5, 0.25, 0.0, 0.125, 0.0)
    0.125
    """
    return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
