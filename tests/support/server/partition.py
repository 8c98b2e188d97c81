"""A line between a server process and a service, which a test can stall, cut or leave half open.

It is a small TCP proxy of our own, so no rights on the machine are needed. What waits on a stalled
line is delivered when the line is healed, as a network does it; what waits on one that is cut is
lost, and whoever sent it cannot know.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from urllib.parse import urlsplit

CHUNK = 1 << 16
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(eq=False)
class Pair:
    """One connection: its end at the process, and its end at the service."""

    process: asyncio.StreamWriter
    service: asyncio.StreamWriter


class Line:
    """Listens on a port of its own and passes on to a service at another."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._to_service, self._to_process = asyncio.Event(), asyncio.Event()
        self._refusing = False
        self._pairs: set[Pair] = set()
        self._left_over: set[asyncio.StreamWriter] = set()  # ends at the service, of nobody
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.heal()

    async def open(self) -> str:
        """Begin to listen; gives the URL by which a process gets to the service through here."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        user = f"{self._parts.username}@" if self._parts.username else ""
        return self._parts._replace(netloc=f"{user}127.0.0.1:{port}").geturl()

    async def close(self) -> None:
        assert self._server
        self._server.close()
        self.cut()
        self.heal()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What can happen to it.

    def heal(self) -> None:
        """Let everything through again; what waited is delivered now."""
        self.release()
        self._refusing = False
        for end in self._left_over:
            end.transport.abort()
        self._left_over.clear()

    def release(self) -> None:
        """Let what is stalled go on; ends that nobody has any more stay as they are."""
        self._to_service.set()
        self._to_process.set()

    def stall(self, *, questions: bool = True, answers: bool = True) -> None:
        """Let nothing through one way or both; no end hears anything of it."""
        if questions:
            self._to_service.clear()
        if answers:
            self._to_process.clear()

    def cut(self, *, refuse: bool = False) -> None:
        """Reset every connection at both ends; until it is healed, perhaps let nobody in."""
        self._refusing = refuse
        for pair in self._pairs:
            pair.process.transport.abort()
            pair.service.transport.abort()

    def half_open(self) -> None:
        """Reset the ends at the process only: the service goes on waiting for who is gone."""
        for pair in self._pairs:
            self._left_over.add(pair.service)
            pair.process.transport.abort()

    # The connections.

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with contextlib.suppress(OSError):
            if not self._refusing:
                await self._to_service.wait()
                assert self._parts.hostname
                there = await asyncio.open_connection(self._parts.hostname, self._parts.port)
                await self._join((reader, writer), there)
        writer.transport.abort()

    async def _join(self, here: Stream, there: Stream) -> None:
        pair = Pair(here[1], there[1])
        self._pairs.add(pair)
        ways = [
            asyncio.create_task(pump(here[0], there[1], self._to_service)),
            asyncio.create_task(pump(there[0], here[1], self._to_process)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._pairs.discard(pair)
            pair.process.transport.abort()
            if pair.service not in self._left_over:
                pair.service.transport.abort()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: asyncio.Event):
    """Pass on what comes, whenever the way is free, until an end is gone."""
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            await way.wait()
            writer.write(data)
            await writer.drain()
