"""Rollouts: positions played on many times, with the luck of the dice taken away.

The kernel plays the trials (`cpp/dice/rollout.hpp`); here they are counted, stopped and told. Trial
i has the same dice from every start and depends on the seed alone, so that a rollout gives the same
numbers with any number of threads, and one that was stopped is the beginning of the longer one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState, KernelChances, Net

BATCH: Final = 36
"""Trials between two looks at what has been found: one full set of first rolls."""


@dataclass(frozen=True, slots=True)
class StartResult:
    """What the trials of one start gave, seen by the player who asked.

    `equity` is in units of the cube at the start; `worth` as the kernel has it: points, or in a
    match twice the chance of winning it less one. Each comes with its standard error.
    """

    trials: int
    chances: KernelChances
    chances_error: KernelChances
    equity: float
    error: float
    worth: float
    worth_error: float

    @property
    def match_chance(self) -> float:
        return (1 + self.worth) / 2


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """The starts in their order; `interrupted` if somebody stopped it before it was done."""

    starts: tuple[StartResult, ...]
    interrupted: bool = False


Progress = Callable[[int, "tuple[StartResult, ...]"], None]
"""Told the trials done and what is known after each batch; it may raise KeyboardInterrupt."""


Batches = Callable[[int, int, list[int]], "NDArray[np.float64]"]
"""The trials from one number up to another, of these starts: shape (trials, starts, 6)."""


class Trials:
    """The trials of every start so far."""

    def __init__(self, starts: int, cubes: Sequence[CubeState] | None, *, of_opponent: bool):
        self._numbers: list[list[NDArray[np.float64]]] = [[] for _ in range(starts)]
        self._cubes = cubes
        self._of_opponent = of_opponent

    def add(self, which: Sequence[int], numbers: NDArray[np.float64]) -> None:
        for column, start in enumerate(which):
            self._numbers[start].append(numbers[:, column])

    def result(self, start: int) -> StartResult:
        import numpy as np  # noqa: PLC0415 (only who rolls out needs it)

        numbers = self._all(start)
        count = len(numbers)
        mean = numbers.mean(axis=0)
        spread = numbers.std(axis=0, ddof=1) if count > 1 else np.full(6, np.inf)
        error = spread / np.sqrt(count)
        if self._of_opponent:
            mean, error = mean[[0, 3, 4, 1, 2, 5]], error[[0, 3, 4, 1, 2, 5]]
            mean[0], mean[5] = 1 - mean[0], -mean[5]
        equity, unit = self._equity(start, float(mean[5]))
        return StartResult(
            trials=count,
            chances=_five(mean),
            chances_error=_five(error),
            equity=equity,
            error=float(error[5]) * unit,
            worth=float(mean[5]),
            worth_error=float(error[5]),
        )

    def apart(self, start: int, best: int) -> float:
        """By how many standard errors a start lies behind the best one, over the same dice."""
        import numpy as np  # noqa: PLC0415 (see above)

        behind = self._all(best)[:, 5] - self._all(start)[:, 5]
        if self._of_opponent:
            behind = -behind
        spread = float(behind.std(ddof=1))
        return float(behind.mean() / spread * np.sqrt(len(behind))) if spread > 0 else 0.0

    def best(self, which: Sequence[int]) -> int:
        sign = -1 if self._of_opponent else 1
        return max(which, key=lambda start: sign * float(self._all(start)[:, 5].mean()))

    def _all(self, start: int) -> NDArray[np.float64]:
        import numpy as np  # noqa: PLC0415 (see above)

        self._numbers[start] = [np.concatenate(self._numbers[start])]
        return self._numbers[start][0]

    def _equity(self, start: int, worth: float) -> tuple[float, float]:
        """The equity, and how much of it one unit of worth makes."""
        if self._cubes is None:
            return worth, 1.0
        state = self._cubes[start].swapped() if self._of_opponent else self._cubes[start]
        zero = state.equity(0.0)
        return state.equity(worth), state.equity(1.0) - zero


def rollout(
    net: Net,
    boards: NDArray[np.uint8],
    plan: RolloutPlan,
    *,
    game: str,
    cubes: list[CubeState] | None = None,
    may_double: bool = True,
    of_opponent: bool = False,
    progress: Progress | None = None,
    batches: Batches | None = None,
) -> RolloutResult:
    """Rolls out packed boards of a dice game, each seen by the player who rolls first.

    With `cubes`, one for each board, the players double, take and drop; without them the game is
    played for points. `may_double` allows it at the first turn already. `of_opponent` tells the
    results from the other side, for boards that plays have led to. An interrupt from the keyboard
    ends the rollout; what was found by then is given back. `batches` plays the trials elsewhere
    (`rollout_workers`), to the same numbers.
    """
    if batches is None:
        kernel_rollout = dice_side(game).make_rollout(
            net, boards, plan, cubes, may_double=may_double
        )
        batches = partial(kernel_rollout.run, threads=plan.threads)
    trials = Trials(len(boards), cubes, of_opponent=of_opponent)
    left = list(range(len(boards)))
    done = 0
    interrupted = False
    try:
        while done < plan.trials and left:
            last = min(done + BATCH, plan.trials)
            trials.add(left, batches(done, last, left))
            done = last
            results = tuple(trials.result(start) for start in range(len(boards)))
            if progress:
                progress(done, results)
            if done >= plan.least:
                left = still_open(trials, results, left, plan)
    except KeyboardInterrupt:
        if not done:
            raise
        interrupted = True
    return RolloutResult(tuple(map(trials.result, range(len(boards)))), interrupted)


def still_open(
    trials: Trials, results: Sequence[StartResult], left: list[int], plan: RolloutPlan
) -> list[int]:
    """The starts whose trials go on; none when the rollout has done its work."""
    if plan.until_error and all(results[start].error < plan.until_error for start in left):
        return []
    if plan.until_apart is None or len(left) < 2:
        return left
    best = trials.best(left)
    close = [
        start for start in left if start == best or trials.apart(start, best) < plan.until_apart
    ]
    return close if len(close) > 1 else []


def _five(numbers: NDArray[np.float64]) -> KernelChances:
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = map(float, numbers[:5])
    return win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
