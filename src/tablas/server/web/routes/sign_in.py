"""Coming in and going out: guests at once, registration, login, logout, and a second proof."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import APIRouter
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.limits import (
    GUEST,
    LOGIN_BY_ADDRESS,
    LOGIN_BY_NAME,
    LOGIN_FROM_ALL,
    REGISTER,
    Rate,
)
from tablas.server.people import (
    accounts,
    moderation,
    passkeys,
    second_factor,
    sessions,
    sign_in_log,
)
from tablas.server.people.accounts import Person
from tablas.server.people.names import checked_name, name_key
from tablas.server.people.passwords import checked_password, spelt
from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.people.sign_in_log import How
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema_people import audit
from tablas.server.storage.schema_people import passkeys as passkey_rows
from tablas.server.web.access import Account, Owner, SignInDep, Somebody, Visitor
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

router: Final = APIRouter(tags=["sign in"], responses=REFUSALS)

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
    asked: GuestRequest, request: Request, response: Response, sign_in: SignInDep, visitor: Visitor
) -> MeAnswer:
    """A name and a cookie; whoever has one already keeps it."""
    if visitor is not None:
        return await me_answer(sign_in, visitor)
    sign_in.spend("guest", sign_in.visitor(request), GUEST)
    async with sign_in.context.database.writing() as connection:
        person = await accounts.create_guest(connection, sign_in.now, asked.language)
        session = await started(connection, sign_in, request, person)
    sign_in.set_cookie(response, session)
    return await _entered(sign_in, session)


@router.post("/api/register", summary="Make an account with a password")
async def register(
    asked: RegisterRequest,
    request: Request,
    response: Response,
    sign_in: SignInDep,
    visitor: Visitor,
) -> MeAnswer:
    """A guest who registers keeps the games played so far."""
    guest = guest_or_refuse(visitor)
    name = checked_name(asked.name)
    password = checked_password(asked.password, name=name, breached=sign_in.breached)
    sign_in.spend("register", sign_in.visitor(request), REGISTER)
    hashed = await sign_in.passwords.hashed(password)
    async with sign_in.context.database.writing() as connection:
        if guest:
            person = await accounts.promote_guest(
                connection, guest, name, password=hashed, now=sign_in.now
            )
        else:
            person = await accounts.create_account(
                connection, name, password=hashed, now=sign_in.now, language=asked.language
            )
        session = await started(connection, sign_in, request, person, How.NEW)
    return await let_in(sign_in, request, response, person, session)


@router.post("/api/login", summary="Log in with name and password")
async def log_in(
    asked: LoginRequest, request: Request, response: Response, sign_in: SignInDep
) -> MeAnswer:
    """A wrong name and a wrong password get the same answer, after the same work."""
    async with sign_in.context.database.reading() as connection:
        person = await accounts.by_name(connection, asked.name)
        hashed = await accounts.password_of(connection, person.id) if person else None
    spent = spend_guess(sign_in, request, asked.name, person)
    fits = await sign_in.passwords.fits(asked.password, hashed)
    if person is None:
        raise Refused(LOGIN_WRONG)
    if not fits:
        await note_refused(sign_in, request, person, How.WRONG_PASSWORD)
        raise Refused(LOGIN_WRONG)
    assert hashed is not None
    renewed = None
    if sign_in.passwords.outdated(hashed):
        renewed = await sign_in.passwords.hashed(spelt(asked.password))
    async with (
        noting_wrong_codes(sign_in, request, person),
        sign_in.context.database.writing() as connection,
    ):
        await refuse_gone(connection, person)
        coded = await _check_code(connection, sign_in, person, asked.code)
        if renewed:
            await accounts.set_password(connection, person.id, renewed)
        how = How.CODE if coded else How.PASSWORD
        session = await started(connection, sign_in, request, person, how)
    for limit in spent:
        sign_in.give_back(*limit)
    return await let_in(sign_in, request, response, person, session)


@router.post("/api/logout", summary="Log out of this browser")
async def log_out(response: Response, sign_in: SignInDep, session: Owner) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        await sessions.end(connection, session.key)
    sign_in.ended({session.key}, session.person.id)
    sign_in.clear_cookie(response)
    return DoneAnswer()


@router.get("/api/me", summary="Who I am here")
async def me(sign_in: SignInDep, identity: Somebody) -> MeAnswer:
    return await me_answer(sign_in, identity)


@router.post("/api/proof", summary="Show password or passkey again")
async def prove(
    asked: ProofRequest, request: Request, sign_in: SignInDep, session: Account
) -> DoneAnswer:
    """Needed before the account itself is changed; it counts for a quarter of an hour."""
    person = session.person
    spend_guess(sign_in, request, person.name, person)
    async with sign_in.context.database.reading() as connection:
        hashed = await accounts.password_of(connection, person.id)
    if asked.password is not None:
        if not await sign_in.passwords.fits(asked.password, hashed):
            await note_refused(sign_in, request, person, How.WRONG_PASSWORD)
            raise Refused(LOGIN_WRONG)
        async with (
            noting_wrong_codes(sign_in, request, person),
            sign_in.context.database.writing() as connection,
        ):
            await _check_code(connection, sign_in, person, asked.code)
            await sessions.prove(connection, session.key, sign_in.now)
        return DoneAnswer()
    if asked.passkey is None:
        raise Refused(LOGIN_WRONG)
    where = passkeys.site(sign_in.context.settings, request.headers.get("host", ""))
    async with sign_in.context.database.writing() as connection:
        question = await passkeys.take(connection, asked.passkey.challenge, "prove", sign_in.now)
        if question.person != person.id:
            raise Refused(passkeys.PASSKEY_STALE)
        await passkeys.opened(connection, where, question, asked.passkey.credential, sign_in.now)
        await sessions.prove(connection, session.key, sign_in.now)
    return DoneAnswer()


async def _check_code(
    connection: AsyncConnection, sign_in: SignIn, person: Person, code: str | None
) -> bool:
    """The second step beside a password; a passkey is two things in one and needs none."""
    key = sign_in.context.secrets.cookies
    return await second_factor.check(connection, key, person.id, code, sign_in.now)


@asynccontextmanager
async def noting_wrong_codes(
    sign_in: SignIn, request: Request, person: Person
) -> AsyncIterator[None]:
    """Stand around the transaction in which a code is checked: what that one writes is undone."""
    try:
        yield
    except Refused as refused:
        if refused.refusal is second_factor.CODE_WRONG:
            await note_refused(sign_in, request, person, How.WRONG_CODE)
        raise


def spend_guess(
    sign_in: SignIn, request: Request, name: str, person: Person | None
) -> list[tuple[str, str, Rate]]:
    """Count a guess at somebody's password, or refuse it; gives what was spent.

    Others' guesses must not keep anybody out: a browser from which this person has come in before
    is counted by itself, any other by its address, and only strangers all together.
    """
    address, key = sign_in.visitor(request), name_key(name)
    limits = [("login-address", address, LOGIN_BY_ADDRESS)]
    if person and (device := sign_in.device_in(request.headers, person.id)):
        limits.append(("login-device", device, LOGIN_BY_NAME))
    else:
        limits.append(("login-name", f"{key}|{address}", LOGIN_BY_NAME))
        limits.append(("login-all", key, LOGIN_FROM_ALL))
    for limit in limits:
        sign_in.spend(*limit)
    return limits


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
            .where(
                audit.c.subject == person.id,
                audit.c.action == moderation.ModerationAction.CLOSE.value,
            )
            .order_by(audit.c.id.desc())
            .limit(1)
        )
        raise Refused(ACCOUNT_CLOSED.about(reason=reason or "-"))


async def started(
    connection: AsyncConnection,
    sign_in: SignIn,
    request: Request,
    person: Person,
    how: How | None = None,
) -> str:
    """A new session for this browser; the one it had before ends, whoever's it was."""
    if old := sign_in.session_in(request.headers):
        await sessions.end(connection, sessions.session_key(old))
    agent = request.headers.get("user-agent", "")
    if how is not None:
        await sign_in_log.note(connection, person.id, how, agent, sign_in.now)
    return await sessions.start(connection, person.id, agent, sign_in.now)


