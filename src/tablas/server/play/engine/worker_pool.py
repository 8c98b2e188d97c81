"""Thinking in other processes: spawned, never forked, each question with a time of its own.

A worker that takes too long or dies is killed and replaced; the question is refused, and may be
asked again. Questions and answers are JSON, so nothing but plain values crosses the border.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from tablas.server.play.engine.fair_turns import FairTurns
from tablas.server.refusals import Refused, refusal

THINKING_FAILED: Final = refusal(
    "thinking-failed",
    503,
    "the engine did not answer in time: try again",
    "el motor no respondió a tiempo: inténtalo de nuevo",
)
QUEUE_FULL: Final = refusal(
    "engine-busy",
    503,
    "too many positions are waiting for the engine: try again later",
    "hay demasiadas posiciones en espera: inténtalo más tarde",
)
MOST_WAITING: Final = 1_000
LEAST_SECONDS: Final = 0.05  # in less nothing is worth asking
START_SECONDS: Final = 60.0

Question = dict[str, Any]


class WorkerPool:
    """A few processes that answer questions one after another; started when first needed."""

    def __init__(
        self, count: int, seconds: float, most: int = MOST_WAITING, first: Question | None = None,
        nice: int = 0,
    ) -> None:  # fmt: skip
        """`first` is asked of every new process, so that it loads what it needs.

        `nice` is how far its processes stand back from others that want a core.
        """
        self._nice = nice
        self._first = json.dumps(first or {"ask": "ready"}).encode()
        self._count = count
        self._most = most
        self._seconds = seconds
        self._turns = FairTurns(max(1, count))
        self._free: list[_Worker] = []
        self._workers: list[_Worker] = []
        self._threads = ThreadPoolExecutor(max(1, count), thread_name_prefix="thinking")

    @property
    def enabled(self) -> bool:
        return self._count > 0

    @property
    def seconds(self) -> float:
        """What an answer may take if nobody says otherwise."""
        return self._seconds

    def waiting_of(self, person: str) -> int:
        """How many questions of one person wait for a worker."""
        return self._turns.waiting_of(person)

    async def ask(
        self, question: Question, seconds: float | None = None, person: str = ""
    ) -> dict[str, Any]:
        """The answer to a question, or `Refused` if none comes in time.

        Workers are shared by `person`. A process that dies while it thinks, killed from outside
        say, is replaced and asked again in the time that is left. A caller that is cancelled gives
        its worker up: the process is replaced.
        """
        if self._turns.waiting >= self._most:
            raise Refused(QUEUE_FULL, retry_after=5.0)
        self._start()
        text, limit = json.dumps(question), seconds or self._seconds
        loop = asyncio.get_running_loop()
        async with self._turns.turn(person):
            worker, answer = self._free.pop(), None
            end = loop.time() + limit
            try:
                while answer is None and (left := end - loop.time()) > LEAST_SECONDS:
                    answer = await loop.run_in_executor(self._threads, worker.ask, text, left)
                    if answer is None:
                        worker.kill()
            except BaseException:
                worker.kill()
                raise
            finally:
                self._free.append(worker)
        if answer is None:
            raise Refused(THINKING_FAILED, retry_after=1.0)
        fields: dict[str, Any] = json.loads(answer)
        return fields

    def stop(self) -> None:
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        if not self._workers:
            self._workers = [_Worker(self._first, self._nice) for _ in range(self._count)]
            self._free = list(self._workers)


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, first: bytes, nice: int) -> None:
        self._first, self._nice = first, nice
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, text: str, seconds: float) -> str | None:
        """Blocks its thread until the answer comes, the time is over or the process dies."""
        try:
            pipe = self._running()
            pipe.send_bytes(text.encode())
            # The first answer includes the start of the interpreter.
            if not pipe.poll(seconds):
                return None
            return pipe.recv_bytes().decode()
        except (EOFError, OSError):
            return None

    def kill(self) -> None:
        if self._process and self._process.is_alive():
            self._process.kill()
        if self._pipe:
            self._pipe.close()
        self._process = self._pipe = None

    def _running(self) -> Connection:
        if self._process is None or self._pipe is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._nice), daemon=True)
            self._process.start()
            theirs.close()
            # Loading games and nets takes a moment that belongs to no question.
            self._pipe.send_bytes(self._first)
            if self._pipe.poll(START_SECONDS):
                self._pipe.recv_bytes()
        return self._pipe


def serve(pipe: Connection, nice: int = 0) -> None:
    """The life of a worker: read a question, answer it, until the pipe closes."""
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    from tablas.server.play.engine.worker import answer_to  # noqa: PLC0415 (the server itself never thinks)

    # Ctrl-C goes to the whole group; the server decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    while True:
        try:
            question = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        pipe.send_bytes(json.dumps(answer_to(question)).encode())
