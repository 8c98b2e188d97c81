"""People in the database: guests, accounts and bots, and how one is found, made and renamed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from sqlalchemy import RowMapping, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.names import NAME_TAKEN, guest_name, name_key
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import (
    audit,
    chat_lines,
    former_names,
    people,
    reports,
    sessions,
)
from tablas.words import Language

DAY: Final = 86_400_000
RENAME_EVERY: Final = 30 * DAY
NAME_KEPT: Final = 90 * DAY  # how long a name that was left stays closed to others
GUEST_KEPT: Final = 90 * DAY  # without a game or a session
FOR_EVER: Final = 1 << 52  # an end that no sanction reaches

NO_PERSON: Final = refusal(
    "no-person", 404, "nobody here has that name", "aquí no hay nadie con ese nombre"
)
RENAMED_LATELY: Final = refusal(
    "renamed-lately",
    409,
    "a name can be changed once in 30 days",
    "el nombre se puede cambiar una vez cada 30 días",
)


BOT_PREFIX: Final = "bot:"
"""Before the name of a house bot, in the place of a person's id."""


class PersonKind(Enum):
    """What stands behind a name."""

    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"


class Role(Enum):
    """What somebody may do for the others."""

    PLAYER = "player"
    MODERATOR = "moderator"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who is known here, without their secrets."""

    id: str
    name: str
    kind: PersonKind
    role: Role = Role.PLAYER
    about: str = ""
    language: Language = "en"
    created_at: int = 0
    renamed_at: int | None = None
    muted_until: int = 0
    banned_until: int = 0
    closed_at: int | None = None
    deleted_at: int | None = None

    @property
    def guest(self) -> bool:
        return self.kind is PersonKind.GUEST

    @property
    def moderator(self) -> bool:
        return self.role is Role.MODERATOR

    @property
    def gone(self) -> bool:
        """Closed by a moderator or deleted by the person: nobody can be this person any more."""
        return self.closed_at is not None or self.deleted_at is not None

    def muted(self, now: int) -> bool:
        return self.muted_until > now

    def banned(self, now: int) -> bool:
        return self.banned_until > now


def new_id() -> str:
    """An identifier that tells nothing about anybody."""
    return secrets.token_hex(8)


def person_of(row: RowMapping) -> Person:
    """The person in a row of `people`."""
    return Person(
        id=row["id"],
        name=row["name"],
        kind=PersonKind(row["kind"]),
        role=Role(row["role"]),
        about=row["about"],
        language="es" if row["language"] == "es" else "en",
        created_at=row["created_at"],
        renamed_at=row["renamed_at"],
        muted_until=row["muted_until"],
        banned_until=row["banned_until"],
        closed_at=row["closed_at"],
        deleted_at=row["deleted_at"],
    )


async def by_id(connection: AsyncConnection, person: str) -> Person | None:
    rows = await connection.execute(select(people).where(people.c.id == person))
    row = rows.mappings().first()
    return person_of(row) if row else None


async def by_name(connection: AsyncConnection, name: str) -> Person | None:
    """Whoever has a name that reads like this one."""
    rows = await connection.execute(select(people).where(people.c.name_key == name_key(name)))
    row = rows.mappings().first()
    return person_of(row) if row else None


async def known(connection: AsyncConnection, name: str) -> Person:
    """The person of this name; a refusal where nobody has it, or nobody has it any more."""
    person = await by_name(connection, name)
    if person is None or person.deleted_at is not None:
        raise Refused(NO_PERSON)
    return person


async def password_of(connection: AsyncConnection, person: str) -> str | None:
    rows = await connection.execute(select(people.c.password).where(people.c.id == person))
    return rows.scalar_one_or_none()


async def create_guest(connection: AsyncConnection, now: int, language: Language) -> Person:
    """A new guest under a name that nobody has."""
    person = Person(
        id=new_id(),
        name=guest_name(language),
        kind=PersonKind.GUEST,
        language=language,
        created_at=now,
    )
    await _insert(connection, person, None)
    return person


async def create_account(
    connection: AsyncConnection,
    name: str,
    *,
    password: str | None,
    now: int,
    id: str | None = None,  # noqa: A002  as the column is called
    language: Language = "en",
    role: Role = Role.PLAYER,
) -> Person:
    """A new account under a checked name; `password` is its hash, or None for passkeys only."""
    await _refuse_taken(connection, name, None, now)
    person = Person(
        id=id or new_id(),
        name=name,
        kind=PersonKind.ACCOUNT,
        role=role,
        language=language,
        created_at=now,
    )
    await _insert(connection, person, password)
    return person


async def promote_guest(
    connection: AsyncConnection, guest: Person, name: str, *, password: str | None, now: int
) -> Person:
    """The guest becomes an account under a checked name and keeps the games played so far."""
    await _refuse_taken(connection, name, guest.id, now)
    account = replace(guest, name=name, kind=PersonKind.ACCOUNT)
    await _change(
        connection,
        guest.id,
        name=name,
        name_key=name_key(name),
        kind=PersonKind.ACCOUNT.value,
        password=password,
    )
    return account


async def rename(connection: AsyncConnection, person: Person, name: str, now: int) -> Person:
    """The person under another checked name; the old one is kept from strangers for a while."""
    if name == person.name:
        return person
    if person.renamed_at is not None and now - person.renamed_at < RENAME_EVERY:
        raise Refused(RENAMED_LATELY)
    await _refuse_taken(connection, name, person.id, now)
    old, new = name_key(person.name), name_key(name)
    await connection.execute(delete(former_names).where(former_names.c.name_key.in_((old, new))))
    if old != new:
        await connection.execute(
            insert(former_names).values(name_key=old, person=person.id, until_at=now + NAME_KEPT)
        )
    await _change(connection, person.id, name=name, name_key=new, renamed_at=now)
    return replace(person, name=name, renamed_at=now)


async def forget_idle_guests(connection: AsyncConnection, now: int) -> int:
    """Remove guests who left no trace: no session any more, no game, no word; gives how many."""
    mine = people.c.id
    idle = delete(people).where(
        people.c.kind == PersonKind.GUEST.value,
        people.c.created_at < now - GUEST_KEPT,
        ~exists().where(sessions.c.person == mine),
        ~exists().where(or_(games.c.white == mine, games.c.black == mine)),
        ~exists().where(chat_lines.c.person == mine),
        ~exists().where(or_(reports.c.reporter == mine, reports.c.subject == mine)),
        ~exists().where(audit.c.subject == mine),
    )
    return (await connection.execute(idle)).rowcount


async def set_password(connection: AsyncConnection, person: str, hashed: str | None) -> None:
    await _change(connection, person, password=hashed)


async def set_profile(
    connection: AsyncConnection, person: str, *, about: str, language: Language
) -> None:
    await _change(connection, person, about=about, language=language)


async def set_role(connection: AsyncConnection, person: str, role: Role) -> None:
    await _change(connection, person, role=role.value)


async def set_kind(connection: AsyncConnection, person: str, kind: PersonKind) -> None:
    await _change(connection, person, kind=kind.value)


async def _refuse_taken(
    connection: AsyncConnection, name: str, person: str | None, now: int
) -> None:
    """A name is taken by whoever has one that reads alike, or left one lately."""
    key = name_key(name)
    owner = await connection.scalar(select(people.c.id).where(people.c.name_key == key))
    if owner is None:
        owner = await connection.scalar(
            select(former_names.c.person).where(
                former_names.c.name_key == key, former_names.c.until_at > now
            )
        )
    if owner is not None and owner != person:
        raise Refused(NAME_TAKEN)


async def _insert(connection: AsyncConnection, person: Person, password: str | None) -> None:
    try:
        await connection.execute(
            insert(people).values(
                id=person.id,
                name=person.name,
                name_key=name_key(person.name),
                kind=person.kind.value,
                role=person.role.value,
                password=password,
                language=person.language,
                created_at=person.created_at,
            )
        )
    except IntegrityError:  # two processes took the same name at once
        raise Refused(NAME_TAKEN) from None


async def _change(connection: AsyncConnection, person: str, **values: Any) -> None:
    try:
        await connection.execute(update(people).where(people.c.id == person).values(**values))
    except IntegrityError:
        raise Refused(NAME_TAKEN) from None
