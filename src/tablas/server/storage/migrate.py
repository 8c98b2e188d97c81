"""Bringing a database to the present schema, and saying which one it has.

Alembic does the work; it is loaded only when there is some, since a server that is up to date
should start at once.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.storage.database import Database

LATEST: Final = "0009"
"""The newest file in `migrations/versions`; a test keeps them together."""
LOCK: Final = 0x7461626D  # PostgreSQL: one process migrates at a time


async def migrate(database: Database) -> None:
    """Bring the database up to date; does nothing where it already is."""
    async with database.reading() as connection:
        if await current(connection) == LATEST:
            return
    async with database.writing() as connection:
        if not database.sqlite:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        if await current(connection) != LATEST:
            await connection.run_sync(_upgrade)


async def current(connection: AsyncConnection) -> str | None:
    """The version of the schema, or None in an empty database."""
    return await connection.run_sync(_current)


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if version is None else str(version)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415

    command.upgrade(configuration(connection), "head")


def configuration(connection: Connection) -> Any:
    """Alembic's configuration for a connection that is already open."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "tablas.server.storage:migrations")
    config.attributes["connection"] = connection
    return config
