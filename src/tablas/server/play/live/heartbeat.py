"""One heartbeat for every open socket: a single timer looks after all of them.

Thousands of quiet sockets would wake a server hundreds of times a second with timers of their own,
each of which finds everything that it needs cold.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final, Protocol

log = logging.getLogger("tablas.heartbeat")
TICK: Final = 1.0  # seconds; all that are due by then get their beat in one go


class Beating(Protocol):
    """Something that wants to be called now and then."""

    def beat(self) -> None:
        """Must not wait, and must not raise."""


class Heartbeat:
    """Calls `beat` of each member every `seconds`, in the order in which they came."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._members: set[Beating] = set()
        self._due: deque[tuple[float, Beating]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, member: Beating) -> None:
        loop = asyncio.get_running_loop()
        self._members.add(member)
        self._due.append((loop.time() + self._seconds, member))
        if self._timer is None:
            self._timer = loop.call_later(TICK, self._tick)

    def remove(self, member: Beating) -> None:
        self._members.discard(member)

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._due and self._due[0][0] <= now:
            _, member = self._due.popleft()
            if member in self._members:
                self._due.append((now + self._seconds, member))
                try:
                    member.beat()
                except Exception:
                    log.exception("a heartbeat failed")
        self._timer = loop.call_later(TICK, self._tick) if self._due else None
