"""What moderators can do, each action with a reason in a log that is only ever added to.

mute     no free text in chats until a day; stock phrases stay
ban      no new games and no talking until a day; games under way may be finished, data exported
close    nobody can enter as this person any more; games stay
The person concerned sees the action and its reason; moderators cannot touch each other.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people import sessions
from tablas.server.people.accounts import DAY, FOR_EVER, Person, Role
from tablas.server.refusals import NOT_ALLOWED, Refused, refusal
from tablas.server.storage.schema_people import audit, chat_lines, people, reports, tokens
from tablas.words import Words

ADMIN: Final = "admin"  # the actor at the command line of the machine

BANNED: Final = refusal(
    "banned",
    403,
    "you may not play or talk here for now; /api/me says why and until when",
    "por ahora no puedes jugar ni hablar aquí; /api/me dice por qué y hasta cuándo",
)
NO_REPORT: Final = refusal(
    "no-report",
    404,
    "there is no such open report",
    "no existe esa denuncia pendiente",
)
NO_LINE: Final = refusal("no-line", 404, "there is no such line", "no existe esa línea")
NOT_YOURSELF: Final = refusal("not-yourself", 422, "not about yourself", "no puede tratar de ti")


class ModerationAction(Enum):
    """Something that a moderator did."""

    MUTE = "mute"
    UNMUTE = "unmute"
    BAN = "ban"
    UNBAN = "unban"
    CLOSE = "close"
    REOPEN = "reopen"

    @property
    def words(self) -> Words:
        return _WORDS[self]


_WORDS: Final = {
    ModerationAction.MUTE: Words("muted", "silencio"),
    ModerationAction.UNMUTE: Words("no longer muted", "fin del silencio"),
    ModerationAction.BAN: Words("banned", "expulsión"),
    ModerationAction.UNBAN: Words("no longer banned", "fin de la expulsión"),
    ModerationAction.CLOSE: Words("account closed", "cuenta cerrada"),
    ModerationAction.REOPEN: Words("account opened again", "cuenta reabierta"),
}


class Complaint(Enum):
    """Why somebody is reported."""

    INSULT = "insult"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    SPAM = "spam"
    OTHER = "other"


def refuse_banned(person: Person, now: int) -> None:
    """Call this before anything that a ban forbids: offering, joining, playing, talking."""
    if person.banned(now):
        raise Refused(BANNED)


async def act(
    connection: AsyncConnection,
    action: ModerationAction,
    subject: Person,
    *,
    by: str,
    reason: str,
    now: int,
    days: int | None = None,
) -> int | None:
    """Do it and write it down; gives until when it lasts, `days` None until it is taken back."""
    if subject.id == by:
        raise Refused(NOT_YOURSELF)
    if subject.role is Role.MODERATOR and by != ADMIN:
        raise Refused(NOT_ALLOWED)
    until = FOR_EVER if days is None else now + days * DAY
    changes: dict[ModerationAction, dict[str, int | None]] = {
        ModerationAction.MUTE: {"muted_until": until},
        ModerationAction.UNMUTE: {"muted_until": 0},
        ModerationAction.BAN: {"banned_until": until},
        ModerationAction.UNBAN: {"banned_until": 0},
        ModerationAction.CLOSE: {"closed_at": now},
        ModerationAction.REOPEN: {"closed_at": None},
    }
    await connection.execute(
        update(people).where(people.c.id == subject.id).values(**changes[action])
    )
    if action is ModerationAction.CLOSE:
        await sessions.end_all(connection, subject.id)
        # A token of a closed account opens nothing; it must open nothing after reopening either.
        await connection.execute(tokens.delete().where(tokens.c.person == subject.id))
    lasts = until if action in (ModerationAction.MUTE, ModerationAction.BAN) else None
    await note(connection, by, action.value, subject.id, reason=reason, now=now, until=lasts)
    return lasts


async def note(
    connection: AsyncConnection,
    actor: str,
    action: str,
    subject: str,
    *,
    reason: str,
    now: int,
    until: int | None = None,
) -> None:
    """One more line of the log."""
    await connection.execute(
        insert(audit).values(
            at=now, actor=actor, action=action, subject=subject, until_at=until, reason=reason
        )
    )


async def report(
    connection: AsyncConnection,
    reporter: Person,
    subject: Person,
    complaint: Complaint,
    *,
    text: str,
    game: str | None,
    line: int | None,
    now: int,
) -> int:
    """Tell the moderators about somebody; gives the number of the report."""
    if reporter.id == subject.id:
        raise Refused(NOT_YOURSELF)
    if line is not None:
        said = await connection.scalar(
            select(chat_lines.c.id).where(
                chat_lines.c.id == line, chat_lines.c.person == subject.id
            )
        )
        if said is None:
            raise Refused(NO_LINE)
    added = await connection.execute(
        insert(reports)
        .values(
            reporter=reporter.id,
            subject=subject.id,
            game=game,
            line=line,
            reason=complaint.value,
            text=text,
            at=now,
        )
        .returning(reports.c.id)
    )
    return int(added.scalar_one())


async def settle(
    connection: AsyncConnection, number: int, *, by: str, outcome: str, now: int
) -> None:
    """Close an open report, with what came of it."""
    settled = await connection.execute(
        update(reports)
        .where(reports.c.id == number, reports.c.settled_at.is_(None))
        .values(settled_by=by, settled_at=now, outcome=outcome)
        .returning(reports.c.subject)
    )
    subject = settled.scalar_one_or_none()
    if subject is None:
        raise Refused(NO_REPORT)
    await note(connection, by, "settle", subject, reason=f"#{number}: {outcome}", now=now)


async def hide(connection: AsyncConnection, line: int, *, by: str, reason: str, now: int) -> None:
    """Take a line of chat from sight; it stays for the moderators."""
    hidden = await connection.execute(
        update(chat_lines)
        .where(chat_lines.c.id == line)
        .values(hidden=True)
        .returning(chat_lines.c.person)
    )
    author = hidden.scalar_one_or_none()
    if author is None:
        raise Refused(NO_LINE)
    await note(connection, by, "hide", author, reason=f"#{line}: {reason}", now=now)
