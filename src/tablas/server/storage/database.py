"""One way into the database, for SQLite and PostgreSQL: `reading()` and `writing()`.

SQLite has exactly one writing connection, used by one task at a time, with WAL, full sync and
BEGIN IMMEDIATE: a deferred BEGIN fails under load, and two writing connections can meet the
WAL-reset bug of SQLite 3.7.0 to 3.51.2. PostgreSQL has a pool.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, StaticPool

from tablas.errors import TablasError
from tablas.server.settings import Settings
from tablas.server.storage.extras import require
from tablas.server.storage.sqlite_writer import Rows, WriterConnection, writer_to

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_MS: Final = 1_500  # how long SQLite waits for a lock before the caller hears of it
WRITE_SECONDS: Final = 3.0  # then a write is given up, so that clients hear within 5 s
SESSION: Final = {
    # A process that is cut off leaves transactions open, with what they have locked; PostgreSQL
    # would wait for it for two hours. No transaction here asks anything of anybody meanwhile.
    "idle_in_transaction_session_timeout": "5000",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
PASSING: Final = (
    "08",  # no connection
    "25006",  # read-only: a standby that is about to take over
    "25P03",  # the transaction waited too long for us
    "40",  # undone in favour of another
    "53",  # no room, no memory, too many connections
    "55P03",  # locked
    "57",  # shutting down, recovering from a crash, cancelled
    "58",  # the disk
)
"""States of SQL, or how they begin, that come from what goes on around the database."""

READERS: Final = 4
PRAGMAS: Final = (
    f"busy_timeout={LOCK_MS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)


class Unavailable(TablasError):
    """The database cannot be written just now: locked, full, read-only or unreachable."""


class InUse(TablasError):
    """Another server already has this SQLite file."""


class Database:
    """The engines behind `reading()` and `writing()`; made by `Database.open(…)`."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine, lock: int | None) -> None:
        self.writer = writer
        self.reader = reader
        self._file_lock = lock
        self._connection: WriterConnection | None = None
        self._turn = asyncio.Lock() if writer is not reader else None

    @classmethod
    def open(cls, settings: Settings, patience: float = WRITE_SECONDS) -> Database:
        """Engines for the database that the settings name; nothing is read or written yet.

        Who has nobody waiting for an answer can have the patience to wait longer for PostgreSQL.
        """
        file = settings.sqlite_file
        if file is None:
            engine = create_async_engine(
                postgresql_url(settings.database),
                pool_size=10,
                max_overflow=10,
                pool_timeout=patience,
                pool_pre_ping=True,
                connect_args={
                    "timeout": patience,
                    "command_timeout": patience,
                    "server_settings": SESSION,
                },
            )
            return cls(engine, engine, None)
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = _locked(file)
        # Hashes of passwords lie in it: nobody else on this machine may read it or its log.
        os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
        return cls(sqlite_writer(file), sqlite_reader(file), lock)

    @property
    def sqlite(self) -> bool:
        return self.writer is not self.reader

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block.

        Trouble that may pass (a lock, a full disk, a lost connection) is `Unavailable`.
        """
        with passing_trouble():
            if self._turn is None:
                async with self.writer.begin() as connection:
                    yield connection
                return
            async with asyncio.timeout(WRITE_SECONDS):
                await self._turn.acquire()
            try:
                async with self.writer.begin() as connection:
                    yield connection
            finally:
                self._turn.release()

    async def store_rows(self, statement: str, rows: Rows) -> None:
        """Many rows by one statement of SQLite, in a transaction of their own."""
        assert self._turn is not None
        with passing_trouble():
            async with asyncio.timeout(WRITE_SECONDS):
                await self._turn.acquire()
            try:
                if self._connection is None:
                    pooled = await self.writer.raw_connection()
                    driver = pooled.driver_connection
                    assert isinstance(driver, WriterConnection)
                    self._connection = driver
                    pooled.close()
                await self._connection.store(statement, rows)
            finally:
                self._turn.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions only."""
        with passing_trouble():
            async with self.reader.connect() as connection:
                yield connection

    async def close(self) -> None:
        await self.reader.dispose()
        await self.writer.dispose()
        if self._file_lock is not None:
            os.close(self._file_lock)
            self._file_lock = None


@contextmanager
def passing_trouble() -> Iterator[None]:
    """Trouble that may pass becomes `Unavailable`; what is wrong with a question stays as it is."""
    try:
        yield
    except (sqlite3.OperationalError, PoolTimeout, TimeoutError, OSError) as error:
        raise _unavailable(error) from error
    except DBAPIError as error:
        if passes(error):
            raise _unavailable(error) from error
        raise


def passes(error: DBAPIError) -> bool:
    """Whether the same question may be answered in a moment."""
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        return True
    return str(getattr(error.orig, "sqlstate", None)).startswith(PASSING)


def _unavailable(error: Exception) -> Unavailable:
    reason = str(error).partition("\n")[0] or type(error).__name__  # a timeout has no words
    return Unavailable(reason, reason)


def sqlite_reader(file: Path) -> AsyncEngine:
    """A few connections that can only ask."""
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{file}",
        poolclass=AsyncAdaptedQueuePool,
        pool_size=READERS,
        max_overflow=0,
        pool_timeout=WRITE_SECONDS,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # SQLAlchemy's transactions, not the driver's
        cursor = connection.cursor()
        for pragma in (*PRAGMAS, "query_only=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def sqlite_writer(file: Path) -> AsyncEngine:
    """The one connection that writes; `Database` lets one task at a time use it."""
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{file}",
        poolclass=StaticPool,
        pool_reset_on_return=None,
        connect_args={"async_creator_fn": lambda *_, **__: writer_to(file, PRAGMAS)},
    )

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def postgresql_url(url: str) -> str:
    """The URL with the driver that is used here; MissingExtra where that is not installed."""
    require("asyncpg", extra="postgres", setting="database")
    _, _, rest = url.partition("://")
    return f"postgresql+asyncpg://{rest}"


def _locked(file: Path) -> int:
    """Hold the file for this process alone; the kernel lets go of it when the process dies."""
    lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        os.close(lock)
        raise InUse(
            f"{file}: another tablas process has this database open",
            f"{file}: otro proceso de tablas tiene abierta esta base de datos",
        ) from None
    return lock
