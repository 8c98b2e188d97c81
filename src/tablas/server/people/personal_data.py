"""What we know about somebody: all of it on request, none of it after a farewell."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Table, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people import sessions as stored
from tablas.server.people.accounts import Person
from tablas.server.people.names import deleted_name, name_key
from tablas.server.storage.schema import events, games, offers, reviews
from tablas.server.storage.schema_people import (
    audit,
    chat_lines,
    former_names,
    mutes,
    passkeys,
    people,
    rating_changes,
    ratings,
    reports,
    second_factors,
    sessions,
    sign_ins,
    tokens,
)
from tablas.server.storage.schema_problems import (
    daily_tries,
    mistakes,
    problem_tries,
    review_sums,
    solver_ratings,
)

SECRET: Final = frozenset(
    ("password", "public_key", "hash", "secret", "name_key", "nonce", "recovery")
)
"""Columns that never leave the database."""

MOST_GAMES: Final = 10_000
PROBLEMS: Final = (solver_ratings, problem_tries, daily_tries, mistakes, review_sums)


async def export_person(connection: AsyncConnection, person: Person, now: int) -> dict[str, Any]:
    """Everything that is stored about the person, by table; secrets are left out."""
    mine = person.id

    async def rows(table: Table, where: ColumnElement[bool]) -> list[dict[str, Any]]:
        columns = [column for column in table.c if column.name not in SECRET]
        stored_rows = await connection.execute(select(*columns).where(where))
        return [dict(row) for row in stored_rows.mappings()]

    played = await rows(games, or_(games.c.white == mine, games.c.black == mine))
    for game in played[:MOST_GAMES]:
        log = await connection.execute(
            select(events.c.seq, events.c.at, events.c.stored_at, events.c.body)
            .where(events.c.game == game["id"])
            .order_by(events.c.seq)
        )
        game["events"] = [dict(row) for row in log.mappings()]
    return {
        "tablas": "my-data/1",
        "exported_at": now,
        "person": (await rows(people, people.c.id == mine))[0],
        "former_names": await rows(former_names, former_names.c.person == mine),
        "sessions": [
            {name: value for name, value in row.items() if name != "id"}
            for row in await rows(sessions, sessions.c.person == mine)
        ],
        "sign_ins": await rows(sign_ins, sign_ins.c.person == mine),
        "passkeys": await rows(passkeys, passkeys.c.person == mine),
        "second_factors": await rows(second_factors, second_factors.c.person == mine),
        "tokens": await rows(tokens, tokens.c.person == mine),
        "mutes": await rows(mutes, mutes.c.person == mine),
        "ratings": await rows(ratings, ratings.c.person == mine),
        "rating_changes": await rows(rating_changes, rating_changes.c.person == mine),
        "games": played,
        "offers": await rows(offers, offers.c.user == mine),
        "reviews": await rows(reviews, reviews.c.person == mine),
        **{table.name: await rows(table, table.c.person == mine) for table in PROBLEMS},
        "chat": await rows(chat_lines, chat_lines.c.person == mine),
        "reports": await rows(reports, reports.c.reporter == mine),
        "moderation": [
            {name: row[name] for name in ("at", "action", "until_at", "reason")}
            for row in await rows(audit, audit.c.subject == mine)
        ],
    }


async def delete_person(connection: AsyncConnection, person: Person, now: int) -> None:
    """Forget the person.

    The games stay, since they are the opponents' as well, under a name that tells nothing. The
    log of the moderators stays, since it is theirs; it names only the empty row.
    """
    mine, name = person.id, deleted_name(person.language)
    await stored.end_all(connection, mine)
    for table in (passkeys, tokens, former_names, second_factors, sign_ins, *PROBLEMS):
        await connection.execute(delete(table).where(table.c.person == mine))
    await connection.execute(
        delete(mutes).where(or_(mutes.c.person == mine, mutes.c.muted == mine))
    )
    await connection.execute(delete(chat_lines).where(chat_lines.c.person == mine))
    await connection.execute(delete(offers).where(offers.c.user == mine))
    # Reviews of games stay with the games; a file that somebody brought goes with them.
    asked = reviews.c.person == mine
    await connection.execute(delete(reviews).where(asked, reviews.c.source.is_not(None)))
    await connection.execute(update(reviews).where(asked).values(person=""))
    await connection.execute(delete(ratings).where(ratings.c.person == mine))
    await connection.execute(update(reports).where(reports.c.reporter == mine).values(text=""))
    for seat, shown in ((games.c.white, "white_name"), (games.c.black, "black_name")):
        await connection.execute(update(games).where(seat == mine).values(**{shown: name}))
    await connection.execute(
        update(people)
        .where(people.c.id == mine)
        .values(
            name=name,
            name_key=name_key(name),
            password=None,
            about="",
            role="player",
            deleted_at=now,
        )
    )
