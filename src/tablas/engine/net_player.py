"""A player that asks a net about every play and takes the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablas.backgammon.codec import decode, encode
from tablas.backgammon.rules import Position
from tablas.engine.evaluator import equities
from tablas.errors import KernelDisagrees, NotationError
from tablas.kind import Kind
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


@dataclass(frozen=True, slots=True)
class NetPlayer:
    """Looks at the positions after its own play only (0-ply)."""

    net: Net
    name: str = "net"

    def choose(self, kind: Kind[Any, Any], position: Position, dice: Dice | None) -> Any:
        import numpy as np  # noqa: PLC0415 (the other players do without)

        _only_backgammon(kind)
        if dice is None:
            raise NotationError("a play of backgammon needs dice")
        rolled = np.array([[dice.high, dice.low]], np.uint8)
        boards, _ = self.net.choose(_row(position), rolled)
        reached = decode(boards[0].tobytes())
        plays = kind.rules.plays(position, dice)
        if reached not in plays:
            raise KernelDisagrees(
                f"the kernel plays {dice.high}-{dice.low} to {reached}, which the rules do not "
                f"reach from {position}"
            )
        return plays[reached]

    def equity(self, position: Position) -> float:
        """Points that the player to move expects without a cube."""
        return float(equities(self.net.evaluate(_row(position)))[0])

    def doubles(self, kind: Kind[Any, Any], position: Position) -> bool:
        _only_backgammon(kind)
        return DOUBLE_FROM <= self.equity(position) <= TOO_GOOD

    def takes(self, kind: Kind[Any, Any], position: Position) -> bool:
        _only_backgammon(kind)
        return self.equity(position) <= TAKE_UP_TO


def _row(position: Position) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (see above)

    return np.frombuffer(bytearray(encode(position)), np.uint8)[None]


def _only_backgammon(kind: Kind[Any, Any]) -> None:
    if kind.name != "backgammon":
        raise NotationError(f"this net plays backgammon, not {kind.name}")
