"""Looks through a whole database for anything that the server promises and that is not so.

It only reads, so it may run beside a running server; what changes meanwhile is not a fault, since
every game is read in one transaction.
"""

from __future__ import annotations

import json
import stat
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, RowMapping, event, func, select, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tablas.errors import TablasError
from tablas.server.play.game_rows import row_of
from tablas.server.play.table import Table
from tablas.server.settings import Settings
from tablas.server.storage.database import postgresql_url, sqlite_reader
from tablas.server.storage.migrate import LATEST, current
from tablas.server.storage.schema import events, games
from tablas.server.storage.schema_people import people, rating_changes, ratings
from tablas.words import Words

KEYS: Final = ("cookie.key", "dice.key")
NEARLY: Final = 1e-6  # PostgreSQL and SQLite keep doubles exactly; this forgives nothing real

SCHEMA: Final = Words(
    "the schema is {found}, this program expects {expected}: run 'tablas admin migrate'",
    "el esquema es {found} y este programa espera {expected}: ejecuta «tablas admin migrate»",
)
DAMAGED: Final = Words("the database file is damaged: {what}", "el archivo está dañado: {what}")
TERMS: Final = Words(
    "game {game}: what was agreed cannot be read: {why}",
    "partida {game}: lo acordado no se puede leer: {why}",
)
GAP: Final = Words(
    "game {game}: event {expected} is missing, {found} stands in its place",
    "partida {game}: falta el suceso {expected}, en su lugar está el {found}",
)
UNPLAYABLE: Final = Words(
    "game {game}: event {seq} cannot be replayed: {why}",
    "partida {game}: el suceso {seq} no se puede reproducir: {why}",
)
STATUS: Final = Words(
    "game {game}: stored as {found}, its log says {expected}",
    "partida {game}: consta como {found} y su registro dice {expected}",
)
UNCOUNTED: Final = Words(
    "game {game}: rated and finished, but not counted; the next start of the server does it",
    "partida {game}: puntuable y acabada sin contar; se contará al arrancar el servidor",
)
HALF_COUNTED: Final = Words(
    "game {game}: counted for {count} sides", "partida {game}: contada para {count} lados"
)
RATING: Final = Words(
    "rating of {person} in {kind} {speed}: {found}, its last game left {expected}",
    "puntuación de {person} en {kind} {speed}: {found}; su última partida dejó {expected}",
)
OPEN_KEY: Final = Words(
    "{file} can be read by others: chmod 600 {file}", "otros pueden leer {file}: chmod 600 {file}"
)
NO_DATABASE: Final = Words("there is no database at {file}", "no hay base de datos en {file}")


@dataclass(slots=True)
class Checked:
    """How much was looked at."""

    games: int = 0
    events: int = 0
    ratings: int = 0


def reading_engine(settings: Settings) -> AsyncEngine:
    """An engine that asks and never writes, without taking the database from a server."""
    file = settings.sqlite_file
    if file is None:
        return create_async_engine(
            postgresql_url(settings.database), isolation_level="REPEATABLE READ"
        )
    engine = sqlite_reader(file)

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")  # one snapshot for all questions until the end

    return engine


async def faults(settings: Settings, checked: Checked) -> AsyncIterator[Words]:
    """Everything that is wrong; `checked` counts along."""
    for fault in key_faults(settings.data):
        yield fault
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        yield NO_DATABASE.about(file=settings.sqlite_file)
        return
    engine = reading_engine(settings)
    try:
        async for fault in _faults(engine, settings, checked):
            yield fault
    except DatabaseError as error:
        if settings.sqlite_file is None or isinstance(error, OperationalError):
            raise
        yield DAMAGED.about(what=str(error.orig))
    finally:
        await engine.dispose()


async def _faults(
    engine: AsyncEngine, settings: Settings, checked: Checked
) -> AsyncIterator[Words]:
    async with engine.connect() as connection:
        schema = await current(connection)
        if schema != LATEST:
            yield SCHEMA.about(found=schema or "-", expected=LATEST)
            return
        if settings.sqlite_file is not None:
            async for fault in _file_faults(connection):
                yield fault
        async for fault in _game_faults(connection, checked):
            yield fault
        async for fault in _rating_faults(connection, checked):
            yield fault


