"""The cube for whoever asks: what each way to use it is worth, and which is right.

The kernel does the sums (`cpp/dice/cube.hpp`): Janowski's interpolation between a dead and a live
cube, for money and, over the match equity table, for every score. Equities are in units of the
present cube, so that losing a single game is -1 and winning one +1, in a match as in money play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablas import kernel
from tablas.engine.dice.equity import equity
from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.engines import dice_side
from tablas.play.cube import Cube
from tablas.play.state import State
from tablas.play.terms import Stakes
from tablas.values import Side
from tablas.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState, KernelChances, Net

GLANCE: Final = 1
"""Plies that settle most cube decisions."""

CLOSE: Final = 0.12
"""Points within which one more ply may change a cube decision: five times what it moves one by."""

VERDICTS: Final = {
    "no double": Words("no double", "no doblar"),
    "double": Words("double", "doblar"),
    "redouble": Words("redouble", "redoblar"),
    "no redouble": Words("no redouble", "no redoblar"),
    "too good": Words("too good to double", "demasiado buena para doblar"),
    "cube not available": Words("the cube cannot be turned", "no se puede doblar"),
    "take": Words("take", "aceptar"),
    "drop": Words("drop", "rechazar"),
    "beaver": Words("beaver", "castor"),
}


@dataclass(frozen=True, slots=True)
class CubePoints:
    """Chances to win at which a double is as well taken as dropped: dead, live, and between."""

    dead: float
    live: float
    between: float


@dataclass(frozen=True, slots=True)
class CubeAction:
    """Everything about one cube decision of the player to move.

    `no_double`, `double_take` and `double_drop` are equities; `doubles` and `answer` say what is
    right. `take` is the opponent's point, as the opponent's chance to win; `cash` is the player's.
    `match_chances` are the chances of winning the match of the three ways; None for money.
    """

    chances: KernelChances
    no_double: float
    double_take: float
    double_drop: float
    doubles: bool
    too_good: bool
    answer: str  # "take", "drop" or "beaver"
    available: bool
    owned: bool
    take: CubePoints
    cash: CubePoints
    gammon_prices: tuple[float, float]
    match_chances: tuple[float, float, float] | None

    @property
    def cubeless(self) -> float:
        return equity(*self.chances)

    @property
    def doubled(self) -> float:
        """The equity of a double that is answered well."""
        return min(self.double_take, self.double_drop)

    @property
    def verdict(self) -> tuple[Words, Words]:
        """What to do, and what the opponent answers to a double, right or not."""
        if not self.available:
            return VERDICTS["cube not available"], VERDICTS[self.answer]
        again = "redouble" if self.owned else "double"
        done = again if self.doubles else "too good" if self.too_good else f"no {again}"
        return VERDICTS[done], VERDICTS[self.answer]


def cube_state(cube: Cube, stakes: Stakes, turn: Side, game: str) -> CubeState:
    """The cube as the player `turn` sees it, without an offer that may lie on the table.

    `game` says whose match equities count.

    In a match a game without a cube is the Crawford game, if a side is one point from winning.
    """
    owner = "centred" if cube.owner is None else "own" if cube.owner is turn else "opponent"
    if stakes.away is None:
        return kernel.CubeState(cube.value, owner, jacoby=stakes.jacoby, beavers=stakes.beavers)
    white, black = stakes.away
    own, opp = (white, black) if turn is Side.WHITE else (black, white)
    crawford = not stakes.cube and 1 in (own, opp)
    return kernel.CubeState(cube.value, owner, own, opp, crawford, game=game)


def state_of(game: State[Any, Any]) -> CubeState:
    """The cube of a game as the player on turn sees it."""
    assert game.turn is not None, "nobody is on turn before the opening roll"
    return cube_state(game.cube, game.terms.stakes, game.turn, game.kind.name)


def efficiencies(game: str, boards: NDArray[np.uint8]) -> list[float]:
    """How much of a live cube's worth the cube has in each packed board."""
    values: list[float] = kernel_rules(game).cube_efficiency(boards).tolist()
    return values


def judge(
    net: Net,
    row: NDArray[np.uint8],
    state: CubeState,
    *,
    plies: int = 0,
    game: str,
) -> CubeAction:
    """The cube decision of a packed board, some turns ahead."""
    chances, worths = worths_of(net, row, state, plies=plies, game=game)
    (efficiency,) = efficiencies(game, row)
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances[0].tolist()
    seen = (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)
    hold, take, drop, beaver = worths[0].tolist()
    return action_of(seen, (hold, take, drop, beaver), state, efficiency)


def judge_in_two_looks(
    net: Net,
    row: NDArray[np.uint8],
    state: CubeState,
    *,
    plies: int,
    game: str,
    settled: Callable[[CubeAction], bool],
) -> tuple[CubeAction, int]:
    """The cube decision at a glance or, unless that has settled it, at `plies`; how deep it is."""
    glance = min(GLANCE, plies)
    action = judge(net, row, state, plies=glance, game=game)
    if glance == plies or settled(action):
        return action, glance
    return judge(net, row, state, plies=plies, game=game), plies


def worths_of(
    net: Net, boards: NDArray[np.uint8], state: CubeState, *, plies: int = 0, game: str
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Of each board the chances, and the worth of no double, double and take, drop, beaver."""
    return dice_side(game).cube_worths(net, boards, state, plies)


def worths_in_two_looks(
    net: Net, boards: NDArray[np.uint8], state: CubeState, *, plies: int, game: str
) -> NDArray[np.float64]:
    """The same worths of many boards: at a glance, and at `plies` where that leaves it open."""
    import numpy as np  # noqa: PLC0415 (loaded with the first question)

    glance = min(GLANCE, plies)
    _, worths = worths_of(net, boards, state, plies=glance, game=game)
    if glance == plies:
        return worths
    hold, take, drop, _ = worths.T * (state.equity(1.0) - state.equity(0.0))
    open_yet = np.minimum(abs(hold - np.minimum(take, drop)), abs(take - drop)) <= CLOSE
    if open_yet.any():
        _, closer = worths_of(net, boards[open_yet], state, plies=plies, game=game)
        worths[open_yet] = closer
    return worths


def action_of(
    chances: KernelChances,
    worths: tuple[float, float, float, float],
    state: CubeState,
    efficiency: float,
) -> CubeAction:
    """The decision that follows from the worth of no double, take, drop and beaver."""
    doubles, too_good, answer = state.action(*worths)
    *_, dead, live, between = state.points(chances, efficiency)
    match = state.away[0] > 0
    return CubeAction(
        chances=chances,
        no_double=state.equity(worths[0]),
        double_take=state.equity(worths[1]),
        double_drop=state.equity(worths[2]),
        doubles=doubles,
        too_good=too_good,
        answer=answer,
        available=state.may_double(),
        owned=state.owner == "own",
        take=CubePoints(1 - dead, 1 - live, 1 - between),
        cash=CubePoints(dead, live, between),
        gammon_prices=state.gammon_prices(),
        match_chances=_chances_of(worths) if match else None,
    )


def _chances_of(worths: tuple[float, float, float, float]) -> tuple[float, float, float]:
    hold, take, drop, _ = ((1 + worth) / 2 for worth in worths)
    return hold, take, drop
