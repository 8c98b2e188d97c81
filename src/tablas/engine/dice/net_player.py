"""A player that lets a net judge what each play leaves, with or without noise.

The noise is how a weaker level plays like a person: every play is judged with an error of its own,
so that near misses are common, real blunders rare and absurd plays all but absent. In a race, where
people err less, there is less of it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tablas.engine.dice.cube_action import state_of, worths_in_two_looks
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.dice.noise import RACE_NOISE
from tablas.engine.engines import dice_side
from tablas.engine.player import Answer
from tablas.errors import KernelDisagrees, NotationError
from tablas.games import kind
from tablas.play.state import State
from tablas.values import Dice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState, Net


@dataclass(slots=True)
class NetPlayer:
    """Looks at the positions after its own play only (0-ply).

    `noise` is the standard deviation, in points, of the error with which it sees each of them. With
    a cube, or in a match, a position is worth what cube and score make of its chances. Before a
    double it looks `cube_plies` turns ahead where that is close: a formula alone errs where the
    next roll may be the last chance to double.
    """

    net: Net
    game: str
    noise: float = 0.0
    rng: random.Random = field(default_factory=random.Random)
    name: str = "net"
    cube_plies: int = 0

    def choose(self, state: State[Any, Any]) -> Any:
        position, dice = asked_of(state, self.game)
        reached = self.reached(position, dice, stake_of(state))
        plays = state.kind.rules.plays(position, dice)
        if reached not in plays:
            raise KernelDisagrees(
                f"the kernel plays {dice.high}-{dice.low} to {reached}, which the rules do not "
                f"reach from {position}",
                f"el núcleo juega {dice.high}-{dice.low} hasta {reached}, adonde "
                f"las reglas no llegan desde {position}",
            )
        return plays[reached]

    def reached(self, position: Any, dice: Dice, stake: CubeState | None = None) -> Any:
        """The position that the player likes best, seen by the opponent."""
        decode = kind(self.game).codec.decode
        row, rolled = _row(position, self.game), _rolled(dice)
        if not self.noise and stake is None:
            return decode(self.net.choose(row, rolled)[0][0].tobytes())
        boards, _ = kernel_rules(self.game).successors(row, rolled)
        worth = worths_after(self.net, boards, stake, self.game).tolist()
        racing = dice_side(self.game).racing(position)
        spread = self.noise * RACE_NOISE if racing else self.noise
        seen = [value + self.rng.gauss(0.0, spread) for value in worth]
        return decode(boards[seen.index(max(seen))].tobytes())

    def doubles(self, state: State[Any, Any]) -> bool:
        return self._cube(state)[0]

    def answer(self, state: State[Any, Any]) -> Answer:
        return table_answer(self._cube(state)[1], state)

    def _cube(self, state: State[Any, Any]) -> tuple[bool, str]:
        error = self.rng.gauss(0.0, self.noise)
        return cube_seen(self.net, state, error, self.cube_plies)


def cube_seen(net: Net, state: State[Any, Any], error: float, plies: int = 0) -> tuple[bool, str]:
    """Whether to double, and what to say to a double, by a net that misjudges the game by this."""
    game, seen = state.kind.name, state_of(state)
    (worths,) = cube_worths(net, _row(state.position, game), seen, game, plies)
    doubles, _, answer = cube_choice(seen, worths, error)
    return doubles, answer


def cube_worths(
    net: Net, boards: NDArray[np.uint8], cube: CubeState, game: str, plies: int
) -> list[list[float]]:
    """Of each board the worth of no double, double and take, drop, beaver.

    Without looking ahead by the net alone, since the weaker levels do not know the tables either.
    """
    if plies:
        worths = worths_in_two_looks(net, boards, cube, plies=plies, game=game)
    else:
        _, worths = kernel_rules(game).cube_worths(net, boards, cube)
    listed: list[list[float]] = worths.tolist()
    return listed


def table_answer(said: str, state: State[Any, Any]) -> Answer:
    """An answer of `cube_choice` as it is given at the table; only the first double is beavered."""
    if said == "beaver":
        offer = state.cube.offer
        return Answer.RAISE if offer and offer.turns == 1 else Answer.TAKE
    return Answer(said)


def cube_choice(cube: CubeState, worths: list[float], error: float = 0.0) -> tuple[bool, bool, str]:
    """Whether to double, whether it is too good to, and the answer; `error` misjudges the game.

    A player on roll who thinks too well of the position thinks too well of holding the cube, and
    twice too well of having turned it.
    """
    hold, take, drop, beaver = worths
    match = cube.away[0] > 0
    scale = error / 2 if match else error * cube.value
    return cube.action(hold + scale, take + 2 * scale, drop, beaver + 4 * scale)


def stake_of(state: State[Any, Any]) -> CubeState | None:
    """The cube and the score that a play is judged by; None in money play without a cube."""
    stakes = state.terms.stakes
    return state_of(state) if stakes.cube or stakes.away else None


def worths_after(
    net: Net, boards: NDArray[np.uint8], stake: CubeState | None, game: str
) -> NDArray[np.floating[Any]]:
    """What each board, which the opponent is to move in, is worth to who has just played.

    In units of the cube, so that a single game is about 1 at every score.
    """
    return worths_of(net.evaluate(boards), boards, stake, game)


def worths_of(
    chances: NDArray[np.float32], boards: NDArray[np.uint8], stake: CubeState | None, game: str
) -> NDArray[np.floating[Any]]:
    """The same, where the opponent's chances are known."""
    if stake is None:
        return -equities(chances)
    return -kernel_rules(game).cube_equities(boards, chances, stake.swapped())


def asked_of(state: State[Any, Any], game: str) -> tuple[Any, Dice]:
    """The position and the dice of a state in which a play of this game is asked for."""
    if state.kind.name != game:
        raise NotationError(
            f"this net plays {game}, not {state.kind.name}",
            f"esta red juega a {game}, no a {state.kind.name}",
        )
    if state.dice is None:
        raise NotationError(f"a play of {game} needs dice", f"una jugada de {game} necesita dados")
    return state.position, state.dice


def _row(position: Any, game: str) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (the other players do without)

    return np.frombuffer(bytearray(kind(game).codec.encode(position)), np.uint8)[None]


def _rolled(dice: Dice) -> NDArray[np.uint8]:
    import numpy as np  # noqa: PLC0415 (see above)

    return np.array([[dice.high, dice.low]], np.uint8)
