"""Plays between which the search is not sure, rolled out before one of them is chosen.

Two plies of the large net leave several plays close to each other in most decisions. Played on by
the same net for some turns, with the luck taken away, they come out in a better order: what that
gains by an outside judge, and what less does, is in docs/notes/backgammon-engine.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tablas.engine.dice.at_score import analysed
from tablas.engine.dice.cube_action import state_of
from tablas.engine.dice.net_player import asked_of, stake_of
from tablas.engine.dice.rollout import Progress, RolloutResult, StartResult, rollout
from tablas.engine.dice.rollout_plan import RollerPlan, RolloutPlan
from tablas.engine.dice.search import Chances, DiceAnalysis, DiceEngine, RankedPlay
from tablas.engine.dice.search_player import SearchPlayer
from tablas.engine.player import Answer
from tablas.play.state import State

if TYPE_CHECKING:
    from tablas.kernel._kernel import Net


def rolled_out(
    engine: DiceEngine, state: State[Any, Any], analysis: DiceAnalysis, plan: RollerPlan
) -> DiceAnalysis:
    """The analysis with its close plays worth what their rollouts say, the best of them first.

    Where there was no time for `least` trials it is left as it was.
    """
    close = close_plays(analysis, plan)
    if len(close) < 2:
        return analysis
    clock = Deadline(plan.seconds)
    result = rolled_plays(engine.net, state, close, plan.rollout(engine.threads), clock)
    if result.interrupted and not clock.over:
        raise KeyboardInterrupt  # somebody wants to leave, not an answer
    if min(start.trials for start in result.starts) < min(plan.least, plan.trials):
        return analysis
    rolled = [_as_rolled(one, start) for one, start in zip(close, result.starts, strict=True)]
    rolled.sort(key=lambda one: -one.equity)
    plays = (*rolled, *analysis.plays[len(close) :])
    return replace(analysis, plays=plays, seconds=analysis.seconds + clock.spent)


def close_plays(analysis: DiceAnalysis, plan: RollerPlan) -> list[RankedPlay]:
    """The deepest plays that lie close to the best one: the first ones of the analysis."""
    best = analysis.best
    return [
        one
        for one in analysis.plays[: plan.most]
        if one.plies == best.plies and one.equity > best.equity - plan.within
    ]


def rolled_plays(
    net: Net,
    state: State[Any, Any],
    plays: Sequence[RankedPlay],
    plan: RolloutPlan,
    progress: Progress | None = None,
) -> RolloutResult:
    """What plays come to at this cube and score, seen by who makes them, in their order."""
    boards = state.kind.codec.encode_many([one.reached for one in plays])
    stake = stake_of(state)
    cubes = [state_of(state).swapped()] * len(plays) if stake else None
    return rollout(
        net, boards, plan,
        game=state.kind.name, cubes=cubes, of_opponent=True, progress=progress,
    )  # fmt: skip


def _as_rolled(one: RankedPlay, start: StartResult) -> RankedPlay:
    chances = Chances(*start.chances)
    return replace(one, equity=start.equity, chances=chances, trials=start.trials)


@dataclass(slots=True)
class Deadline:
    """Ends a rollout before the batch of trials that would not fit into `seconds` any more."""

    seconds: float | None
    over: bool = False
    began: float = field(default_factory=perf_counter)
    spent: float = 0.0

    def __call__(self, _done: int, _found: tuple[StartResult, ...]) -> None:
        before, self.spent = self.spent, perf_counter() - self.began
        if self.seconds is not None and 2 * self.spent - before > self.seconds:
            self.over = True
            raise KeyboardInterrupt


@dataclass(slots=True)
class RollerPlayer:
    """Plays what rollouts of the search's best plays prefer; the cube is the search's."""

    search: SearchPlayer
    plan: RollerPlan = field(default_factory=RollerPlan)

    @property
    def name(self) -> str:
        return self.search.name

    def choose(self, state: State[Any, Any]) -> Any:
        asked_of(state, self.search.game)
        engine = self.search.engine
        analysis = analysed(engine, state, self.search.limit)
        return rolled_out(engine, state, analysis, self.plan).best.play

    def doubles(self, state: State[Any, Any]) -> bool:
        return self.search.doubles(state)

    def answer(self, state: State[Any, Any]) -> Answer:
        return self.search.answer(state)

    def within(self, seconds: float) -> RollerPlayer:
        """The same player with so much time for a decision."""
        return replace(self, plan=replace(self.plan, seconds=seconds))
