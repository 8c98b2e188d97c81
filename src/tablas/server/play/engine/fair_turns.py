"""Turns at something scarce, such as a processor: people in turn, not whoever asks most often.

Each person has a queue of their own, and a turn that becomes free goes to the queue that has waited
longest since its last one. Somebody with twelve questions and somebody with one wait alike.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """`count` turns at a time, shared by person."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0

    def waiting_of(self, person: str) -> int:
        """How many questions of one person wait for a turn."""
        return len(self._queues.get(person, ()))

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        if self._free and not self._queues:
            self._free -= 1
        else:
            await self._wait(person)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, person: str) -> None:
        called = asyncio.get_running_loop().create_future()
        self._queues.setdefault(person, deque()).append(called)
        self.waiting += 1
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._next()  # the turn came with the end of the wait: let somebody else have it
            elif called in (queue := self._queues.get(person, deque())):
                queue.remove(called)
                if not queue:
                    del self._queues[person]
            raise
        finally:
            self.waiting -= 1

    def _next(self) -> None:
        """A turn is free: it goes to the next person, or is kept for whoever comes."""
        while self._queues:
            person, queue = self._queues.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._queues[person] = queue  # behind everybody else
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
