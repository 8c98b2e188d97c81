"""One's own account: profile, name, password, sessions, data, farewell."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from sqlalchemy import func, or_, select
from starlette.responses import JSONResponse, Response

from tablas.server.limits import ACCOUNT
from tablas.server.people import accounts, personal_data, sessions, sign_in_log
from tablas.server.people.accounts import PersonKind
from tablas.server.people.chat import checked_text
from tablas.server.people.names import checked_name
from tablas.server.people.passwords import checked_password
from tablas.server.people.sign_in import Identity
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema import games
from tablas.server.storage.schema_people import sessions as rows
from tablas.server.web.access import PROVE_AGAIN, Account, Owner, Proven, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    DoneAnswer,
    MeAnswer,
    NameRequest,
    PasswordRequest,
    ProfileRequest,
    SessionEntry,
    SessionsAnswer,
    SignInEntry,
)
from tablas.server.web.routes.sign_in import me_answer

router: Final = APIRouter(tags=["account"], responses=REFUSALS)

ENTRY: Final = ("at", "how", "device")
SHOWN_KEY: Final = 16  # letters of a session's key: too few to be of any other use

NO_SESSION: Final = refusal("no-session", 404, "there is no such session", "no existe esa sesión")
HAS_PLAYED: Final = refusal(
    "has-played",
    409,
    "only an account that has played no game can become a bot",
    "solo una cuenta que no ha jugado ninguna partida puede convertirse en bot",
)


@router.patch("/api/me", summary="Change my profile")
async def change_profile(asked: ProfileRequest, sign_in: SignInDep, session: Owner) -> MeAnswer:
    sign_in.spend("account", session.person.id, ACCOUNT)
    about = session.person.about
    if asked.about is not None:
        about = checked_text(asked.about) if asked.about.strip() else ""
    async with sign_in.context.database.writing() as connection:
        await accounts.set_profile(
            connection,
            session.person.id,
            about=about,
            language=asked.language or session.person.language,
        )
        person = await accounts.by_id(connection, session.person.id)
    assert person is not None
    return await me_answer(sign_in, Identity(person, session))


@router.put("/api/me/name", summary="Change my name")
async def rename(asked: NameRequest, sign_in: SignInDep, session: Account) -> MeAnswer:
    """Once in 30 days; the old name stays closed to others for 90."""
    sign_in.spend("account", session.person.id, ACCOUNT)
    name = checked_name(asked.name)
    async with sign_in.context.database.writing() as connection:
        person = await accounts.rename(connection, session.person, name, sign_in.now)
    return await me_answer(sign_in, Identity(person, session))


@router.put("/api/me/password", summary="Set my password")
async def set_password(asked: PasswordRequest, sign_in: SignInDep, session: Proven) -> DoneAnswer:
    """All other sessions end: whoever knew the old password is out."""
    sign_in.spend("account", session.person.id, ACCOUNT)
    name = session.person.name
    password = checked_password(asked.password, name=name, breached=sign_in.breached)
    hashed = await sign_in.passwords.hashed(password)
    async with sign_in.context.database.writing() as connection:
        await accounts.set_password(connection, session.person.id, hashed)
        ended = await sessions.end_all(connection, session.person.id, but=session.key)
    sign_in.ended(ended, session.person.id)
    return DoneAnswer()


@router.post("/api/me/bot", summary="Make my account a bot account")
async def become_a_bot(sign_in: SignInDep, session: Proven) -> MeAnswer:
    """A bot is shown as a bot for ever; so only an account without games can become one."""
    mine = session.person.id
    async with sign_in.context.database.writing() as connection:
        played = await connection.scalar(
            select(func.count())
            .select_from(games)
            .where(or_(games.c.white == mine, games.c.black == mine))
        )
        if played:
            raise Refused(HAS_PLAYED)
        await accounts.set_kind(connection, mine, PersonKind.BOT)
        person = await accounts.by_id(connection, mine)
    assert person is not None
    return await me_answer(sign_in, Identity(person, session))


@router.get("/api/me/data", summary="Everything stored about me")
async def export(sign_in: SignInDep, session: Owner) -> JSONResponse:
    sign_in.spend("export", session.person.id, ACCOUNT)
    async with sign_in.context.database.reading() as connection:
        data: dict[str, Any] = await personal_data.export_person(
            connection, session.person, sign_in.now
        )
    return JSONResponse(
        data, headers={"Content-Disposition": 'attachment; filename="tablas-my-data.json"'}
    )


@router.delete("/api/me", summary="Delete my data")
async def say_farewell(response: Response, sign_in: SignInDep, session: Owner) -> DoneAnswer:
    """The games stay under a name that tells nothing; everything else goes."""
    if not session.proved(sign_in.now):
        raise Refused(PROVE_AGAIN)
    async with sign_in.context.database.writing() as connection:
        await personal_data.delete_person(connection, session.person, sign_in.now)
    sign_in.gone(session.person.id)
    sign_in.clear_cookie(response)
    return DoneAnswer()


@router.get("/api/sessions", summary="Where I am logged in, and how I was lately")
async def list_sessions(sign_in: SignInDep, session: Owner) -> SessionsAnswer:
    async with sign_in.context.database.reading() as connection:
        stored = await connection.execute(
            select(rows)
            .where(rows.c.person == session.person.id, rows.c.expires_at > sign_in.now)
            .order_by(rows.c.seen_at.desc())
        )
        entries = await sign_in_log.latest(connection, session.person.id)
    return SessionsAnswer(
        sign_ins=[SignInEntry(**{name: row[name] for name in ENTRY}) for row in entries],
        sessions=[
            SessionEntry(
                id=row["id"][:SHOWN_KEY],
                agent=row["agent"],
                created_at=row["created_at"],
                seen_at=row["seen_at"],
                current=row["id"] == session.key,
            )
            for row in stored.mappings()
        ],
    )


@router.delete("/api/sessions", summary="Log out everywhere else")
async def end_others(sign_in: SignInDep, session: Owner) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        ended = await sessions.end_all(connection, session.person.id, but=session.key)
    sign_in.ended(ended, session.person.id)
    return DoneAnswer()


@router.delete("/api/sessions/{id}", summary="Log out one browser")
async def end_one(
    id: Annotated[str, Path(pattern="^[0-9a-f]{16}$")],  # noqa: A002  the name in the address
    response: Response,
    sign_in: SignInDep,
    session: Owner,
) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        key = await connection.scalar(
            select(rows.c.id).where(rows.c.person == session.person.id, rows.c.id.startswith(id))
        )
        if key is None:
            raise Refused(NO_SESSION)
        await sessions.end(connection, key)
    sign_in.ended({key}, session.person.id)
    if key == session.key:
        sign_in.clear_cookie(response)
    return DoneAnswer()
