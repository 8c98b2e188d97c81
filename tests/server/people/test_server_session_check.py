"""Whether sessions and tokens still are: asked by many sockets, answered by one query."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

from tablas.server.people.session_check import SessionCheck
from tablas.server.settings import Settings
from tablas.server.storage import migrate
from tablas.server.storage.context import SystemClock
from tablas.server.storage.database import Database
from tablas.server.storage.schema_people import people, sessions, tokens

HOUR = 3_600_000


async def filled(database: Database, now: int) -> None:
    """One person with a session and a token that last, and one of each that do not."""
    async with database.writing() as connection:
        person = {"id": "p", "name": "Ana", "name_key": "ana", "kind": "account"}
        await connection.execute(people.insert().values(**person, created_at=now))
        for key, until in (("lasts", now + HOUR), ("over", now - HOUR)):
            times = {"created_at": now, "seen_at": now, "proved_at": now, "expires_at": until}
            await connection.execute(sessions.insert().values(id=key, person="p", **times))
        for key, until in (("token", None), ("old token", now - HOUR)):
            told = {"label": key, "scopes": "play", "created_at": now, "expires_at": until}
            await connection.execute(tokens.insert().values(id=key, hash=key, person="p", **told))


def test_many_sockets_are_answered_by_one_query(tmp_path):
    queries = []

    async def scenario():
        database, clock = Database.open(Settings(data=tmp_path)), SystemClock()
        try:
            await migrate.migrate(database)
            await filled(database, clock.wall())
            reading = database.reading

            @asynccontextmanager
            async def counted():
                queries.append(1)
                async with reading() as connection:
                    yield connection

            context = SimpleNamespace(clock=clock, database=SimpleNamespace(reading=counted))
            call = SessionCheck(context)
            keys = ["lasts", "over", "token", "old token", "unknown", "lasts"]
            first = await asyncio.gather(*map(call.is_valid, keys))
            again = await call.is_valid("lasts")
            return [*first, again]
        finally:
            await database.close()

    assert asyncio.run(scenario()) == [True, False, True, False, False, True, True]
    assert len(queries) == 2  # all of the first second together, then one more