def key_faults(data: Path) -> list[Words]:
    """Keys that others on this machine could read."""
    return [
        OPEN_KEY.about(file=data / name)
        for name in KEYS
        if (data / name).exists() and stat.S_IMODE((data / name).stat().st_mode) & 0o077
    ]


async def _file_faults(connection: AsyncConnection) -> AsyncIterator[Words]:
    for pragma in ("integrity_check", "foreign_key_check"):
        for row in (await connection.execute(text(f"PRAGMA {pragma}"))).all():
            if tuple(row) != ("ok",):
                yield DAMAGED.about(what=", ".join(map(str, row)))


async def _game_faults(connection: AsyncConnection, checked: Checked) -> AsyncIterator[Words]:
    ids = list(await connection.scalars(select(games.c.id).order_by(games.c.id)))
    await connection.rollback()
    for game in ids:
        async with connection.begin():
            stored = await connection.execute(select(games).where(games.c.id == game))
            row = stored.mappings().one()
            log = await connection.execute(
                select(events).where(events.c.game == game).order_by(events.c.seq)
            )
            lines = list(log.mappings())
        checked.games += 1
        checked.events += len(lines)
        if fault := game_fault(row, lines):
            yield fault


def game_fault(row: RowMapping, lines: list[RowMapping]) -> Words | None:
    """The first thing that is wrong with one game: its numbers, its moves, or its end."""
    try:
        game = row_of(row)
    except ValueError as error:
        return TERMS.about(game=row["id"], why=" ".join(str(error).split())[:200])
    table = Table.fresh(game.id, game.agreement, (game.white_name, game.black_name), game.bots)
    for expected, line in enumerate(lines, start=1):
        if line["seq"] != expected:
            return GAP.about(game=game.id, expected=expected, found=line["seq"])
        try:
            table = table.after(json.loads(line["body"]), line["at"])
        except (TablasError, ValueError, KeyError, TypeError, AssertionError) as error:
            why = " ".join(str(error).split())[:200]
            return UNPLAYABLE.about(game=game.id, seq=expected, why=why)
    status = "aborted" if table.aborted else "finished" if table.decided else "playing"
    if row["status"] != status:
        return STATUS.about(game=game.id, found=row["status"], expected=status)
    winner = table.winner.value if table.winner else "none"
    if status == "finished" and row["winner"] != winner:
        return STATUS.about(game=game.id, found=row["winner"], expected=winner)
    return None


async def _rating_faults(connection: AsyncConnection, checked: Checked) -> AsyncIterator[Words]:
    counts = select(rating_changes.c.game, func.count().label("sides")).group_by(
        rating_changes.c.game
    )
    counted = {row.game: row.sides for row in (await connection.execute(counts)).all()}
    for game, sides in counted.items():
        if sides != 2:
            yield HALF_COUNTED.about(game=game, count=sides)
    accounts = select(people.c.id).where(people.c.kind != "guest")
    rated = await connection.scalars(
        select(games.c.id).where(
            games.c.rated,
            games.c.status == "finished",
            games.c.speed.is_not(None),
            games.c.white != games.c.black,
            games.c.white.in_(accounts),
            games.c.black.in_(accounts),
        )
    )
    for game in rated:
        if game not in counted:
            yield UNCOUNTED.about(game=game)
    standings = await connection.execute(select(ratings))
    for row in standings.mappings():
        checked.ratings += 1
        last = await connection.scalar(
            select(rating_changes.c.rating)
            .where(
                rating_changes.c.person == row["person"],
                rating_changes.c.kind == row["kind"],
                rating_changes.c.speed == row["speed"],
                rating_changes.c.at == row["rated_at"],
            )
            .order_by(func.abs(rating_changes.c.rating - row["rating"]))
            .limit(1)
        )
        if last is None or abs(last - row["rating"]) > NEARLY:
            facts = {name: row[name] for name in ("person", "kind", "speed")}
            yield RATING.about(**facts, found=row["rating"], expected=last)
