"""Passkeys and API tokens: registering, logging in with them, listing and taking them back."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from sqlalchemy import delete, func, insert, select
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.limits import ACCOUNT, LOGIN_BY_ADDRESS, REGISTER
from tablas.server.people import accounts, passkeys
from tablas.server.people.accounts import DAY, new_id
from tablas.server.people.names import checked_name
from tablas.server.people.sign_in import SignIn
from tablas.server.people.sign_in_log import How
from tablas.server.people.tokens import MANY_TOKENS, MOST_TOKENS, Scope, new_token, token_hash
from tablas.server.refusals import Refused, refusal
from tablas.server.storage.schema_people import passkeys as passkey_rows
from tablas.server.storage.schema_people import tokens
from tablas.server.web.access import Account, Proven, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    DoneAnswer,
    MeAnswer,
    NameRequest,
    NewPasskeyAnswer,
    NewTokenAnswer,
    PasskeyAnswer,
    PasskeyEntry,
    PasskeyQuestion,
    PasskeysAnswer,
    TokenAnswer,
    TokenRequest,
    TokensAnswer,
)
from tablas.server.web.routes.sign_in import guest_or_refuse, let_in, refuse_gone, started

router: Final = APIRouter(tags=["credentials"], responses=REFUSALS)

NO_TOKEN: Final = refusal("no-token", 404, "there is no such token", "no existe esa clave")


@router.post("/api/register/passkey/options", summary="Begin an account with a passkey")
async def begin_account(
    asked: NameRequest, request: Request, sign_in: SignInDep, visitor: Visitor
) -> PasskeyQuestion:
    guest = guest_or_refuse(visitor)
    name = checked_name(asked.name)
    sign_in.spend("register", sign_in.visitor(request), REGISTER)
    async with sign_in.context.database.writing() as connection:
        number, options = await passkeys.ask_to_register(
            connection,
            _site(sign_in, request),
            purpose="register",
            person=guest.id if guest else new_id(),
            name=name,
            now=sign_in.now,
        )
    return PasskeyQuestion(challenge=number, options=options)


@router.post("/api/register/passkey", summary="Finish an account with a passkey")
async def finish_account(
    asked: NewPasskeyAnswer,
    request: Request,
    response: Response,
    sign_in: SignInDep,
    visitor: Visitor,
) -> MeAnswer:
    guest = guest_or_refuse(visitor)
    sign_in.spend("login-address", sign_in.visitor(request), LOGIN_BY_ADDRESS)
    async with sign_in.context.database.writing() as connection:
        question = await passkeys.take(connection, asked.challenge, "register", sign_in.now)
        if guest and question.person != guest.id:
            raise Refused(passkeys.PASSKEY_STALE)
        assert question.name is not None
        if guest:
            person = await accounts.promote_guest(
                connection, guest, question.name, password=None, now=sign_in.now
            )
        else:
            person = await accounts.create_account(
                connection, question.name, id=question.person, password=None, now=sign_in.now
            )
        await passkeys.add(
            connection,
            _site(sign_in, request),
            question,
            asked.credential,
            person=person.id,
            label=asked.label,
            now=sign_in.now,
        )
        session = await started(connection, sign_in, request, person, How.NEW)
    return await let_in(sign_in, request, response, person, session)


@router.post("/api/login/passkey/options", summary="Begin a login with a passkey")
async def begin_login(request: Request, sign_in: SignInDep) -> PasskeyQuestion:
    """Asks for any passkey of this site: no name is needed, and none is given away."""
    sign_in.spend("login-address", sign_in.visitor(request), LOGIN_BY_ADDRESS)
    async with sign_in.context.database.writing() as connection:
        number, options = await passkeys.ask_to_log_in(
            connection, _site(sign_in, request), purpose="login", person=None, now=sign_in.now
        )
    return PasskeyQuestion(challenge=number, options=options)


@router.post("/api/login/passkey", summary="Finish a login with a passkey")
async def finish_login(
    asked: PasskeyAnswer, request: Request, response: Response, sign_in: SignInDep
) -> MeAnswer:
    sign_in.spend("login-address", sign_in.visitor(request), LOGIN_BY_ADDRESS)
    where = _site(sign_in, request)
    async with sign_in.context.database.writing() as connection:
        question = await passkeys.take(connection, asked.challenge, "login", sign_in.now)
    # The question is used up in a transaction of its own: a wrong answer does not bring it back.
    async with sign_in.context.database.writing() as connection:
        owner = await passkeys.opened(connection, where, question, asked.credential, sign_in.now)
        person = await accounts.by_id(connection, owner)
        assert person is not None
        await refuse_gone(connection, person)
        session = await started(connection, sign_in, request, person, How.PASSKEY)
    return await let_in(sign_in, request, response, person, session)


@router.post("/api/proof/options", summary="Begin to show my passkey again")
async def begin_proof(request: Request, sign_in: SignInDep, session: Account) -> PasskeyQuestion:
    sign_in.spend("account", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        number, options = await passkeys.ask_to_log_in(
            connection,
            _site(sign_in, request),
            purpose="prove",
            person=session.person.id,
            now=sign_in.now,
        )
    return PasskeyQuestion(challenge=number, options=options)


@router.get("/api/passkeys", summary="My passkeys")
async def list_passkeys(sign_in: SignInDep, session: Account) -> PasskeysAnswer:
    async with sign_in.context.database.reading() as connection:
        rows = await connection.execute(
            select(
                passkey_rows.c.id,
                passkey_rows.c.label,
                passkey_rows.c.created_at,
                passkey_rows.c.used_at,
            )
            .where(passkey_rows.c.person == session.person.id)
            .order_by(passkey_rows.c.created_at)
        )
    return PasskeysAnswer(passkeys=[PasskeyEntry(**row) for row in rows.mappings()])


@router.post("/api/passkeys/options", summary="Begin to add a passkey")
async def begin_passkey(request: Request, sign_in: SignInDep, session: Proven) -> PasskeyQuestion:
    sign_in.spend("account", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        number, options = await passkeys.ask_to_register(
            connection,
            _site(sign_in, request),
            purpose="add",
            person=session.person.id,
            name=session.person.name,
            now=sign_in.now,
        )
    return PasskeyQuestion(challenge=number, options=options)


@router.post("/api/passkeys", summary="Add a passkey")
async def add_passkey(
    asked: NewPasskeyAnswer, request: Request, sign_in: SignInDep, session: Proven
) -> PasskeysAnswer:
    async with sign_in.context.database.writing() as connection:
        question = await passkeys.take(connection, asked.challenge, "add", sign_in.now)
        if question.person != session.person.id:
            raise Refused(passkeys.PASSKEY_STALE)
        await passkeys.add(
            connection,
            _site(sign_in, request),
            question,
            asked.credential,
            person=session.person.id,
            label=asked.label,
            now=sign_in.now,
        )
    return await list_passkeys(sign_in, session)


@router.delete("/api/passkeys/{id}", summary="Remove a passkey")
async def remove_passkey(
    id: Annotated[str, Path(max_length=1400)],  # noqa: A002  the name in the address
    sign_in: SignInDep,
    session: Proven,
) -> PasskeysAnswer:
    """Unless it is the only way in."""
    mine = passkey_rows.c.person == session.person.id
    async with sign_in.context.database.writing() as connection:
        held = list(await connection.scalars(select(passkey_rows.c.id).where(mine)))
        if id not in held:
            raise Refused(passkeys.NO_PASSKEY)
        if len(held) == 1 and not await accounts.password_of(connection, session.person.id):
            raise Refused(passkeys.LAST_DOOR)
        await connection.execute(delete(passkey_rows).where(mine, passkey_rows.c.id == id))
    return await list_passkeys(sign_in, session)


@router.get("/api/tokens", summary="My API tokens")
async def list_tokens(sign_in: SignInDep, session: Account) -> TokensAnswer:
    async with sign_in.context.database.reading() as connection:
        rows = await connection.execute(
            select(tokens).where(tokens.c.person == session.person.id).order_by(tokens.c.created_at)
        )
    return TokensAnswer(
        tokens=[
            TokenAnswer(
                id=row["id"],
                label=row["label"],
                scopes=[Scope(scope) for scope in row["scopes"].split()],
                created_at=row["created_at"],
                used_at=row["used_at"],
                expires_at=row["expires_at"],
            )
            for row in rows.mappings()
        ]
    )


@router.post("/api/tokens", summary="Make an API token", status_code=201)
async def make_token(asked: TokenRequest, sign_in: SignInDep, session: Proven) -> NewTokenAnswer:
    """The token is shown this once; only its hash is kept."""
    sign_in.spend("account", session.person.id, ACCOUNT)
    token, now = new_token(), sign_in.now
    made = NewTokenAnswer(
        token=token,
        id=new_id(),
        label=asked.label,
        scopes=sorted(asked.scopes, key=lambda scope: scope.value),
        created_at=now,
        used_at=None,
        expires_at=now + asked.days * DAY if asked.days else None,
    )
    async with sign_in.context.database.writing() as connection:
        held = await connection.scalar(
            select(func.count()).select_from(tokens).where(tokens.c.person == session.person.id)
        )
        if (held or 0) >= MOST_TOKENS:
            raise Refused(MANY_TOKENS.about(most=MOST_TOKENS))
        await connection.execute(
            insert(tokens).values(
                id=made.id,
                hash=token_hash(token),
                person=session.person.id,
                label=made.label,
                scopes=" ".join(scope.value for scope in made.scopes),
                created_at=now,
                expires_at=made.expires_at,
            )
        )
    return made


@router.delete("/api/tokens/{id}", summary="Revoke an API token")
async def revoke_token(
    id: Annotated[str, Path(max_length=16)],  # noqa: A002  the name in the address
    sign_in: SignInDep,
    session: Account,
) -> DoneAnswer:
    async with sign_in.context.database.writing() as connection:
        gone = await connection.execute(
            delete(tokens).where(tokens.c.person == session.person.id, tokens.c.id == id)
        )
    if gone.rowcount == 0:
        raise Refused(NO_TOKEN)
    sign_in.ended({id}, session.person.id)
    return DoneAnswer()


def _site(sign_in: SignIn, request: Request) -> passkeys.RelyingParty:
    return passkeys.site(sign_in.context.settings, request.headers.get("host", ""))
