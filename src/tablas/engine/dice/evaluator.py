"""What judges positions: batch first, chances of every end, seen by the player to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from tablas import kernel
from tablas.engine.dice.equity import equity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Abak, Backgammon

    Floats = TypeVar("Floats", np.float32, np.float64)


def kernel_rules(game: str) -> Abak | Backgammon:
    """The kernel's side of a dice game."""
    mirror: Abak | Backgammon = getattr(kernel, game)
    return mirror


class Evaluator(Protocol):
    """Gives each board its chances; wrappers add plies, rollouts and caches."""

    def evaluate(self, boards: NDArray[np.uint8]) -> NDArray[np.float32]:
        """From packed boards (n, SIZE) to chances (n, 5).

        They are win, win gammon, win backgammon, lose gammon, lose backgammon; a gammon counts
        among the wins or losses, a backgammon among the gammons.
        """


def equities(chances: NDArray[Floats]) -> NDArray[Floats]:
    """Points expected by the player to move in a game without a cube.

    >>> import numpy as np
    >>> equities(np.array([[0.5, 0.25, 0.0, 0.125, 0.0]], np.float32))
    array([0.125], dtype=float32)
    """
    return equity(*chances.T)
