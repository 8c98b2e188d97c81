"""The append-only log of all games: what `append` returns for is committed and synced.

All appends that wait are committed in one transaction (group commit). If that fails because one of
them is a duplicate, each is tried alone, so that only the duplicate is refused. A locked, full or
unreachable database is `Unavailable` within five seconds, and nothing of the append is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.errors import TablasError
from tablas.server.background import Background
from tablas.server.storage.context import TimeSource
from tablas.server.storage.database import Database, Unavailable
from tablas.server.storage.schema import events
from tablas.server.storage.service_time import BEAT_MS, ServiceTime

SILENT_MS: Final = 5_000  # without a stored beat: then nothing else can be stored either
MOST_IN_A_GROUP: Final = 256
GATHERING: Final = 0.025  # seconds from one commit to the next, so that a busy server stores groups
GATHERING_MORE: Final = 0.045  # the same after a group of MANY: each commit then costs less a move
MANY: Final = 3

# A conflict undoes the whole group anyway; said so, SQLite keeps no way back for each statement.
COLUMNS: Final = "game, seq, client_id, at, stored_at, served_at, body"
INSERT: Final = f"INSERT OR ROLLBACK INTO events ({COLUMNS}) VALUES"

_encoder: Final = msgspec.json.Encoder()

WRITER: Final = "writer"  # the names of its two tasks
BEATER: Final = "heartbeat"

Also = Callable[[AsyncConnection], Awaitable[None]]
"""Something else that must be stored in the same transaction, or not at all."""


class Conflict(TablasError):
    """Somebody else has stored an event under this number or client id: read the log again."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a game's log."""

    game: str
    seq: int
    at: int
    stored_at: int
    body: dict[str, Any]
    client_id: str | None = None
    served_at: int | None = None  # on the scale of service time


@dataclass(slots=True, eq=False)
class _Append:
    rows: list[dict[str, Any]]
    also: Sequence[Also]
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Store:
    """The one writer of events in this process."""

    def __init__(
        self,
        database: Database,
        clock: TimeSource,
        process: str,
        background: Background | None = None,
    ) -> None:
        self._background = background or Background()
        self._database = database
        self._clock = clock
        self.time = ServiceTime(database, clock, process)
        self._waiting: asyncio.Queue[_Append] = asyncio.Queue()
        self._closing = False
        self._commit_at = 0.0  # not before this time of the event loop
        self._turn: asyncio.Event | None = None
        self.commits = 0
        self.stored = 0
        self._storing = True  # whether the last attempt to store something succeeded
        self._beaten_at = 0

    async def start(self) -> None:
        """Go on with the time where it stopped, and begin to write."""
        await self.time.start()
        self._beaten_at = self._clock.monotonic()
        self._background.begin(WRITER, self._write)
        self._background.begin(BEATER, self._beat)

    async def stop(self) -> None:
        """Finish every append that was accepted, beat once more, and end."""
        self._closing = True
        await self._waiting.join()
        await self._background.end(WRITER, BEATER)
        with contextlib.suppress(Unavailable):
            await self.beat()

    async def turn_to_commit(self) -> None:
        """Wait, where commits follow each other, until the next one is due.

        What many people do at the same time is then looked at in one go and stored together, which
        costs far less than one by one, and nobody waits any longer for it. A quiet server never
        waits.
        """
        loop = asyncio.get_running_loop()
        if loop.time() >= self._commit_at or self._closing:
            return
        if self._turn is None:
            self._turn = asyncio.Event()
            loop.call_at(self._commit_at, self._let_in)
        await self._turn.wait()

    def _let_in(self) -> None:
        if self._turn:
            self._turn.set()
            self._turn = None

    async def append(self, new: Sequence[Event], *also: Also) -> None:
        """Store these events together; returns when they are safe.

        Raises Conflict if a number or a client id is taken, Unavailable if nothing can be stored.
        """
        if self._closing:
            raise Unavailable("the server is stopping", "el servidor se está parando")
        rows = [
            {
                "game": event.game,
                "seq": event.seq,
                "client_id": event.client_id,
                "at": event.at,
                "stored_at": event.stored_at,
                "served_at": event.served_at,
                "body": _encoder.encode(event.body).decode(),
            }
            for event in new
        ]
        append = _Append(rows, also)
        self._waiting.put_nowait(append)
        await append.done

    async def events(self, game: str, since: int = 0) -> list[Event]:
        """The log of a game after number `since`."""
        query = (
            select(events).where(events.c.game == game, events.c.seq > since).order_by(events.c.seq)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            Event(
                row.game,
                row.seq,
                row.at,
                row.stored_at,
                json.loads(row.body),
                row.client_id,
                row.served_at,
            )
            for row in rows
        ]

    async def _write(self) -> None:
        while True:
            group = [await self._waiting.get()]
            await self._gather()
            while len(group) < MOST_IN_A_GROUP and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            gap = GATHERING_MORE if len(group) >= MANY else GATHERING
            self._commit_at = asyncio.get_running_loop().time() + gap
            try:
                await self._commit(group)
            except asyncio.CancelledError:
                _fail(group, Unavailable("the server is stopping", "el servidor se está parando"))
                raise
            except Exception as error:  # noqa: BLE001 the writer outlives any one append
                _fail(group, error)
            for _ in group:
                self._waiting.task_done()

    async def _gather(self) -> None:
        """Let more appends come in where commits follow each other."""
        await self.turn_to_commit()
        await asyncio.sleep(0)  # for the commands that were let in with this one

    async def _commit(self, group: list[_Append]) -> None:
        try:
            await self._store(group)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            if len(group) == 1:
                _fail(group, Conflict(str(error), str(error)))
                return
            for append in group:
                await self._commit([append])
            return
        except Unavailable as error:
            self._storing = False
            _fail(group, error)
            return
        self.commits += 1
        for append in group:
            self.stored += len(append.rows)
            if not append.done.done():
                append.done.set_result(None)

    async def _store(self, group: list[_Append]) -> None:
        """One transaction; events alone take SQLite's short way."""
        rows = [row for append in group for row in append.rows]
        if self._database.sqlite and not any(append.also for append in group):
            await self._database.store_rows(INSERT, [tuple(row.values()) for row in rows])
            return
        async with self._database.writing() as connection:
            if rows:  # all at once: each question to a database is a way there and back
                await connection.execute(insert(events), rows)
            for append in group:
                for also in append.also:
                    await also(connection)

    async def _beat(self) -> None:
        while True:
            # A beat that cannot be stored is no reason to stop: the next one may succeed.
            with contextlib.suppress(Unavailable):
                await self.beat()
            await asyncio.sleep(BEAT_MS / 1000)

    @property
    def storing(self) -> bool:
        """Whether moves can be stored, as far as the last beats and appends have shown."""
        return self._storing and self._clock.monotonic() - self._beaten_at < SILENT_MS

    async def beat(self) -> None:
        """Say that this process serves; raises Unavailable where nothing can be stored."""
        try:
            await self.time.beat()
        except Unavailable:
            self._storing = False
            raise
        self._storing, self._beaten_at = True, self._clock.monotonic()


def _fail(group: list[_Append], error: Exception) -> None:
    for append in group:
        if not append.done.done():
            append.done.set_exception(error)
