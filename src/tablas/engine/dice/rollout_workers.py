"""The trials of a rollout played by many workers, here or on a cluster, to the same numbers.

A trial depends on its number and the seed alone. The workers run ahead of what has been counted;
counted is in order, so that a rollout stops where it would have stopped in one process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from tablas.engine.dice.rollout import BATCH, Batches
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.engine.runners import Runner
from tablas.engine.weights import net

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.kernel._kernel import CubeState


@dataclass(frozen=True, slots=True)
class RolledBoards:
    """What is rolled out, so that a worker can begin with nothing else."""

    game: str
    boards: NDArray[np.uint8]
    plan: RolloutPlan
    cubes: list[CubeState] | None = None
    may_double: bool = True


@dataclass(frozen=True, slots=True)
class TrialsTask:
    """Some trials of some of the boards."""

    rolled: RolledBoards
    first: int
    last: int
    left: tuple[int, ...]


def played(task: TrialsTask) -> tuple[tuple[int, ...], NDArray[np.float64]]:
    """The trials of a task by this process, and the starts that they belong to."""
    rolled = task.rolled
    side = dice_side(rolled.game)
    kernel_rollout: Any = side.make_rollout(
        net(side.net), rolled.boards, rolled.plan, rolled.cubes, may_double=rolled.may_double
    )
    numbers = kernel_rollout.run(task.first, task.last, list(task.left), 1)
    return task.left, numbers


class _BatchTasks(Sequence[TrialsTask]):
    """The batches of a rollout; each is made when it is begun, for the starts then left."""

    def __init__(self, rolled: RolledBoards) -> None:
        self.rolled = rolled
        self.left = tuple(range(len(rolled.boards)))

    def __len__(self) -> int:
        return (self.rolled.plan.trials + BATCH - 1) // BATCH

    @overload
    def __getitem__(self, number: int) -> TrialsTask: ...
    @overload
    def __getitem__(self, number: slice) -> list[TrialsTask]: ...
    def __getitem__(self, number: int | slice) -> TrialsTask | list[TrialsTask]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        first = number * BATCH
        last = min(first + BATCH, self.rolled.plan.trials)
        return TrialsTask(self.rolled, first, last, self.left)


@contextmanager
def by_workers(rolled: RolledBoards, runner: Runner) -> Iterator[Batches]:
    """The batches of `rollout` as the workers of a runner play them."""
    tasks = _BatchTasks(rolled)
    answers: Any = runner(played, tasks)
    early: dict[int, tuple[tuple[int, ...], NDArray[np.float64]]] = {}

    def batch(first: int, _last: int, left: list[int]) -> NDArray[np.float64]:
        tasks.left = tuple(left)
        number = first // BATCH
        while number not in early:
            came, answer = next(answers)
            early[came] = answer
        starts, numbers = early.pop(number)
        return numbers[:, [starts.index(start) for start in left]]

    try:
        yield batch
    finally:
        answers.close()
