"""One open socket at a table: who holds it, what waits to be sent, and how far away it is."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tablas.server.people.sign_in import Identity
from tablas.values import Side

Frame = str | asyncio.Future[str]
"""What a seat is shown: a text, or one that is being worked out and keeps its place."""
LAG_SAMPLES: Final = 8
MOST_LAG_MS: Final = 500  # of one move that is given back
QUOTA_MS: Final = 1_000  # that can be given back at once, by a connection that was good before
REFILL_MS: Final = 150  # given back to the quota by every move


@dataclass(slots=True)
class Lag:
    """What the way to a client takes, measured, and how much of it may still be given back.

    The smallest of the last round trips counts, so that one answer held back on purpose gains
    nothing; what is given back for a move comes out of a quota that refills slowly.
    """

    samples: deque[int] = field(default_factory=lambda: deque(maxlen=LAG_SAMPLES))
    quota: int = QUOTA_MS

    def measured(self, milliseconds: int) -> None:
        self.samples.append(max(0, milliseconds))

    @property
    def allowance(self) -> int:
        """What the next move would be given back."""
        return min(min(self.samples, default=0), MOST_LAG_MS, self.quota)

    def spend(self) -> int:
        """Take the allowance of one move."""
        given = self.allowance
        self.quota = min(QUOTA_MS, self.quota - given + REFILL_MS)
        return given


class TableSeat:
    """A socket's place at a table: a bounded queue of frames, then a fresh start.

    A reader who is too slow for the queue loses its frames and gets the whole state when it
    reads again; nobody else waits for it. Where nothing waits, `at_once` may take a frame past
    the queue: it says whether it could.
    """

    def __init__(
        self,
        identity: Identity | None,
        sides: frozenset[Side],
        most: int,
        *,
        watches: bool = False,
        graph: bool = False,
        address: str = "",
    ) -> None:
        self.identity = identity
        self.sides = sides
        self.acts = frozenset[Side]() if watches else sides  # a token may let its owner only look
        self.address = address  # kept in memory only, for what guests share
        self.graph = graph  # whether the legal steps are wanted with each turn
        self.lag = Lag()
        self.behind = False
        self.closed: tuple[int, str] | None = None
        self.at_once: Callable[[str], bool] | None = None
        self._frames: deque[Frame] = deque()
        self._most = most
        self._waiting: asyncio.Future[None] | None = None  # whoever pumps this seat, for a frame

    @property
    def sharer(self) -> str | None:
        """By whom engines are shared: a person, but all guests of one address are one.

        A guest is whoever comes in without a name, so one person could be many.
        """
        if self.identity is None:
            return None
        person = self.identity.person
        return f"@{self.address}" if person.guest and self.address else person.id

    def send(self, frame: Frame) -> None:
        """Queue a frame; never waits."""
        if self.behind or self.closed:
            return
        if isinstance(frame, str) and self.at_once and self._drained and self.at_once(frame):
            return
        self.put(frame)
        self.wake()

    def put(self, frame: Frame) -> None:
        """Queue a frame for whenever this seat is woken."""
        if self.behind or self.closed:
            return
        if len(self._frames) >= self._most:
            self._frames.clear()
            self.behind = True
        else:
            self._frames.append(frame)

    @property
    def _drained(self) -> bool:
        """Whether all frames so far are sent: whoever pumps this seat waits for the next one."""
        return self._waiting is not None and not self._waiting.done() and not self._frames

    def close(self, code: int, reason: str, last: str | None = None) -> None:
        """Ask whoever pumps this seat to close its socket, after one `last` frame."""
        if self.closed is None:
            self.closed = code, reason
            if last is not None:
                self._frames.clear()
                self._frames.append(last)
        self.wake()

    async def next(self) -> str | None:
        """The next frame; None when the reader fell behind, or the seat is closed."""
        while True:
            if self._frames:
                first = self._frames.popleft()
                return first if isinstance(first, str) else await asyncio.shield(first)
            if self.behind or self.closed:
                return None
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting

    def wake(self) -> None:
        """Let whoever pumps this seat go on."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
