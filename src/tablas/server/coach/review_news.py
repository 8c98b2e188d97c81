"""Who waits for a review, here and through other processes, and how far it has come."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from tablas.server.storage.bus import Bus, Hint

MOST_WAITING: Final = 8

News = dict[str, Any]
Queue = asyncio.Queue[News]


class ReviewNews:
    """Queues of progress, by match."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._listeners: defaultdict[str, set[Queue]] = defaultdict(set)

    @contextmanager
    def listening(self, match: str) -> Iterator[Queue]:
        """A queue of what becomes of the reviews of a match."""
        queue: Queue = asyncio.Queue(maxsize=MOST_WAITING)
        self._listeners[match].add(queue)
        try:
            yield queue
        finally:
            self._listeners[match].discard(queue)
            if not self._listeners[match]:
                del self._listeners[match]

    def tell(self, news: News) -> None:
        self._tell_here(news)
        self._bus.publish({"review": news})

    def hinted(self, hint: Hint) -> None:
        """Word from another process."""
        if isinstance(news := hint.get("review"), dict):
            self._tell_here(news)

    def _tell_here(self, news: News) -> None:
        for queue in self._listeners.get(str(news.get("match")), ()):
            if queue.full():
                queue.get_nowait()  # the newest counts
            queue.put_nowait(news)
