"""A player that lets a net judge what each play leaves, and may see it through a haze.

The haze is how a weaker level plays like a person: every play is judged with an error of its own,
so that near misses are common, real blunders rare and absurd plays all but absent. In a race, where
people err less, it is thinner.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tablas import kernel
from tablas.backgammon.codec import decode, encode
from tablas.backgammon.rules import Position
from tablas.engine.evaluator import equities
from tablas.engine.player import Answer
from tablas.errors import KernelDisagrees, NotationError
from tablas.state import State
from tablas.values import Dice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import Net

# Points that the player on roll expects without a cube. A double is taken up to about .57: the
# take point lies between 25 % (a dead cube, .5) and 20 % (a live one, .6). From .4 the roll to
# come often loses the market; beyond 1, playing on for the gammon is worth more than the drop.
DOUBLE_FROM: Final = 0.4
TAKE_UP_TO: Final = 0.57
TOO_GOOD: Final = 1.0

RACE_HAZE: Final = 0.2
"""What is left of the haze once the sides have passed each other."""


@dataclass(slots=True)
class NetPlayer:
    """Looks at the positions after its own play only (0-ply).

    `haze` is the standard deviation, in points, of the error with which it sees each of them.
    """

    net: Net
    haze: float = 0.0
    rng: random.Random = field(default_factory=random.Random)
    name: str = "net"

    def choose(self, state: State[Any, Any]) -> Any:
        position, dice = _asked(state)
        reached = self.hazy(position, dice) if self.haze else self.best(position, dice)
        plays = state.kind.rules.plays(position, dice)
        if reached not in plays:
            raise KernelDisagrees(
                f"the kernel plays {dice.high}-{dice.low} to {reached}, which the rules do not "
                f"reach from {position}"
            )
        return plays[reached]

    def best(self, position: Position, dice: Dice) -> Position:
        """The position that the net likes best, seen by the opponent."""
        boards, _ = self.net.choose(_row(position), _rolled(dice))
        return decode(boards[0].tobytes())

    def hazy(self, position: Position, dice: Dice) -> Position:
        """The best position as seen through the haze."""
        boards, _ = kernel.backgammon.successors(_row(position), _rolled(dice))
        worth = -equities(self.net.evaluate(boards))
        spread = self.haze if in_contact(position) else self.haze * RACE_HAZE
        seen = [value + self.rng.gauss(0.0, spread) for value in worth.tolist()]
        return decode(boards[seen.index(max(seen))].tobytes())

    def equity(self, position: Position) -> float:
        """Points that the player to move expects without a cube, as this player sees it."""
        known = float(equities(self.net.evaluate(_row(position)))[0])
        return known + self.rng.gauss(0.0, self.haze) if self.haze else known

    def doubles(self, state: State[Any, Any]) -> bool:
        return DOUBLE_FROM <= self.equity(state.position) <= TOO_GOOD

    def answer(self, state: State[Any, Any]) -> Answer:
        taken = self.equity(state.position) <= TAKE_UP_TO
        return Answer.TAKE if taken else Answer.DROP


def in_contact(position: Position) -> bool:
    """Whether a checker of one side still has to pass one of the other.

    >>> from tablas.backgammon.rules import start
    >>> in_contact(start())
    True
    """
    rear = [max((p for p in range(1, 26) if side[p]), default=0)
            for side in (position.own, position.opp)]  # fmt: skip
    return sum(rear) > 25


def _asked(state: State[Any, Any]) -> tuple[Position, Dice]:
    if state.kind.name != "backgammon":
        raise NotationError(f"this net plays backgammon, not {state.kind.name}")
    if state.dice is None:
        raise NotationError("a play of backgammon needs dice")
    return state.position, state.dice


def _row(position: Position) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (the other players do without)

    return np.frombuffer(bytearray(encode(position)), np.uint8)[None]


def _rolled(dice: Dice) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (see above)

    return np.array([[dice.high, dice.low]], np.uint8)
