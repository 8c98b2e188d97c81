"""Coming in and going out: guests at once, registration, login, logout, and a second proof."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.limits import GUEST, LOGIN_BY_ADDRESS, LOGIN_BY_NAME, REGISTER
from tablas.server.people import moderation, passkeys, people, sessions
from tablas.server.people.names import checked_name, name_key
from tablas.server.people.passwords import checked_password, spelt
from tablas.server.people.people import Person
from tablas.server.people.sign_in import Identity, Reception
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema_people import audit
from tablas.server.storage.schema_people import passkeys as passkey_rows
from tablas.server.web.access import Account, Here, Owner, Somebody, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    DoneAnswer,
    GuestRequest,
    LoginRequest,
    MeAnswer,
    ProofRequest,
    RegisterRequest,
    SanctionEntry,
)

router: Final = APIRouter(tags=["entering"], responses=REFUSALS)

LOGIN_WRONG: Final = refusal(
    "login-wrong",
    401,
    "name and password do not belong together",
    "el nombre y la contraseña no coinciden",
)
ACCOUNT_CLOSED: Final = refusal(
    "account-closed",
    403,
    "this account has been closed: {reason}",
    "esta cuenta se ha cerrado: {reason}",
)
LOGGED_IN: Final = refusal(
    "logged-in", 409, "you are logged in: log out first", "ya has iniciado sesión: ciérrala antes"
)


@router.post("/api/guest", summary="Enter as a guest, at once")
async def enter_as_guest(
    asked: GuestRequest, request: Request, response: Response, here: Here, visitor: Visitor
) -> MeAnswer:
    """A name and a cookie; whoever has one already keeps it."""
    if visitor is not None:
        return await me_answer(here, visitor)
    here.spend("guest", here.visitor(request), GUEST)
    async with here.context.database.writing() as connection:
        person = await people.create_guest(connection, here.now, asked.language)
        session = await started(connection, here, request, person)
    here.set_cookie(response, session)
    return await _entered(here, session)


@router.post("/api/register", summary="Make an account with a password")
async def register(
    asked: RegisterRequest, request: Request, response: Response, here: Here, visitor: Visitor
) -> MeAnswer:
    """A guest who registers keeps the games played so far."""
    guest = guest_or_refuse(visitor)
    name = checked_name(asked.name)
    password = checked_password(asked.password, name=name)
    here.spend("register", here.visitor(request), REGISTER)
    hashed = await here.passwords.hashed(password)
    async with here.context.database.writing() as connection:
        if guest:
            person = await people.promote_guest(
                connection, guest, name, password=hashed, now=here.now
            )
        else:
            person = await people.create_account(
                connection, name, password=hashed, now=here.now, language=asked.language
            )
        session = await started(connection, here, request, person)
    return await let_in(here, request, response, person, session)


@router.post("/api/login", summary="Log in with name and password")
async def log_in(asked: LoginRequest, request: Request, response: Response, here: Here) -> MeAnswer:
    """A wrong name and a wrong password get the same answer, after the same work."""
    address, key = here.visitor(request), name_key(asked.name)
    here.spend("login-address", address, LOGIN_BY_ADDRESS)
    here.spend("login-name", key, LOGIN_BY_NAME)
    async with here.context.database.reading() as connection:
        person = await people.by_name(connection, asked.name)
        hashed = await people.password_of(connection, person.id) if person else None
    if not await here.passwords.fits(asked.password, hashed) or person is None:
        raise Refused(LOGIN_WRONG)
    assert hashed is not None
    here.give_back("login-address", address, LOGIN_BY_ADDRESS)
    here.give_back("login-name", key, LOGIN_BY_NAME)
    renewed = None
    if here.passwords.outdated(hashed):
        renewed = await here.passwords.hashed(spelt(asked.password))
    async with here.context.database.writing() as connection:
        await refuse_gone(connection, person)
        if renewed:
            await people.set_password(connection, person.id, renewed)
        session = await started(connection, here, request, person)
    return await let_in(here, request, response, person, session)


@router.post("/api/logout", summary="Log out of this browser")
async def log_out(response: Response, here: Here, session: Owner) -> DoneAnswer:
    async with here.context.database.writing() as connection:
        await sessions.end(connection, session.key)
    here.ended({session.key}, session.person.id)
    here.clear_cookie(response)
    return DoneAnswer()


@router.get("/api/me", summary="Who I am here")
async def me(here: Here, identity: Somebody) -> MeAnswer:
    return await me_answer(here, identity)


@router.post("/api/proof", summary="Show password or passkey again")
async def prove(asked: ProofRequest, request: Request, here: Here, session: Account) -> DoneAnswer:
    """Needed before the account itself is changed; it counts for a quarter of an hour."""
    person = session.person
    here.spend("login-address", here.visitor(request), LOGIN_BY_ADDRESS)
    here.spend("login-name", name_key(person.name), LOGIN_BY_NAME)
    async with here.context.database.reading() as connection:
        hashed = await people.password_of(connection, person.id)
    if asked.password is not None:
        if not await here.passwords.fits(asked.password, hashed):
            raise Refused(LOGIN_WRONG)
        async with here.context.database.writing() as connection:
            await sessions.prove(connection, session.key, here.now)
        return DoneAnswer()
    if asked.passkey is None:
        raise Refused(LOGIN_WRONG)
    where = passkeys.site(here.context.settings, request.headers.get("host", ""))
    async with here.context.database.writing() as connection:
        question = await passkeys.take(connection, asked.passkey.challenge, "prove", here.now)
        if question.person != person.id:
            raise Refused(passkeys.PASSKEY_STALE)
        await passkeys.opened(connection, where, question, asked.passkey.credential, here.now)
        await sessions.prove(connection, session.key, here.now)
    return DoneAnswer()


def guest_or_refuse(visitor: Identity | None) -> Person | None:
    """The guest who becomes an account, or None for a stranger; accounts log out first."""
    if visitor is None:
        return None
    if not visitor.person.guest or visitor.session is None:
        raise Refused(LOGGED_IN)
    return visitor.person


async def refuse_gone(connection: AsyncConnection, person: Person) -> None:
    """Told only to whoever has the password: a closed account says why."""
    if person.deleted_at is not None:
        raise Refused(LOGIN_WRONG)
    if person.closed_at is not None:
        reason = await connection.scalar(
            select(audit.c.reason)
            .where(audit.c.subject == person.id, audit.c.action == moderation.Deed.CLOSE.value)
            .order_by(audit.c.id.desc())
            .limit(1)
        )
        raise Refused(ACCOUNT_CLOSED.about(reason=reason or "-"))


async def started(
    connection: AsyncConnection, here: Reception, request: Request, person: Person
) -> str:
    """A new session for this browser; the one it had before ends, whoever's it was."""
    if old := here.session_in(request.headers):
        await sessions.end(connection, sessions.session_key(old))
    agent = request.headers.get("user-agent", "")
    return await sessions.start(connection, person.id, agent, here.now)


