"""For moderators only: reports, actions, hidden lines, and the log of all that was done."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from sqlalchemy import Select, select

from tablas.server.people import accounts, moderation
from tablas.server.storage.schema_people import audit, chat_lines, reports
from tablas.server.storage.schema_people import people as people_rows
from tablas.server.web.access import Moderator, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    ActionAnswer,
    ActionRequest,
    AuditAnswer,
    AuditEntry,
    DoneAnswer,
    ReasonRequest,
    ReportEntry,
    ReportsAnswer,
    SettleRequest,
)

router: Final = APIRouter(tags=["moderation"], responses=REFUSALS)

PAGE: Final = 100
LAST: Final = 2**53

Number = Annotated[int, Path(ge=1, le=LAST)]
PersonName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/api/moderation/reports", summary="Open reports, oldest first")
async def open_reports(sign_in: SignInDep, moderator: Moderator) -> ReportsAnswer:
    del moderator
    reporter, subject = people_rows.alias("reporter"), people_rows.alias("subject")
    wanted = (
        select(
            reports,
            reporter.c.name.label("reporter_name"),
            subject.c.name.label("subject_name"),
            chat_lines.c.text.label("said"),
        )
        .select_from(
            reports.join(reporter, reporter.c.id == reports.c.reporter)
            .join(subject, subject.c.id == reports.c.subject)
            .outerjoin(chat_lines, chat_lines.c.id == reports.c.line)
        )
        .where(reports.c.settled_at.is_(None))
        .order_by(reports.c.id)
        .limit(PAGE)
    )
    async with sign_in.context.database.reading() as connection:
        rows = await connection.execute(wanted)
    return ReportsAnswer(
        reports=[
            ReportEntry(
                id=row["id"],
                reporter=row["reporter_name"],
                subject=row["subject_name"],
                complaint=row["reason"],
                text=row["text"],
                game=row["game"],
                line=row["line"],
                said=row["said"],
                at=row["at"],
            )
            for row in rows.mappings()
        ]
    )


@router.post("/api/moderation/reports/{id}/settle", summary="Settle a report")
async def settle(
    id: Number,  # noqa: A002  the name in the address
    asked: SettleRequest,
    sign_in: SignInDep,
    moderator: Moderator,
) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        await moderation.settle(
            connection, id, by=moderator.person.id, outcome=asked.outcome, now=sign_in.now
        )
    return DoneAnswer()


@router.post("/api/moderation/people/{name}", summary="Mute, ban or close, and take it back")
async def act(
    name: PersonName, asked: ActionRequest, sign_in: SignInDep, moderator: Moderator
) -> ActionAnswer:
    """Each action needs a reason, which the person can read."""
    async with sign_in.context.database.writing() as connection:
        subject = await accounts.known(connection, name)
        until = await moderation.act(
            connection,
            asked.deed,
            subject,
            by=moderator.person.id,
            reason=asked.reason,
            days=asked.days,
            now=sign_in.now,
        )
    if asked.deed is moderation.ModerationAction.CLOSE:
        sign_in.gone(subject.id)
    return ActionAnswer(deed=asked.deed, until_at=until)


@router.post("/api/moderation/chat/{id}/hide", summary="Take a line of chat from sight")
async def hide(
    id: Number,  # noqa: A002  the name in the address
    asked: ReasonRequest,
    sign_in: SignInDep,
    moderator: Moderator,
) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        await moderation.hide(
            connection, id, by=moderator.person.id, reason=asked.reason, now=sign_in.now
        )
    return DoneAnswer()


@router.get("/api/moderation/audit", summary="What moderators did, latest first")
async def audit_log(
    sign_in: SignInDep,
    moderator: Moderator,
    name: Annotated[str | None, Query(max_length=40)] = None,
    before: Annotated[int, Query(ge=1, le=LAST)] = LAST,
) -> AuditAnswer:
    del moderator
    actor, subject = people_rows.alias("actor"), people_rows.alias("subject")
    wanted: Select[tuple[object, ...]] = (
        select(audit, actor.c.name.label("actor_name"), subject.c.name.label("subject_name"))
        .select_from(
            audit.outerjoin(actor, actor.c.id == audit.c.actor).outerjoin(
                subject, subject.c.id == audit.c.subject
            )
        )
        .where(audit.c.id < before)
        .order_by(audit.c.id.desc())
        .limit(PAGE)
    )
    async with sign_in.context.database.reading() as connection:
        if name is not None:
            person = await accounts.known(connection, name)
            wanted = wanted.where(audit.c.subject == person.id)
        rows = await connection.execute(wanted)
    entries = [
        AuditEntry(
            id=row["id"],
            at=row["at"],
            actor=row["actor_name"] or row["actor"],
            action=row["action"],
            subject=row["subject_name"] or row["subject"],
            until_at=row["until_at"],
            reason=row["reason"],
        )
        for row in rows.mappings()
    ]
    return AuditAnswer(entries=entries, next=entries[-1].id if len(entries) == PAGE else None)
