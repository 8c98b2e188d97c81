"""The judge of the dice games: search, cube and luck at the score.

A play that the search put aside early is judged as deeply as the best one, so that costs compare
like with like. Luck is judged without looking ahead, as GNU Backgammon does it: the mean is over
all rolls, so errors of judgement that both sides share fall out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any, Final

from tablas.engine import weights
from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.cube_action import (
    GLANCE,
    CubeAction,
    action_of,
    efficiencies,
    judge_in_two_looks,
    state_of,
)
from tablas.engine.dice.cube_action import worths_of as cube_worths_of
from tablas.engine.dice.evaluator import equities, kernel_rules
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import stake_of
from tablas.engine.dice.roller import rolled_plays
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.dice.search import Chances, DiceAnalysis, RankedPlay
from tablas.engine.engines import dice_side
from tablas.kernel import match_equity
from tablas.play.state import State
from tablas.review.care import Care
from tablas.review.judge import JudgedCube, JudgedPlay
from tablas.review.value import Alternative, Thresholds, Unit
from tablas.values import ROLLS, Dice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LISTED: Final = 6
"""Plays that a review keeps of each decision; the one played is kept in any case."""

FAR: Final = 0.25
"""Where one ply sees a double give away more than this, nobody doubles and no more is asked."""

Phase = Callable[[State[Any, Any]], str]


class DiceJudge:
    """Asks one search; `phase` names the part of the game that a state belongs to."""

    unit: Unit = "points"
    thresholds = Thresholds()

    def __init__(self, game: str, care: Care, phase: Phase, threads: int = 1) -> None:
        self.game, self.care, self._care, self._threads = game, care.name, care, threads
        self.name = f"{game}-search"
        side = dice_side(game)
        self._engine = side.search(threads=threads)
        self._net = weights.net(side.net)
        self._kernel = kernel_rules(game)
        self.phase = phase

    def play(self, state: State[Any, Any], play: Any) -> JudgedPlay:
        forced = len(state.kind.rules.plays(state.position, state.dice)) == 1
        plies = 0 if forced else self._care.plies
        analysis = analysed(self._engine, state, DiceLimit(plies=plies))
        reached = state.kind.rules.after(state.position, play)
        ranked = self._equally_deep(state, analysis, play, reached)
        best = ranked[0]
        played = next(one for one in ranked if one.reached == reached)
        if self._care.trials and _close(ranked, played, self._care.close):
            return self._rolled_out(state, ranked, played)
        kept = [*ranked[:LISTED], *([played] if played not in ranked[:LISTED] else [])]
        alternatives = tuple(_alternative(one) for one in kept)
        assert alternatives[0].worth == best.equity
        return JudgedPlay(alternatives, _alternative(played), forced, _stake(state))

    def cube(self, state: State[Any, Any], *, sure: bool = False) -> JudgedCube:
        """Most turns are nowhere near a double: those are seen at a glance."""

        def far(seen: CubeAction) -> bool:
            return seen.no_double - seen.doubled > FAR and not sure

        row = state.kind.codec.encode_many([state.position])
        action, plies = judge_in_two_looks(
            self._net, row, state_of(state), plies=max(GLANCE, self._care.cube_plies),
            game=self.game, settled=far,
        )  # fmt: skip
        if self._care.cube_trials and not far(action) and action.available:
            action = self._cube_rolled_out(state, row)
            return JudgedCube(action, _stake(state), plies, self._care.cube_trials)
        return JudgedCube(action, _stake(state), plies)

    def _cube_rolled_out(self, state: State[Any, Any], row: NDArray[np.uint8]) -> CubeAction:
        """The game played on many times from here, without a double and with a taken one."""
        import numpy as np  # noqa: PLC0415 (loaded with the first question)

        cube = state_of(state)
        plan = RolloutPlan(trials=self._care.cube_trials, truncate=7, threads=self._threads)
        result = rollout(
            self._net, np.repeat(row, 2, axis=0), plan,
            game=self.game, cubes=[cube, cube.turned()], may_double=False,
        )  # fmt: skip
        hold, taken = result.starts
        _, worths = cube_worths_of(self._net, row, cube, game=self.game)
        _, _, drop, _ = worths[0].tolist()
        # A beaver leaves the taker with twice what is at stake: worth twice the take, in money.
        beaver = 2 * taken.worth
        (efficiency,) = efficiencies(self.game, row)
        ways = (hold.worth, taken.worth, drop, beaver)
        return action_of(hold.chances, ways, cube, efficiency)

    def luck(self, state: State[Any, Any], dice: Dice, *, opening: bool) -> tuple[float, float]:
        values = self._values(state)
        rolls = [roll for roll in ROLLS if not (opening and roll.double)]
        weight = {roll: 1 if roll.double else 2 for roll in rolls}
        mean = sum(weight[roll] * values[roll] for roll in rolls) / sum(weight.values())
        if opening:  # either side could have begun: what the other one would have is lost
            other = self._values(_other_side(state))
            mean = (mean - sum(other[roll] for roll in rolls) / len(rolls)) / 2
        luck = values[dice] - mean
        return luck, luck * _stake(state)

    def start(self, length: int, score: tuple[int, int]) -> float:
        if max(score) >= length:
            return 1.0 if score[0] > score[1] else 0.0
        own, opp = length - score[0], length - score[1]
        # Reached after a game at which somebody was one point away: the Crawford game is over.
        if own == 1 and opp > 1:
            return 1 - match_equity(opp, own, crawford_over=True, game=self.game)
        return match_equity(own, opp, crawford_over=opp == 1 < own, game=self.game)

    def _values(self, state: State[Any, Any]) -> dict[Dice, float]:
        """What the best play of each roll is worth, without looking ahead."""
        import numpy as np  # noqa: PLC0415 (loaded with the first question)

        row = state.kind.codec.encode_many([state.position])
        dice = np.array([(roll.high, roll.low) for roll in ROLLS], np.uint8)
        boards, offsets = self._kernel.successors(np.repeat(row, len(ROLLS), axis=0), dice)
        worths = self._worths(state, boards)
        return {
            roll: float(worths[offsets[i] : offsets[i + 1]].max()) for i, roll in enumerate(ROLLS)
        }

    def _worths(self, state: State[Any, Any], boards: NDArray[np.uint8]) -> NDArray[Any]:
        """What boards that the opponent is to move in are worth to who has just played."""
        chances = self._engine.judged(boards)
        stakes = state.terms.stakes
        if not stakes.cube and not stakes.away:
            return -equities(chances)
        return -self._kernel.cube_equities(boards, chances, state_of(state).swapped())

    def _equally_deep(
        self, state: State[Any, Any], analysis: DiceAnalysis, play: Any, reached: Any
    ) -> list[RankedPlay]:
        """The plays, with the one that was made judged as deeply as the best."""
        plays = list(analysis.plays)
        best = plays[0]
        played = next((one for one in plays if one.reached == reached), None)
        if played and played.plies >= best.plies:
            return plays
        if played:  # otherwise the pruning net has not even named it
            plays.remove(played)
        chances, worth = self._reached(state, reached, best.plies)
        text = state.kind.notation.write(state.position, play)
        plays.append(RankedPlay(text, play, reached, worth, chances, best.plies))
        return sorted(plays, key=lambda one: (-one.plies, -one.equity))

    def _reached(self, state: State[Any, Any], reached: Any, plies: int) -> tuple[Chances, float]:
        """The chances and the equity of who has played to a position."""
        cube = stake_of(state)
        if cube is None:
            chances = _turned(self._engine.chances(reached, plies))
            return chances, chances.equity
        theirs, equity = self._engine.valued(reached, plies, cube.swapped())
        return _turned(theirs), -equity

    def _rolled_out(
        self, state: State[Any, Any], ranked: list[RankedPlay], played: RankedPlay
    ) -> JudgedPlay:
        """The close plays, played on many times; the others stay as the search has them."""
        close = [one for one in ranked if _near(one, ranked[0], self._care.close)]
        close = close[: self._care.most]
        if played not in close:
            close.append(played)
        plan = RolloutPlan(
            trials=self._care.trials, truncate=7, threads=self._threads, until_apart=3.0,
            least=self._care.least,
        )  # fmt: skip
        net = self._engine.net if self._care.searcher else self._net
        result = rolled_plays(net, state, close, plan)
        rolled = {
            one.text: Alternative(one.text, start.equity, start.chances, one.plies, start.trials)
            for one, start in zip(close, result.starts, strict=True)
        }
        first = sorted(rolled.values(), key=lambda one: -one.worth)
        others = [_alternative(one) for one in ranked[:LISTED] if one.text not in rolled]
        return JudgedPlay((*first, *others), rolled[played.text], False, _stake(state))


def _near(one: RankedPlay, best: RankedPlay, close: float) -> bool:
    return one.plies == best.plies and best.equity - one.equity < close


def _close(ranked: list[RankedPlay], played: RankedPlay, close: float) -> bool:
    """Whether it is open which play is best, or whether the one played was a mistake at all."""
    if len(ranked) < 2:
        return False
    return _near(ranked[1], ranked[0], close) or 0 < ranked[0].equity - played.equity < 2 * close


def _alternative(one: RankedPlay) -> Alternative:
    return Alternative(one.text, one.equity, astuple(one.chances), one.plies)


def _turned(chances: Chances) -> Chances:
    """The same chances seen by the opponent."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = astuple(chances)
    return Chances(1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon)


def _stake(state: State[Any, Any]) -> float:
    """What one unit of equity is in the end: points of a session, chances of winning the match."""
    cube = state_of(state)
    unit = cube.equity(1.0) - cube.equity(0.0)
    return 1 / unit / 2 if cube.away[0] else 1 / unit


def _other_side(state: State[Any, Any]) -> State[Any, Any]:
    assert state.turn is not None
    nothing: Any = ()
    position = state.kind.rules.after(state.position, nothing)
    return replace(state, position=position, turn=state.turn.other)
