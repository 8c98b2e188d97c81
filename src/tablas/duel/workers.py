"""Several processes that play the pairs of one duel; what comes out is the same as with one."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from tablas.duel.match import SeatedMatch
from tablas.duel.pairs import PlayedPairs
from tablas.duel.setting import Setting
from tablas.errors import TablasError


class WorkerEnded(TablasError):
    """A process of a duel ended without an answer."""


def played_in_turn(setting: Setting, batches: Iterator[range], count: int) -> Iterator[PlayedPairs]:
    """The batches played by so many processes, given in their order."""
    with _workers(setting, count) as pipes:
        order: dict[Connection, int] = {}  # the number of the batch that a process plays
        waiting: dict[int, PlayedPairs] = {}
        numbered = enumerate(batches)
        for pipe in pipes:
            _give(pipe, numbered, order)
        following = 0
        while order:
            for ready in wait(list(order)):
                pipe = cast("Connection", ready)
                waiting[order.pop(pipe)] = _answer(pipe)
                _give(pipe, numbered, order)
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def _give(
    pipe: Connection, batches: Iterator[tuple[int, range]], order: dict[Connection, int]
) -> None:
    """The next batch to a process that has nothing to do."""
    for number, pairs in batches:
        pipe.send(pairs)
        order[pipe] = number
        return


def _answer(pipe: Connection) -> PlayedPairs:
    try:
        answer = pipe.recv()
    except EOFError:
        raise WorkerEnded(
            "duel: a process of it has ended", "duelo: uno de sus procesos ha terminado"
        ) from None
    if isinstance(answer, Exception):
        raise answer
    played: PlayedPairs = answer
    return played


@contextmanager
def _workers(setting: Setting, count: int) -> Iterator[list[Connection]]:
    """So many processes, each with both players; they end with the duel, however it ends."""
    context = get_context("spawn")
    pipes: list[Connection] = []
    processes: list[SpawnProcess] = []
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(setting, theirs), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            processes.append(process)
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(5)
            if process.is_alive():  # in the midst of a batch that nobody wants any more
                process.terminate()
                process.join()


def _work(setting: Setting, pipe: Connection) -> None:
    """Play what is asked for until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives the orders
    try:
        with SeatedMatch(setting) as match:
            while True:
                pipe.send(match.play(pipe.recv()))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:  # noqa: BLE001 (told to the other end, which raises it)
        pipe.send(error)
