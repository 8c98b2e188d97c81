"""The row of a game: who sits where and what was agreed, and what its end changes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import RowMapping, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.accounts import BOT_PREFIX
from tablas.server.play.agreement import Agreement
from tablas.server.play.dice import counts as dice_counts
from tablas.server.play.game_time import falls_at
from tablas.server.play.table import Table
from tablas.server.storage.context import Finished, OnFinished
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import people
from tablas.server.storage.store import Also
from tablas.values import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game as the database knows it, apart from its log."""

    id: str
    agreement: Agreement
    white: str
    black: str
    white_name: str
    black_name: str
    status: str
    created_at: int
    winner: str | None = None
    points: str | None = None
    ended_at: int | None = None
    rematch_of: str | None = None
    guests: frozenset[str] = frozenset()
    programs: frozenset[Side] = frozenset()  # sides that a program plays, house bots included

    @property
    def bots(self) -> frozenset[Side]:
        """The sides of house bots, which think in this server."""
        return frozenset(side for side in Side if self.player(side).startswith(BOT_PREFIX))

    def player(self, side: Side) -> str:
        """The user id (or `bot:name`) of a side."""
        return self.white if side is Side.WHITE else self.black

    def sides_of(self, user: str | None) -> frozenset[Side]:
        """The sides that a user plays; both in a local game."""
        return frozenset(side for side in Side if user and self.player(side) == user)

    def anonymous(self, side: Side) -> bool:
        return self.player(side) in self.guests

    def public(self) -> dict[str, Any]:
        """What everybody may know of a game."""
        return {
            "id": self.id,
            "agreement": self.agreement.model_dump(exclude_defaults=True),
            "mode": self.agreement.mode,
            "speed": self.agreement.speed.value if self.agreement.speed else None,
            "white": {"name": self.white_name, "bot": Side.WHITE in self.programs},
            "black": {"name": self.black_name, "bot": Side.BLACK in self.programs},
            "status": self.status,
            "winner": self.winner,
            "points": self.points,
            "created_at": self.created_at,
            "ended_at": self.ended_at,
            "rematch_of": self.rematch_of,
        }


def row_of(row: RowMapping, guests: frozenset[str] = frozenset()) -> GameRow:
    """A row of the table `games`."""
    return GameRow(
        id=row["id"],
        agreement=Agreement.model_validate_json(row["terms"]),
        white=row["white"] or "",
        black=row["black"] or "",
        white_name=row["white_name"],
        black_name=row["black_name"],
        status=row["status"],
        created_at=row["created_at"],
        winner=row["winner"],
        points=row["points"],
        ended_at=row["ended_at"],
        rematch_of=row["rematch_of"],
        guests=guests,
        programs=frozenset(side for side in Side if side.value in row["bots"].split()),
    )


def listed(row: RowMapping) -> dict[str, Any]:
    """What everybody may know of a game; of one whose terms cannot be read, what is left."""
    try:
        return row_of(row).public()
    except ValueError:
        bots = row["bots"].split()
        return {
            "id": row["id"],
            "agreement": {"game": row["kind"]},
            "mode": row["mode"],
            "speed": row["speed"],
            "white": {"name": row["white_name"], "bot": Side.WHITE.value in bots},
            "black": {"name": row["black_name"], "bot": Side.BLACK.value in bots},
            "status": "damaged",
            "winner": row["winner"],
            "points": row["points"],
            "created_at": row["created_at"],
            "ended_at": row["ended_at"],
            "rematch_of": row["rematch_of"],
        }


async def find_game(connection: AsyncConnection, id: str) -> GameRow | None:  # noqa: A002
    """The game called `id`."""
    row = (await connection.execute(select(games).where(games.c.id == id))).mappings().first()
    if row is None:
        return None
    players = [user for user in (row["white"], row["black"]) if user]
    query = select(people.c.id).where(people.c.id.in_(players), people.c.kind == "guest")
    guests = frozenset((await connection.scalars(query)).all())
    return row_of(row, guests)


