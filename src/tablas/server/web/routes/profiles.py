"""What everybody may see of somebody: results, ratings, the curve of a rating, the best."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from sqlalchemy import RowMapping, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.games import GameName
from tablas.server.people import accounts
from tablas.server.people.accounts import BOT_PREFIX, Person, PersonKind
from tablas.server.people.glicko import PROVISIONAL, Rating
from tablas.server.people.ratings import Standing
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import people as people_rows
from tablas.server.storage.schema_people import rating_changes, ratings
from tablas.server.web.access import SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    CurveAnswer,
    CurvePoint,
    LeaderEntry,
    LeadersAnswer,
    ProfileAnswer,
    RatingEntry,
    ResultEntry,
    ResultsAnswer,
    SpeedName,
)

router: Final = APIRouter(tags=["profiles"], responses=REFUSALS)

LATEST: Final = 1 << 52
MOST_POINTS: Final = 2_000
LEADERS: Final = 100
LEADER_AGE: Final = 90 * accounts.DAY  # whoever has not played for so long leads nothing

PersonName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/api/people/{name}", summary="A public profile")
async def profile(name: PersonName, sign_in: SignInDep, visitor: Visitor) -> ProfileAnswer:
    del visitor
    async with sign_in.context.database.reading() as connection:
        person = await accounts.known(connection, name)
        rows = await connection.execute(
            select(ratings)
            .where(ratings.c.person == person.id)
            .order_by(ratings.c.kind, ratings.c.speed)
        )
        entries = [_rating_entry(row) for row in rows.mappings()]
        called_off = select(func.count()).where(games.c.aborted_by == person.id, games.c.rated)
        aborted = await connection.scalar(called_off) or 0
    return ProfileAnswer(
        name=person.name,
        kind=person.kind.value,
        role=person.role.value,
        about=person.about,
        created_at=person.created_at,
        closed=person.closed_at is not None,
        aborted=aborted,
        ratings=entries,
    )


@router.get("/api/people/{name}/games", summary="Somebody's finished games, latest first")
async def results(
    name: PersonName,
    sign_in: SignInDep,
    visitor: Visitor,
    game: GameName | None = None,
    before: Annotated[int, Query(ge=0, le=LATEST)] = LATEST,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> ResultsAnswer:
    del visitor
    async with sign_in.context.database.reading() as connection:
        person = await accounts.known(connection, name)
        rows = await _finished(connection, person, game, before, limit)
        changes = await _changes(connection, person, [row["id"] for row in rows])
    shown = [_result_entry(row, person, changes.get(row["id"])) for row in rows]
    return ResultsAnswer(games=shown, next=shown[-1].ended_at if len(shown) == limit else None)


@router.get("/api/people/{name}/ratings/{game}/{speed}", summary="The curve of a rating")
async def curve(
    name: PersonName, game: GameName, speed: SpeedName, sign_in: SignInDep, visitor: Visitor
) -> CurveAnswer:
    """One point a game, the latest two thousand; ratings only, error rates are elsewhere."""
    del visitor
    async with sign_in.context.database.reading() as connection:
        person = await accounts.known(connection, name)
        rows = await connection.execute(
            select(rating_changes)
            .where(
                rating_changes.c.person == person.id,
                rating_changes.c.kind == game,
                rating_changes.c.speed == speed,
            )
            .order_by(rating_changes.c.at.desc(), rating_changes.c.game.desc())
            .limit(MOST_POINTS)
        )
        points = [
            CurvePoint(
                at=row["at"],
                rating=round(row["rating"], 1),
                deviation=round(row["deviation"], 1),
                game=row["game"],
            )
            for row in rows.mappings()
        ]
    return CurveAnswer(game=game, speed=speed, points=points[::-1])


@router.get("/api/ratings/{game}/{speed}", summary="The best of a game and speed class")
async def leaders(
    game: GameName, speed: SpeedName, sign_in: SignInDep, visitor: Visitor
) -> LeadersAnswer:
    """Only settled ratings of people who still play."""
    del visitor
    async with sign_in.context.database.reading() as connection:
        rows = await connection.execute(
            select(ratings, people_rows.c.name, people_rows.c.kind.label("person_kind"))
            .where(
                ratings.c.kind == game,
                ratings.c.speed == speed,
                ratings.c.deviation <= PROVISIONAL,
                ratings.c.rated_at >= sign_in.now - LEADER_AGE,
                people_rows.c.id == ratings.c.person,
                people_rows.c.closed_at.is_(None),
                people_rows.c.deleted_at.is_(None),
            )
            .order_by(ratings.c.rating.desc(), ratings.c.person)
            .limit(LEADERS)
        )
        shown = [
            LeaderEntry(
                name=row["name"],
                kind="bot" if row["person_kind"] == PersonKind.BOT.value else "account",
                rating=round(row["rating"], 1),
                deviation=round(row["deviation"], 1),
                games=row["wins"] + row["draws"] + row["losses"],
            )
            for row in rows.mappings()
        ]
    return LeadersAnswer(leaders=shown)


def _rating_entry(row: RowMapping) -> RatingEntry:
    standing = Standing(
        Rating(row["rating"], row["deviation"], row["volatility"]),
        row["wins"],
        row["draws"],
        row["losses"],
        row["rated_at"],
    )
    return RatingEntry.of(row["kind"], row["speed"], standing)


async def _finished(
    connection: AsyncConnection, person: Person, game: str | None, before: int, limit: int
) -> list[RowMapping]:
    mine = or_(games.c.white == person.id, games.c.black == person.id)
    wanted = select(games).where(
        mine,
        games.c.status == "finished",
        games.c.mode != "local",  # both sides were the same person
        games.c.ended_at < before,
    )
    if game is not None:
        wanted = wanted.where(games.c.kind == game)
    rows = await connection.execute(
        wanted.order_by(games.c.ended_at.desc(), games.c.id).limit(limit)
    )
    return list(rows.mappings())


async def _changes(connection: AsyncConnection, person: Person, ids: list[str]) -> dict[str, float]:
    rows = await connection.execute(
        select(rating_changes).where(
            and_(rating_changes.c.game.in_(ids), rating_changes.c.person == person.id)
        )
    )
    return {row["game"]: row["rating"] - row["rating_before"] for row in rows.mappings()}


def _result_entry(row: RowMapping, person: Person, change: float | None) -> ResultEntry:
    side = "white" if row["white"] == person.id else "black"
    other = "black" if side == "white" else "white"
    won: dict[Any, Any] = {side: "won", other: "lost"}
    return ResultEntry(
        id=row["id"],
        game=row["kind"],
        speed=row["speed"],
        rated=row["rated"],
        side="white" if side == "white" else "black",
        opponent=row[f"{other}_name"],
        opponent_is_bot=(row[other] or "").startswith(BOT_PREFIX),
        result=won.get(row["winner"], "drawn"),
        score=row["points"],
        rating_change=None if change is None else round(change, 1),
        ended_at=row["ended_at"],
    )
