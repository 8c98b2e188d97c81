"""Who listens to the lobby, here and through other processes, and what they are told."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from tablas.server.people.sign_in import Identity
from tablas.server.storage.bus import Bus

MOST_WAITING: Final = 64

News = dict[str, Any]
Queue = asyncio.Queue[News | None]
"""LobbyNews for one listener; None means that the session behind it is over."""


class LobbyNews:
    """Queues of what happens in the lobby, one for each listener."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._listeners: dict[Queue, Identity | None] = {}

    def listen(self, identity: Identity | None) -> Queue:
        """A queue of what happens in the lobby, and to this person; give it back with `leave`."""
        queue: Queue = asyncio.Queue(maxsize=MOST_WAITING)
        self._listeners[queue] = identity
        return queue

    def leave(self, queue: Queue) -> None:
        self._listeners.pop(queue, None)

    def tell(self, news: News) -> None:
        """Tell everybody, or only the `users` that are named."""
        self._tell_here(news)
        self._bus.publish({"lobby": news})

    def hinted(self, hint: News) -> None:
        """Word from another process."""
        if isinstance(news := hint.get("lobby"), dict):
            self._tell_here(news)

    def close_sessions(self, keys: frozenset[str], person: str) -> None:
        """Listeners go with the session or token they came with, or with the person."""
        for queue, identity in self._listeners.items():
            if identity and identity.ended_by(keys, person):
                _put(queue, None)

    def _tell_here(self, news: News) -> None:
        shown = {key: value for key, value in news.items() if key != "users"}
        for queue, identity in self._listeners.items():
            user = identity.person.id if identity else None
            if "users" not in news or user in news["users"]:
                _put(queue, shown)


def _put(queue: Queue, news: News | None) -> None:
    if queue.full():
        queue.get_nowait()  # a slow listener looks at the lists again
    queue.put_nowait(news)
