"""Ways to do the same thing to many items: one by one, in processes of this machine, or on Ray.

Each gives the results as they come, with the number of their item. What is done to an item must
depend on the item alone, so that it can be done again elsewhere: a worker that is killed costs
time and nothing else. An item is asked for when it is begun, which may be late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final, Protocol, TypeVar

from tablas.errors import NotationError, TablasError
from tablas.words import Words

Item = TypeVar("Item")
Answer = TypeVar("Answer")

MOST_BREAKS: Final = 100
"""Broken pools after which the fault lies in the work itself."""

NO_RAY: Final = Words(
    "--ray needs the extra 'cluster': pip install 'tablas[cluster]'",
    "--ray necesita el extra 'cluster': pip install 'tablas[cluster]'",
)


class WorkersEnd(TablasError):
    """Processes keep ending without an answer."""


class Runner(Protocol):
    """Does something to every item; results come in any order."""

    def __call__(
        self, work: Callable[[Item], Answer], items: Sequence[Item]
    ) -> Iterator[tuple[int, Answer]]: ...


def one_by_one(
    work: Callable[[Item], Answer], items: Sequence[Item]
) -> Iterator[tuple[int, Answer]]:
    """In this process, in order."""
    for number, item in enumerate(items):
        yield number, work(item)


def in_processes(count: int) -> Runner:
    """In so many processes; those that are killed are replaced and their work is done again."""

    def run(work: Callable[[Item], Answer], items: Sequence[Item]) -> Iterator[tuple[int, Answer]]:
        left = set(range(len(items)))
        breaks = 0
        while left:
            try:
                for number, answer in _pooled(work, items, sorted(left), count):
                    left.remove(number)
                    yield number, answer
            except BrokenProcessPool:
                breaks += 1
                if breaks >= MOST_BREAKS:
                    raise WorkersEnd(
                        f"processes ended without an answer {breaks} times",
                        f"los procesos han terminado {breaks} veces sin responder",
                    ) from None

    return run


def _pooled(
    work: Callable[[Item], Answer], items: Sequence[Item], left: list[int], count: int
) -> Iterator[tuple[int, Answer]]:
    """The answers of one pool until it breaks; what is done by then has been given."""
    numbers = iter(left)
    pool = ProcessPoolExecutor(min(count, len(left)), mp_context=get_context("spawn"))
    try:
        waiting: dict[Future[Answer], int] = {}
        for number in numbers:
            waiting[pool.submit(work, items[number])] = number
            if len(waiting) >= 2 * count:
                break
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                number = waiting.pop(future)
                yield number, future.result()
                following = next(numbers, None)
                if following is not None:
                    waiting[pool.submit(work, items[following])] = following
    finally:  # whoever has heard enough stops listening: nothing more is begun
        pool.shutdown(cancel_futures=True)


def on_ray(address: str) -> Runner:
    """On the machines of a Ray cluster; `auto` finds the running one, `local` starts one here.

    Ray itself does the work of a worker or a machine that was lost again.
    """
    ray = connected(address)

    def run(work: Callable[[Item], Answer], items: Sequence[Item]) -> Iterator[tuple[int, Answer]]:
        remote = ray.remote(max_retries=-1, num_cpus=1)(work)
        numbers = iter(range(len(items)))
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, int] = {}
        for number in numbers:
            waiting[remote.remote(items[number])] = number
            if len(waiting) >= 2 * cores:
                break
        try:
            while waiting:
                (done,), _ = ray.wait(list(waiting), num_returns=1)
                yield waiting.pop(done), ray.get(done)
                following = next(numbers, None)
                if following is not None:
                    waiting[remote.remote(items[following])] = following
        finally:  # see `_pooled`
            for reference in waiting:
                ray.cancel(reference)

    return run


def connected(address: str) -> Any:
    """Ray, connected to the cluster at an address; `auto` and `local` as above."""
    try:
        import ray  # noqa: PLC0415 (an extra)
    except ImportError:
        raise NotationError(NO_RAY.en, NO_RAY.es) from None
    if not ray.is_initialized():
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NotationError(
                f"Ray {address!r}: no cluster answers ({error})",
                f"Ray {address!r}: no responde ningún clúster ({error})",
            ) from None
    return ray