async def note_refused(sign_in: SignIn, request: Request, person: Person, how: How) -> None:
    """Somebody was kept out of this account, who may be its owner or not."""
    agent = request.headers.get("user-agent", "")
    await sign_in.quietly(lambda c: sign_in_log.note(c, person.id, how, agent, sign_in.now))


async def let_in(
    sign_in: SignIn, request: Request, response: Response, person: Person, session: str
) -> MeAnswer:
    """After the commit: the old sockets go, the new cookie comes."""
    if old := sign_in.session_in(request.headers):
        sign_in.ended({sessions.session_key(old)}, person.id)
    sign_in.set_cookie(response, session)
    sign_in.set_device(response, request.headers, person.id)
    return await _entered(sign_in, session)


async def _entered(sign_in: SignIn, session: str) -> MeAnswer:
    async with sign_in.context.database.reading() as connection:
        current = await sessions.find(connection, session, sign_in.now)
    assert current is not None
    return await me_answer(sign_in, Identity(current.person, current))


async def me_answer(sign_in: SignIn, identity: Identity) -> MeAnswer:
    person, now = identity.person, sign_in.now
    async with sign_in.context.database.reading() as connection:
        hashed = await accounts.password_of(connection, person.id)
        held = await connection.scalar(
            select(func.count()).select_from(passkey_rows).where(passkey_rows.c.person == person.id)
        )
        codes = await second_factor.find(connection, sign_in.context.secrets.cookies, person.id)
        sanctions = await connection.execute(
            select(audit.c.action, audit.c.at, audit.c.until_at, audit.c.reason)
            .where(
                audit.c.subject == person.id,
                audit.c.action.in_([action.value for action in moderation.ModerationAction]),
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
        codes=codes is not None and codes.on,
        scopes=None if identity.session else sorted(identity.scopes, key=lambda s: s.value),
        moderation=[SanctionEntry(**row) for row in sanctions.mappings()],
    )
