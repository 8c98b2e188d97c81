"""An analysis at the score: plays in the order that cube and match make of their chances."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import stake_of, worths_of
from tablas.engine.dice.search import Chances, DiceAnalysis, DiceEngine, Prices
from tablas.games import kind
from tablas.play.state import State

if TYPE_CHECKING:
    from tablas.kernel._kernel import CubeState, KernelChances

WAYS_TO_WIN: Final[tuple[KernelChances, ...]] = ((1, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 1, 1, 0, 0))
WAYS_TO_LOSE: Final[tuple[KernelChances, ...]] = ((0, 0, 0, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 1, 1))
"""Singly, by a gammon, by a backgammon; as chances."""


def analysed(engine: DiceEngine, state: State[Any, Any], limit: DiceLimit) -> DiceAnalysis:
    """Every play of the roll, ranked by what it is worth at this cube and score.

    Without a cube and a match that is the points expected. Else an equity is in units of the
    cube, so that winning a single game is about 1 at every score. Plays of equal depth only are
    compared, those looked at most deeply first. Where the cube is out of a match, the search
    itself looks for what gammons are worth at the score.
    """
    assert state.dice is not None
    stake = stake_of(state)
    prices = prices_of(stake) if stake else None
    analysis = engine.analyse(state.position, state.dice, limit, prices=prices)
    return analysis if stake is None else _at_stake(analysis, stake, state.kind.name)


def _at_stake(analysis: DiceAnalysis, stake: CubeState, game: str) -> DiceAnalysis:
    import numpy as np  # noqa: PLC0415 (loaded with the first question)

    boards = kind(game).codec.encode_many([play.reached for play in analysis.plays])
    chances = np.array([_turned(play.chances) for play in analysis.plays], np.float32)
    worths = worths_of(chances, boards, stake, game).tolist()
    plays = (
        replace(play, equity=worth) for play, worth in zip(analysis.plays, worths, strict=True)
    )
    ranked = sorted(plays, key=lambda play: (-play.plies, -play.equity))
    return replace(analysis, plays=tuple(ranked))


def prices_of(stake: CubeState) -> Prices | None:
    """What gammons add at a score where nobody can turn the cube any more; None elsewhere.

    Before the last cube their price depends on where it will lie, and points are the better guide.

    >>> from tablas.kernel import CubeState
    >>> prices_of(CubeState(1, "centred", 1, 1)), prices_of(CubeState(1, "centred", 5, 5))
    ([0.0, 0.0, 0.0, 0.0], None)
    """
    if stake.away[0] == 0 or stake.may_double() or stake.swapped().may_double():
        return None
    won, gammon, backgammon = (stake.worth(chances, 0.0) for chances in WAYS_TO_WIN)
    lost, lost_gammon, lost_backgammon = (stake.worth(chances, 0.0) for chances in WAYS_TO_LOSE)
    game = (won - lost) / 2
    added = (gammon - won, backgammon - gammon, lost - lost_gammon, lost_gammon - lost_backgammon)
    return [max(0.0, round(more / game, 6)) for more in added]


def kernel_chances(chances: Chances) -> KernelChances:
    """The chances as the kernel takes them, without what rounding adds."""
    seen = (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (
        min(max(chance, 0.0), 1.0) for chance in seen
    )
    return win, win_gammon, win_backgammon, lose_gammon, lose_backgammon


def _turned(chances: Chances) -> KernelChances:
    """The same chances seen by the opponent."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = kernel_chances(chances)
    return 1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon
