"""Chat beside a game, whom one does not want to read, and reports to the moderators."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from sqlalchemy import select
from starlette.requests import Request

from tablas.server.limits import ACCOUNT, REPORT
from tablas.server.people import accounts, chat, moderation
from tablas.server.people.phrases import PHRASES
from tablas.server.refusals import Refused
from tablas.server.storage.schema_people import mutes
from tablas.server.storage.schema_people import people as people_rows
from tablas.server.web.access import Chatting, Owner, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    DoneAnswer,
    LineAnswer,
    LinesAnswer,
    MutesAnswer,
    PhraseEntry,
    PhrasesAnswer,
    ReportAnswer,
    ReportRequest,
    SayRequest,
)

router: Final = APIRouter(tags=["chat"], responses=REFUSALS)

GameId = Annotated[str, Path(min_length=1, max_length=16)]
PersonName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/api/chat/phrases", summary="The stock phrases in both languages")
async def phrases(visitor: Visitor) -> PhrasesAnswer:
    del visitor
    return PhrasesAnswer(
        phrases=[PhraseEntry(phrase=key, en=said.en, es=said.es) for key, said in PHRASES.items()]
    )


@router.get("/api/games/{id}/chat", summary="What was said beside a game")
async def lines(
    id: GameId,  # noqa: A002  the name in the address
    sign_in: SignInDep,
    visitor: Visitor,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> LinesAnswer:
    """Players see what watchers said when the game is over; people one has muted are left out."""
    person = visitor.person if visitor else None
    async with sign_in.context.database.reading() as connection:
        rooms = await chat.rooms_heard(connection, person, id)
        heard = await chat.heard(connection, id, rooms, by=person, after=after)
    return LinesAnswer(lines=[LineAnswer(**line.as_json()) for line in heard])


@router.post("/api/games/{id}/chat", summary="Say something beside a game", status_code=201)
async def say(
    id: GameId,  # noqa: A002  the name in the address
    asked: SayRequest,
    request: Request,
    sign_in: SignInDep,
    identity: Chatting,
) -> LineAnswer:
    line = await chat.say(sign_in, identity.person, id, phrase=asked.phrase, text=asked.text)
    for listener in request.app.state.on_chat_line:
        await listener(line)
    return LineAnswer(**line.as_json())


@router.get("/api/mutes", summary="Whom I do not want to read")
async def list_mutes(sign_in: SignInDep, session: Owner) -> MutesAnswer:
    async with sign_in.context.database.reading() as connection:
        names = await connection.scalars(
            select(people_rows.c.name)
            .where(mutes.c.person == session.person.id, people_rows.c.id == mutes.c.muted)
            .order_by(people_rows.c.name)
        )
        return MutesAnswer(names=list(names))


@router.put("/api/mutes/{name}", summary="Read nothing more of somebody")
async def mute(name: PersonName, sign_in: SignInDep, session: Owner) -> DoneAnswer:
    sign_in.spend("mute", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        other = await accounts.known(connection, name)
        if other.id == session.person.id:
            raise Refused(moderation.NOT_YOURSELF)
        await chat.mute(connection, session.person.id, other.id, sign_in.now)
    return DoneAnswer()


@router.delete("/api/mutes/{name}", summary="Read somebody again")
async def unmute(name: PersonName, sign_in: SignInDep, session: Owner) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        other = await accounts.known(connection, name)
        await chat.unmute(connection, session.person.id, other.id)
    return DoneAnswer()


@router.post("/api/reports", summary="Tell the moderators about somebody", status_code=201)
async def report(
    asked: ReportRequest, request: Request, sign_in: SignInDep, session: Owner
) -> ReportAnswer:
    sign_in.spend("report", session.person.id, REPORT)
    sign_in.spend("report-address", sign_in.visitor(request), REPORT)
    async with sign_in.context.database.writing() as connection:
        subject = await accounts.known(connection, asked.name)
        number = await moderation.report(
            connection,
            session.person,
            subject,
            asked.complaint,
            text=asked.text,
            game=asked.game,
            line=asked.line,
            now=sign_in.now,
        )
    return ReportAnswer(id=number)
