"""The bus of several processes, over the publish and subscribe of Valkey or Redis."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any, Final

import redis.asyncio
from redis.exceptions import RedisError

from tablas.server.background import Background
from tablas.server.storage.bus import Hint, Listener

CHANNEL: Final = "tablas"
RETRY_SECONDS: Final = 1.0
SENDER: Final = "bus sender"  # the names of its two tasks
RECEIVER: Final = "bus listener"
log = logging.getLogger("tablas.bus")


class RedisBus:
    """Several processes, over the publish and subscribe of Valkey or Redis."""

    remote = True

    def __init__(self, url: str, process: str, background: Background) -> None:
        self._background = background
        self._client = redis.asyncio.Redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, health_check_interval=10
        )
        self._process = process
        self._outgoing: asyncio.Queue[Hint] = asyncio.Queue(maxsize=10_000)

    def publish(self, hint: Hint) -> None:
        # A full queue means that the bus is away; a lost hint costs a moment, not a move.
        with contextlib.suppress(asyncio.QueueFull):
            self._outgoing.put_nowait({**hint, "from": self._process})

    async def start(self, listener: Listener) -> None:
        self._background.begin(SENDER, self._send)
        self._background.begin(RECEIVER, lambda: self._receive(listener))

    async def stop(self) -> None:
        await self._background.end(SENDER, RECEIVER)
        await self._client.aclose()

    async def _send(self) -> None:
        while True:
            hint = await self._outgoing.get()
            try:
                await self._client.publish(CHANNEL, json.dumps(hint))
            except (RedisError, OSError) as error:
                log.warning("hint not sent: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive(self, listener: Listener) -> None:
        while True:
            try:
                async with self._client.pubsub() as listening:
                    await listening.subscribe(CHANNEL)
                    # Whatever was said before we listened is lost: look at everything once.
                    self._tell(listener, {"all": True})
                    while True:
                        message = await listening.get_message(
                            ignore_subscribe_messages=True, timeout=5
                        )
                        hint = _hint(message["data"]) if message else None
                        if hint and hint.get("from") != self._process:
                            self._tell(listener, hint)
            except (RedisError, OSError) as error:
                log.warning("bus away: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    def _tell(self, listener: Listener, hint: Hint) -> None:
        """Whatever one hint says, the next one is heard."""
        try:
            listener(hint)
        except Exception:
            self._background.failed(RECEIVER)
            log.exception("hint not understood: %.300s", hint)


def _hint(data: Any) -> Hint | None:
    try:
        hint = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return None
    return hint if isinstance(hint, dict) else None