async def let_in(
    here: Reception, request: Request, response: Response, person: Person, session: str
) -> MeAnswer:
    """After the commit: the old sockets go, the new cookie comes."""
    if old := here.session_in(request.headers):
        here.ended({sessions.session_key(old)}, person.id)
    here.set_cookie(response, session)
    return await _entered(here, session)


async def _entered(here: Reception, session: str) -> MeAnswer:
    async with here.context.database.reading() as connection:
        found = await sessions.find(connection, session, here.now)
    assert found is not None
    return await me_answer(here, Identity(found.person, found))


async def me_answer(here: Reception, identity: Identity) -> MeAnswer:
    person, now = identity.person, here.now
    async with here.context.database.reading() as connection:
        hashed = await people.password_of(connection, person.id)
        held = await connection.scalar(
            select(func.count()).select_from(passkey_rows).where(passkey_rows.c.person == person.id)
        )
        deeds = await connection.execute(
            select(audit.c.action, audit.c.at, audit.c.until_at, audit.c.reason)
            .where(
                audit.c.subject == person.id,
                audit.c.action.in_([deed.value for deed in moderation.Deed]),
            )
            .order_by(audit.c.id.desc())
            .limit(50)
        )
    return MeAnswer(
        id=person.id,
        name=person.name,
        kind=person.kind.value,
        role=person.role.value,
        about=person.about,
        language=person.language,
        created_at=person.created_at,
        muted=person.muted(now),
        banned=person.banned(now),
        password=hashed is not None,
        passkeys=held or 0,
        scopes=None if identity.session else sorted(identity.scopes, key=lambda s: s.value),
        moderation=[SanctionEntry(**row) for row in deeds.mappings()],
    )
