"""What a review asks of an engine: plays, cubes and rolls of one state at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tablas.play.state import State
from tablas.review.value import Alternative, Thresholds, Unit
from tablas.values import Dice

if TYPE_CHECKING:
    from tablas.engine.dice.cube_action import CubeAction


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """The plays of a state, the best first, and the one that was made, at the same depth.

    `stake` is what one unit of cost means in the end: see `Decision.lost`. `fault` names the kind
    of mistake, if the game has kinds.
    """

    alternatives: tuple[Alternative, ...]
    played: Alternative
    forced: bool
    stake: float = 1.0
    fault: str = ""

    @property
    def cost(self) -> float:
        return max(0.0, self.alternatives[0].worth - self.played.worth)


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A cube decision of the player on roll, and what one unit of cost means in the end."""

    action: CubeAction
    stake: float
    plies: int
    trials: int = 0  # of a rollout


class Judge(Protocol):
    """An engine with a level of care; the same question always gets the same answer.

    `cube` may be content with a glance where nobody would double, unless it is to be `sure`. `luck`
    gives the luck of a roll and what it gained in the end. Both are asked of dice games only.
    """

    game: str
    name: str
    care: str
    unit: Unit
    thresholds: Thresholds

    def play(self, state: State[Any, Any], play: Any) -> JudgedPlay: ...

    def cube(self, state: State[Any, Any], *, sure: bool = False) -> JudgedCube: ...

    def luck(self, state: State[Any, Any], dice: Dice, *, opening: bool) -> tuple[float, float]: ...

    def phase(self, state: State[Any, Any]) -> str: ...

    def start(self, length: int, score: tuple[int, int]) -> float:
        """White's chance of winning a match that stands at `score`, Crawford over if it can be."""
