"""The one connection that writes to a SQLite file, with a short way for the log.

Everything else goes through SQLAlchemy. A plain append of events would spend most of its time
there and in changes of thread, so it has a way of its own: begin, insert and commit in one go.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import aiosqlite

Rows = Sequence[Sequence[Any]]


class WriterConnection(aiosqlite.Connection):
    """A connection of aiosqlite that can also store many rows in one transaction."""

    async def store(self, statement: str, rows: Rows) -> None:
        """Put rows behind a `statement` that ends in VALUES; all of them are stored, or none."""
        await self._execute(self._store, statement, rows)  # type: ignore[no-untyped-call]

    def _store(self, statement: str, rows: Rows) -> None:
        connection = self._conn
        connection.execute("BEGIN IMMEDIATE")
        try:
            # One statement for all: between two the interpreter would change threads each time.
            row = f"({', '.join('?' * len(rows[0]))})"
            connection.execute(f"{statement} {', '.join([row] * len(rows))}", [*chain(*rows)])
            connection.execute("COMMIT")
        except BaseException:
            # After a conflict or a full disk, for instance, SQLite has already rolled back.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def writer_to(file: Path, pragmas: Iterable[str]) -> WriterConnection:
    """A connection that is opened when it is awaited."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(file, isolation_level=None)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    writer = WriterConnection(connect, iter_chunk_size=64)
    writer._thread.daemon = True  # noqa: SLF001 a server that ends does not wait for it
    return writer
