"""Ratings in the database: each finished rated game counts exactly once.

`rate` runs inside the transaction that stores the last action of a game (`Context.on_finished`).
Its rows in `rating_changes` have the game as their key, so a second attempt finds them and does
nothing, whichever process makes it. `rate_forgotten` looks, at every start, for rated games that
ended without: a result that came in by restore or by an older server is then counted too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.accounts import BOT_PREFIX, PersonKind
from tablas.server.people.glicko import NEWCOMER, Rating, after_game
from tablas.server.storage.context import Finished
from tablas.server.storage.database import Database
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import people, rating_changes, ratings
from tablas.values import Side

BATCH: Final = 200
RATING_LOCK: Final = 0x7461626C  # a number that nothing else in this database locks


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating with what it rests on."""

    rating: Rating = NEWCOMER
    wins: int = 0
    draws: int = 0
    losses: int = 0
    rated_at: int = 0  # 0: never

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


async def rate(connection: AsyncConnection, finished: Finished) -> None:
    """Count a finished game for both players, unless it is unrated or was counted before."""
    if not finished.rated or finished.speed is None or finished.white == finished.black:
        return
    if not await _both_can_be_rated(connection, finished):
        return
    await _one_at_a_time(connection)
    if await _counted(connection, finished.game):
        return
    before = {
        person: await standing(connection, person, finished.kind, finished.speed)
        for person in (finished.white, finished.black)
    }
    for side, person, opponent in (
        (Side.WHITE, finished.white, finished.black),
        (Side.BLACK, finished.black, finished.white),
    ):
        await _count(connection, finished, side, before[person], before[opponent], person, opponent)


async def standing(connection: AsyncConnection, person: str, kind: str, speed: str) -> Standing:
    """The rating of somebody in one game and speed class; a newcomer's if there is none."""
    rows = await connection.execute(select(ratings).where(_row(person, kind, speed)))
    row = rows.mappings().first()
    if row is None:
        return Standing()
    return Standing(
        Rating(row["rating"], row["deviation"], row["volatility"]),
        row["wins"],
        row["draws"],
        row["losses"],
        row["rated_at"],
    )


async def rate_forgotten(database: Database) -> int:
    """Count every finished rated game that was not, oldest first; gives how many were found."""
    count = 0
    after = (-1, "")
    while True:
        async with database.reading() as connection:
            batch = await _forgotten(connection, after)
        for finished in batch:
            async with database.writing() as connection:
                await rate(connection, finished)
        count += len(batch)
        if len(batch) < BATCH:
            return count
        after = (batch[-1].ended_at, batch[-1].game)


async def _forgotten(connection: AsyncConnection, after: tuple[int, str]) -> list[Finished]:
    rows = await connection.execute(
        select(games)
        .where(
            games.c.status == "finished",
            games.c.rated,
            games.c.speed.is_not(None),
            games.c.ended_at.is_not(None),
            ~exists().where(rating_changes.c.game == games.c.id),
            or_(
                games.c.ended_at > after[0],
                and_(games.c.ended_at == after[0], games.c.id > after[1]),
            ),
        )
        .order_by(games.c.ended_at, games.c.id)
        .limit(BATCH)
    )
    return [
        Finished(
            game=row["id"],
            kind=row["kind"],
            speed=row["speed"],
            rated=True,
            white=row["white"],
            black=row["black"],
            winner=None if row["winner"] in (None, "none") else Side(row["winner"]),
            points=0,
            ended_at=row["ended_at"],
        )
        for row in rows.mappings()
        if row["white"] and row["black"]
    ]


async def _both_can_be_rated(connection: AsyncConnection, finished: Finished) -> bool:
    """Guests have no rating: whoever loses could come back as another guest."""
    wanted = {p for p in (finished.white, finished.black) if not p.startswith(BOT_PREFIX)}
    known = await connection.scalars(
        select(people.c.id).where(people.c.id.in_(wanted), people.c.kind != PersonKind.GUEST.value)
    )
    return bool(wanted) and set(known) == wanted


async def _counted(connection: AsyncConnection, game: str) -> bool:
    change = await connection.scalar(
        select(rating_changes.c.game).where(rating_changes.c.game == game).limit(1)
    )
    return change is not None


async def _one_at_a_time(connection: AsyncConnection) -> None:
    """Wait until no other process rates: two games of one player must follow each other.

    One lock for all ratings cannot be waited for in a circle, whichever games share a commit.
    SQLite has one writer anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(RATING_LOCK)))


async def _count(
    connection: AsyncConnection,
    finished: Finished,
    side: Side,
    before: Standing,
    against: Standing,
    person: str,
    opponent: str,
) -> None:
    assert finished.speed is not None
    points = 0.5 if finished.winner is None else float(finished.winner is side)
    now = finished.ended_at
    after = after_game(
        before.rating,
        against.rating,
        points,
        idle=(now - before.rated_at) / 1000 if before.rated_at else 0.0,
        opponent_idle=(now - against.rated_at) / 1000 if against.rated_at else 0.0,
    )
    await connection.execute(
        insert(rating_changes).values(
            game=finished.game,
            side=side.value,
            person=person,
            opponent=opponent,
            kind=finished.kind,
            speed=finished.speed,
            points=points,
            rating_before=before.rating.rating,
            rating=after.rating,
            deviation=after.deviation,
            at=now,
        )
    )
    values = {
        "rating": after.rating,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "wins": before.wins + (points == 1.0),
        "draws": before.draws + (points == 0.5),
        "losses": before.losses + (points == 0.0),
        "rated_at": max(now, before.rated_at),
    }
    if before.rated_at:
        change = update(ratings).where(_row(person, finished.kind, finished.speed))
        await connection.execute(change.values(**values))
    else:
        await connection.execute(
            insert(ratings).values(
                person=person, kind=finished.kind, speed=finished.speed, **values
            )
        )


def _row(person: str, kind: str, speed: str) -> ColumnElement[bool]:
    return and_(ratings.c.person == person, ratings.c.kind == kind, ratings.c.speed == speed)
