"""The time in which somebody served: it stands still while no process runs, and never jumps.

Wall clocks are put right, forwards and back, and those of two machines differ. Nobody may lose a
game by that, so time that goes on through a restart is counted from monotonic clocks alone: every
process tells, several times a second, how far service time has come, and a process that begins goes
on from the furthest that was ever stored. The scale begins at the wall-clock time of the first
start and falls behind it by every pause.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.storage.context import TimeSource
from tablas.server.storage.database import Database
from tablas.server.storage.schema import heartbeats

BEAT_MS: Final = 250  # the clocks of a killed server are right within this
GONE_MS: Final = 60_000  # of service time that a process missed: it is no longer there
BEAT: Final = "INSERT OR REPLACE INTO heartbeats (process, beat_at, served) VALUES"


class ServiceTime:
    """Service time as one process knows it; others that serve beside it pull it along."""

    def __init__(self, database: Database, clock: TimeSource, process: str) -> None:
        self._database = database
        self._clock = clock
        self._process = process
        self._ahead = 0  # of this process's monotonic clock

    def now(self) -> int:
        """Milliseconds on the scale of service time."""
        return self._clock.monotonic() + self._ahead

    async def start(self) -> None:
        """Go on where the last process to serve has stopped."""
        async with self._database.writing() as connection:
            known = await connection.scalar(select(func.max(heartbeats.c.served)))
            served = self._clock.wall() if known is None else known
            self._ahead = served - self._clock.monotonic()
            # SQLite has one process at a time, so any other one is gone for certain.
            gone = served if self._database.sqlite else served - GONE_MS
            await connection.execute(delete(heartbeats).where(heartbeats.c.served <= gone))
            await connection.execute(insert(heartbeats).values(process=self._process, **self._beat))

    async def beat(self) -> None:
        """Store how far service time has come, and hear how far others have."""
        if self._database.sqlite:
            row = (self._process, self._clock.wall(), self.now())
            await self._database.store_rows(BEAT, [row])
            return
        async with self._database.writing() as connection:
            furthest = await self._beat_beside_others(connection)
        # That other process has served until then, so the time has passed.
        self._ahead = max(self._ahead, furthest - self._clock.monotonic())

    async def _beat_beside_others(self, connection: AsyncConnection) -> int:
        mine = heartbeats.c.process == self._process
        updated = await connection.execute(update(heartbeats).where(mine).values(**self._beat))
        if not updated.rowcount:
            await connection.execute(insert(heartbeats).values(process=self._process, **self._beat))
        furthest: int = await connection.scalar(select(func.max(heartbeats.c.served))) or 0
        return furthest

    @property
    def _beat(self) -> dict[str, int]:
        return {"beat_at": self._clock.wall(), "served": self.now()}