def values(row: GameRow) -> dict[str, Any]:
    """The columns of a new game."""
    return {
        "id": row.id,
        "kind": row.agreement.game,
        "terms": row.agreement.model_dump_json(exclude_defaults=True),
        "white": row.white,
        "black": row.black,
        "white_name": row.white_name,
        "black_name": row.black_name,
        "bots": " ".join(sorted(side.value for side in row.programs)),
        "mode": row.agreement.mode,
        "rated": row.agreement.rated,
        "speed": row.agreement.speed.value if row.agreement.speed else None,
        "status": row.status,
        "created_at": row.created_at,
        "rematch_of": row.rematch_of,
    }


class Moment(NamedTuple):
    """One moment by the wall clock, for people, and on the scale of service time, for clocks."""

    wall: int
    served: int


def changes(
    row: GameRow, before: Table, after: Table, now: Moment, on_finished: Sequence[OnFinished]
) -> list[Also]:
    """What has to be stored along with the events between two tables of this game."""
    also: list[Also] = []
    if after.over and not before.over:
        also.append(_ends(row, after, now.wall, on_finished))
    elif row.agreement.mode == "correspondence" and after.playing:
        also.append(_due(row.id, after, now.served))
    if after.rematch_game and not before.rematch_game:
        also.append(_rematch(row, after.rematch_game, now.wall))
    return also


def _ends(row: GameRow, table: Table, wall: int, on_finished: Sequence[OnFinished]) -> Also:
    white, black = table.match.score
    winner = table.winner
    result = "none" if winner is None else winner.value
    change = (
        update(games)
        .where(games.c.id == row.id, games.c.status.in_(("playing", "damaged")))
        .values(
            status="aborted" if table.aborted else "finished",
            winner=None if table.aborted else result,
            points=None if table.aborted else f"{white}-{black}",
            ended_at=wall,
            due_at=None,
            aborted_by=row.player(table.aborted_by) if table.aborted_by else None,
        )
    )
    finished = Finished(
        game=row.id,
        kind=row.agreement.game,
        speed=row.agreement.speed.value if row.agreement.speed else None,
        rated=row.agreement.rated,
        white=row.white,
        black=row.black,
        winner=winner,
        points=max(white, black),
        ended_at=wall,
    )

    # What fell on somebody's own device says nothing about the dice here.
    own = row.agreement.dice == "device"
    rolls = dice_counts.rolls_of(() if own else (*table.finished, table.game))

    async def ends(connection: AsyncConnection) -> None:
        await connection.execute(change)
        await dice_counts.add(connection, rolls, wall)
        if not table.aborted:
            for listener in on_finished:
                await listener(connection, finished)

    return ends


def _due(game: str, table: Table, served: int) -> Also:
    due = falls_at(table.game.state.clock)
    if table.awaited and table.agreement.control:
        due = table.at + table.agreement.control.base  # until somebody has to have come
    change = update(games).where(games.c.id == game)
    change = change.values(due_at=None if due is None else served + max(0, due - table.at))

    async def store_due(connection: AsyncConnection) -> None:
        await connection.execute(change)

    return store_due


def _rematch(row: GameRow, id: str, wall: int) -> Also:  # noqa: A002
    agreement = row.agreement
    if agreement.dice == "device":  # which is not at hand here
        agreement = agreement.model_copy(update={"dice": "fair"})
    again = GameRow(
        id=id,
        agreement=agreement,
        white=row.black,
        black=row.white,
        white_name=row.black_name,
        black_name=row.white_name,
        status="playing",
        created_at=wall,
        rematch_of=row.id,
        programs=frozenset(side.other for side in row.programs),
    )

    async def make(connection: AsyncConnection) -> None:
        await connection.execute(insert(games).values(values(again)))

    return make
