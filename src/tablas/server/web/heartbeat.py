"""One look after every socket, again and again, with one timer for all of them.

Thousands of quiet sockets would wake a server hundreds of times a second with timers of their own,
each of which finds everything that it needs cold.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

TICK: Final = 1.0  # seconds; all who are due by then are looked after in one go


class LookedAfter(Protocol):
    """Something that wants a look now and then."""

    def look(self) -> None:
        """Must not wait, and must not raise."""


class Rounds:
    """Comes to each that is on the list every `seconds`, in the order in which they came."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._here: set[LookedAfter] = set()
        self._due: deque[tuple[float, LookedAfter]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, who: LookedAfter) -> None:
        loop = asyncio.get_running_loop()
        self._here.add(who)
        self._due.append((loop.time() + self._seconds, who))
        if self._timer is None:
            self._timer = loop.call_later(TICK, self._go)

    def leave(self, who: LookedAfter) -> None:
        self._here.discard(who)

    def _go(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._due and self._due[0][0] <= now:
            _, who = self._due.popleft()
            if who in self._here:
                self._due.append((now + self._seconds, who))
                who.look()
        self._timer = loop.call_later(TICK, self._go) if self._due else None
