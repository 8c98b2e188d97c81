"""A player that looks ahead: the search of a dice game with a limit, cube and score in mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tablas.engine.dice.cube_action import efficiencies, state_of
from tablas.engine.dice.limit import Limit
from tablas.engine.dice.net_player import cube_choice, spoken, stake_of, worths_of
from tablas.engine.dice.search import Analysis, Chances, DiceEngine, Prices, RankedPlay
from tablas.engine.player import Answer
from tablas.errors import NotationError
from tablas.games import kind
from tablas.play.state import State

if TYPE_CHECKING:
    from tablas.kernel._kernel import CubeState

Outcome = tuple[float, float, float, float, float]
WAYS_TO_WIN: Final[tuple[Outcome, ...]] = ((1, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 1, 1, 0, 0))
WAYS_TO_LOSE: Final[tuple[Outcome, ...]] = ((0, 0, 0, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 1, 1))
"""Singly, by a gammon, by a backgammon; as chances."""


@dataclass(slots=True)
class SearchPlayer:
    """Plays what the search finds best; of the deepest plays, what cube and score make best.

    Where the cube is out of a match, the search itself looks for what gammons are worth at the
    score: at the last point of both sides for the win alone.
    """

    engine: DiceEngine
    limit: Limit
    name: str
    cube_plies: int = 0

    @property
    def game(self) -> str:
        return self.engine.game.name

    def choose(self, state: State[Any, Any]) -> Any:
        if state.kind.name != self.game:
            raise NotationError(f"this engine plays {self.game}, not {state.kind.name}")
        if state.dice is None:
            raise NotationError(f"a play of {self.game} needs dice")
        stake = stake_of(state)
        if stake is None:
            return self.engine.choose(state.position, state.dice, self.limit).play
        prices = prices_of(stake)
        found = self.engine.analyse(state.position, state.dice, self.limit, prices=prices)
        return best_for(self.game, found, stake).play

    def doubles(self, state: State[Any, Any]) -> bool:
        return self._cube(state)[0]

    def answer(self, state: State[Any, Any]) -> Answer:
        return spoken(self._cube(state)[1], state)

    def _cube(self, state: State[Any, Any]) -> tuple[bool, str]:
        seen = state_of(state)
        chances = self.engine.chances(state.position, self.cube_plies)
        (live,) = efficiencies(self.game, self.engine.game.codec.encode_many([state.position]))
        doubles, _, answer = cube_choice(seen, list(seen.worths(_row(chances), live)))
        return doubles, answer


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


def best_for(game: str, found: Analysis, stake: CubeState) -> RankedPlay:
    """Of the plays that were looked at most deeply, the one worth most at this cube and score."""
    deepest = [play for play in found.plays if play.plies == found.plays[0].plies]
    if len(deepest) == 1:
        return deepest[0]
    import numpy as np  # noqa: PLC0415 (loaded with the first question)

    boards = kind(game).codec.encode_many([play.reached for play in deepest])
    chances = np.array([_turned(play.chances) for play in deepest], np.float32)
    worths = worths_of(chances, boards, stake, game).tolist()
    best: int = worths.index(max(worths))
    return deepest[best]


def _row(chances: Chances) -> tuple[float, float, float, float, float]:
    """The chances as the kernel takes them, without what rounding adds."""
    found = (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (
        min(max(chance, 0.0), 1.0) for chance in found
    )
    return win, win_gammon, win_backgammon, lose_gammon, lose_backgammon


def _turned(chances: Chances) -> tuple[float, float, float, float, float]:
    """The same chances seen by the opponent."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = _row(chances)
    return 1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon
