"""What a newer version does to the games that an older one has stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, insert, select

from server_running import run
from tablas.server.play.agreement import Agreement
from tablas.server.settings import Settings
from tablas.server.storage import migrate
from tablas.server.storage.database import Database
from tablas.server.storage.schema import games, offers

TERMS = {
    "usual": '{"game":"abalone","time":"sudden 10"}',
    "named": '{"game":"abalone","start":"snakes"}',
    "set-up": '{"game":"abalone","position":"belgian-daisy"}',
    "dice": '{"game":"backgammon"}',
}


def as_stored_before(connection: Connection) -> None:
    """A database of version 0002 with a game and an offer of each of the terms."""
    command.upgrade(migrate.configuration(connection), "0002")
    for name, text in TERMS.items():
        same = {"id": name, "kind": Agreement.model_validate_json(text).game, "terms": text}
        same |= {"mode": "live", "created_at": 0}
        connection.execute(insert(games).values(status="playing", **same))
        more = {"user": "u", "user_name": "U", "side": "any", "open": True, "expires_at": 1}
        connection.execute(insert(offers).values(pairing=text[:64], **same, **more))


@pytest.mark.parametrize("table", [games, offers], ids=["games", "offers"])
def test_stored_games_of_abalone_keep_the_start_that_they_began_at(tmp_path, table):
    """The usual start was the Belgian Daisy once, and stored terms leave out what is usual."""

    async def scenario():
        database = Database.open(Settings(data=tmp_path))
        async with database.writing() as connection:
            await connection.run_sync(as_stored_before)
        await migrate.migrate(database)
        async with database.reading() as connection:
            rows = (await connection.execute(select(table))).mappings().all()
        await database.close()
        kept = {row["id"]: Agreement.model_validate_json(row["terms"]) for row in rows}
        daisy = Agreement(game="abalone", start="belgian-daisy", time="sudden 10")
        expected = {name: Agreement.model_validate_json(text) for name, text in TERMS.items()}
        assert kept == expected | {"usual": daisy}
        assert all(row.get("pairing", "") in kept[row["id"]].pairing() for row in rows)

    run(scenario())


def test_servers_expect_the_newest_migration():
    folder = Path(migrate.__file__).parent / "migrations" / "versions"
    newest = max(path.name[:4] for path in folder.glob("[0-9]*.py"))
    assert newest == migrate.LATEST
