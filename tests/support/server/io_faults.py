"""Each call that writes to the database fails once, or from then on: what must still be true.

Run by `test_server_io_faults.py` in a process that has `faulty_io.c` loaded; `--every 1` is the
long run. An append is stored whole or not at all; whichever was acknowledged is stored; afterwards
the file is sound and the same process stores again.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from faulty_io import Faults
from tablas.server.settings import Settings
from tablas.server.storage.context import SystemClock
from tablas.server.storage.database import Database
from tablas.server.storage.migrate import migrate
from tablas.server.storage.schema import games
from tablas.server.storage.store import Event, Store

GAMES = 6
ERRORS = (errno.EIO, errno.ENOSPC)
RECOVERY_SECONDS = 10


def events_of(game: int) -> list[Event]:
    body = {"do": "played", "play": "x" * 600}  # some pages, so that more than one is written
    return [Event(f"g{game}", n, 0, 0, body, f"w:{n}" if n == 1 else None, 0) for n in (1, 2)]


def ends(game: int) -> Any:
    """What is stored along with the last events of a game, in the same transaction."""

    async def change(connection: AsyncConnection) -> None:
        row = games.c.id == f"g{game}"
        await connection.execute(update(games).where(row).values(status="finished"))

    return change


async def acted(store: Store) -> dict[int, str]:
    """Appends one after another and all at once; gives what became of each."""

    async def append(game: int) -> str:
        also = (ends(game),) if game % 2 else ()
        try:
            await store.append(events_of(game), *also)
        except Exception as error:  # noqa: BLE001 whatever it is, it was not acknowledged
            return type(error).__name__
        return "stored"

    alone = {game: await append(game) for game in range(GAMES // 2)}
    rest = range(GAMES // 2, GAMES)
    together = await asyncio.gather(*(append(game) for game in rest))
    return alone | dict(zip(rest, together, strict=True))


async def one_run(template: Path, faults: Faults, at: int, error: int, times: int) -> list[str]:
    """One life of a store with a fault in it; gives what is wrong afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tablas.sqlite"
        shutil.copy(template, file)
        database = Database.open(Settings(data=Path(folder)))
        store = Store(database, SystemClock(), "test")
        faults.fail(at, error, times)
        results = dict.fromkeys(range(GAMES), "never asked")
        with suppress(Exception):
            await store.start()
            results = await acted(store)
        faults.calm()
        if not store._background.running():  # it could not even begin
            store = Store(database, SystemClock(), "again")
            await store.start()
        wrong = await recovers(store)
        await store.stop()
        await database.close()
        return wrong + compared(file, results)


async def recovers(store: Store) -> list[str]:
    """The disk is well again: so is the store, soon."""
    try:
        async with asyncio.timeout(RECOVERY_SECONDS):
            while True:
                try:
                    await store.append([Event("later", 1, 0, 0, {"do": "x"}, None, 0)])
                except Exception:  # noqa: BLE001 it may take a moment
                    await asyncio.sleep(0.1)
                else:
                    return []
    except TimeoutError:
        return ["does not recover"]


def compared(file: Path, results: dict[int, str]) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
        stored = dict(connection.execute("SELECT game, COUNT(*) FROM events GROUP BY game"))
        status = dict(connection.execute("SELECT id, status FROM games"))
    wrong = [] if sound == "ok" else [f"file: {sound}"]
    for game, result in results.items():
        count = stored.get(f"g{game}", 0)
        if count not in (0, 2) or (result == "stored" and count != 2):
            wrong.append(f"game {game}: {result}, {count} of 2 events stored")
        if game % 2 and (status[f"g{game}"] == "finished") != (count == 2):
            wrong.append(f"game {game}: {count} events, but {status[f'g{game}']}")
    return wrong


async def made_template(folder: Path) -> Path:
    """A database of this version with the rows of the games."""
    database = Database.open(Settings(data=folder))
    await migrate(database)
    async with database.writing() as connection:
        for game in range(GAMES):
            row = {"id": f"g{game}", "kind": "abalone", "terms": "{}", "mode": "live"}
            await connection.execute(games.insert().values(**row, status="playing", created_at=0))
    await database.close()
    with closing(sqlite3.connect(folder / "tablas.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / "tablas.sqlite"


async def all_runs(every: int) -> dict[str, Any]:
    faults, wrong, runs = Faults.of_this_process(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        template = await made_template(Path(folder))
        before = faults.calls
        wrong += await one_run(template, faults, 0, 0, 0)
        calls = faults.calls - before
        for at in range(1, calls + 1, every):
            for error in ERRORS:
                for times in (1, 1 << 30):
                    after = await one_run(template, faults, at, error, times)
                    wrong += [f"call {at}, {errno.errorcode[error]}: {one}" for one in after]
                    runs += 1
    return {"calls": calls, "runs": runs, "wrong": wrong}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    json.dump(asyncio.run(all_runs(parser.parse_args().every)), sys.stdout)
