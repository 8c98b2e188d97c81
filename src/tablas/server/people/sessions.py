"""Logged-in browsers: a signed cookie outside, one row a session inside.

The cookie holds a random id and its signature; the row is found by the id's hash, so neither a
copy of the database nor a guess opens a session. Every login starts a new session and ends the
one that the browser had before, so an id planted by somebody else is worth nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.accounts import DAY, Person, person_of
from tablas.server.settings import Settings
from tablas.server.storage.schema_people import people, sessions

ID_BYTES: Final = 24
LASTS: Final = 90 * DAY  # since the session was last seen
LONGEST: Final = 180 * DAY  # of an account, in use or not: then the password is asked for again
DEVICE_LASTS: Final = 400 * DAY  # as long as browsers keep a cookie
SEEN_EVERY: Final = DAY  # written so rarely that reading a page costs no write
PROOF_LASTS: Final = 15 * 60_000  # how long a password counts as just shown
MOST_SESSIONS: Final = 50
LONGEST_AGENT: Final = 120


@dataclass(frozen=True, slots=True)
class LoginSession:
    """One browser of one person; `key` is the hash under which its row stands."""

    key: str
    person: Person
    seen_at: int
    proved_at: int
    created_at: int

    @property
    def last_day(self) -> int | None:
        """When it ends in any case; a guest has nothing to come back with, so never."""
        return None if self.person.guest else self.created_at + LONGEST

    def proved(self, now: int) -> bool:
        """Whether a password or passkey was shown a short time ago; a guest has none to show."""
        return self.person.guest or now - self.proved_at < PROOF_LASTS


def secure(settings: Settings) -> bool:
    """Whether people reach this server over https, as browsers demand for `__Host-`."""
    return settings.secure_cookies or settings.public_url.startswith("https://")


def cookie_name(settings: Settings) -> str:
    """`__Host-` ties the cookie to this very host over https; plain http knows no such prefix."""
    return "__Host-tablas" if secure(settings) else "tablas"


def device_cookie_name(settings: Settings) -> str:
    """Under which a browser is known from earlier logins."""
    return f"{cookie_name(settings)}-device"


def session_key(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


async def start(connection: AsyncConnection, person: str, agent: str, now: int) -> str:
    """A new session; gives the id for the cookie, which is stored nowhere."""
    await _make_room(connection, person, now)
    session = secrets.token_urlsafe(ID_BYTES)
    await connection.execute(
        insert(sessions).values(
            id=session_key(session),
            person=person,
            agent="".join(filter(str.isprintable, agent))[:LONGEST_AGENT],
            created_at=now,
            seen_at=now,
            proved_at=now,
            expires_at=now + LASTS,
        )
    )
    return session


async def find(connection: AsyncConnection, session: str, now: int) -> LoginSession | None:
    """The session with its person, unless it is over or the person is gone."""
    rows = await connection.execute(
        select(
            people,
            sessions.c.seen_at,
            sessions.c.proved_at,
            sessions.c.created_at.label("begun_at"),
        ).where(
            and_(
                sessions.c.id == session_key(session),
                sessions.c.expires_at > now,
                people.c.id == sessions.c.person,
            )
        )
    )
    row = rows.mappings().first()
    if row is None:
        return None
    person = person_of(row)
    if person.gone:
        return None
    current = LoginSession(
        session_key(session), person, row["seen_at"], row["proved_at"], row["begun_at"]
    )
    return current if current.last_day is None or now < current.last_day else None


async def seen(connection: AsyncConnection, session: LoginSession, now: int) -> None:
    """The session is in use: it lasts on from now, though not for ever."""
    until = now + LASTS if session.last_day is None else min(now + LASTS, session.last_day)
    change = update(sessions).where(sessions.c.id == session.key)
    await connection.execute(change.values(seen_at=now, expires_at=until))


async def prove(connection: AsyncConnection, key: str, now: int) -> None:
    """The person has just shown a password or a passkey again."""
    await connection.execute(update(sessions).where(sessions.c.id == key).values(proved_at=now))


async def end(connection: AsyncConnection, key: str) -> None:
    await connection.execute(delete(sessions).where(sessions.c.id == key))


async def end_all(connection: AsyncConnection, person: str, *, but: str = "") -> list[str]:
    """End every session of a person except `but`; gives the keys of those that ended."""
    ended = await connection.scalars(
        select(sessions.c.id).where(sessions.c.person == person, sessions.c.id != but)
    )
    keys = list(ended)
    await connection.execute(
        delete(sessions).where(sessions.c.person == person, sessions.c.id != but)
    )
    return keys


async def _make_room(connection: AsyncConnection, person: str, now: int) -> None:
    """Drop what is over, and the oldest of too many."""
    await connection.execute(delete(sessions).where(sessions.c.expires_at <= now))
    kept = await connection.scalars(
        select(sessions.c.id)
        .where(sessions.c.person == person)
        .order_by(sessions.c.seen_at.desc())
        .offset(MOST_SESSIONS - 1)
    )
    if old := list(kept):
        await connection.execute(delete(sessions).where(sessions.c.id.in_(old)))
