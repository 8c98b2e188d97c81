"""Boards, steps and replays that somebody asks for: worked out beside the event loop.

A strange position with a double, or the replay of a long match, takes a good part of a second. In
the event loop everybody would wait for that; here it is a thread that the others hardly notice, one
thing at a time, and people in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from tablas.server.play.engine.fair_turns import FairTurns
from tablas.server.refusals import Refused, refusal

T = TypeVar("T")
MOST_WAITING: Final = 200
MOST_OF_ONE: Final = 40  # a page of rules shows many boards at once
BOARDS_BUSY: Final = refusal(
    "boards-busy",
    503,
    "too many boards are being worked out: try again in a moment",
    "se están preparando demasiados tableros: inténtalo dentro de un momento",
)


class BoardDesk:
    """One thread that works out what boards show."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most = most_waiting
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="boards")
        self._turns = FairTurns(1)

    async def work_out(self, visitor: str, work: Callable[[], T]) -> T:
        """What `work` gives; refused where too many things wait already, here or of one visitor."""
        turns = self._turns
        if turns.waiting >= self._most or turns.waiting_of(visitor) >= MOST_OF_ONE:
            raise Refused(BOARDS_BUSY, retry_after=2.0)
        async with turns.turn(visitor):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
