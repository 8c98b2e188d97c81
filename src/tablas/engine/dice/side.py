"""What tells one dice game from another inside the engines; `ENGINE.dice` is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tablas import kernel
from tablas.engine.dice.search import DiceEngine
from tablas.kind import Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.engine.dice.rollout_plan import RolloutPlan
    from tablas.engine.dice.sight import Sight
    from tablas.kernel._kernel import Abak, AbakRollout, Backgammon, CubeState, Net, Rollout


class CubeWorths(Protocol):
    """Of each board the chances, and the worth of no double, double and take, drop, beaver."""

    def __call__(
        self, net: Net, boards: NDArray[np.uint8], state: CubeState, plies: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]: ...


class MakeRollout(Protocol):
    """The kernel's rollout of some boards; the game's pruning net lists the plays."""

    def __call__(
        self,
        net: Net,
        boards: NDArray[np.uint8],
        plan: RolloutPlan,
        cubes: list[CubeState] | None,
        *,
        may_double: bool,
    ) -> Rollout | AbakRollout: ...


class Seeing(Protocol):
    """Packed boards as the player to move sees them, or who has just `moved`."""

    def __call__(self, boards: NDArray[np.uint8], *, moved: bool) -> Sight: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSide:
    """The engine, the cube and the rollouts of one dice game.

    `net` names the net for quick answers; `search(**options)` makes the engine at its best;
    `racing(position)` says whether the sides have passed each other, `sight` what a person sees.
    """

    kind: Kind[Any, Any]
    net: str
    search: Callable[..., DiceEngine]
    cube_worths: CubeWorths
    make_rollout: MakeRollout
    racing: Callable[[Any], bool]
    sight: Seeing

    @property
    def kernel(self) -> Abak | Backgammon:
        """The kernel's side of the game."""
        mirror: Abak | Backgammon = getattr(kernel, self.kind.name)
        return mirror
