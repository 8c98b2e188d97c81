"""Who may call a route, as FastAPI dependencies: every route names exactly one of these.

`Visitor`     anybody, known or not
`Somebody`    a guest or an account, by cookie or by token
`Reading`, `Playing`, `Chatting`, `BotPlaying`   the same, a token needs that scope; whoever is
              banned may only read
`Owner`       a guest or an account by cookie only: tokens do not change accounts
`Account`     an account by cookie only
`Proven`      an account by cookie that has shown its password or passkey a short time ago
`Moderator`   a moderator, by cookie only
`Operator`    whoever asks from an address that the settings name, this machine at first
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from tablas.server.people.accounts import Role
from tablas.server.people.moderation import refuse_banned
from tablas.server.people.sessions import LoginSession
from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.people.tokens import NO_TOKENS_HERE, Scope
from tablas.server.refusals import NOT_ALLOWED, Refused, refusal

ACCOUNT_NEEDED: Final = refusal(
    "account-needed",
    403,
    "this needs an account; guests can make one and keep their games",
    "para esto hace falta una cuenta; quien juega sin ella puede crearla y conservar sus partidas",
)
PROVE_AGAIN: Final = refusal(
    "prove-again",
    403,
    "confirm it with your password or passkey first",
    "confírmalo antes con tu contraseña o tu llave de acceso",
)


async def sign_in(connection: HTTPConnection) -> SignIn:
    service: SignIn = connection.app.state.sign_in
    return service


SignInDep = Annotated[SignIn, Depends(sign_in)]


async def visitor(connection: HTTPConnection, sign_in: SignInDep) -> Identity | None:
    return await sign_in.identify(connection.headers)


async def somebody(connection: HTTPConnection, sign_in: SignInDep) -> Identity:
    return await sign_in.somebody(connection.headers)


def scoped(scope: Scope) -> Callable[..., Awaitable[Identity]]:
    """Somebody whose token, where it is one, has this scope."""

    async def within(connection: HTTPConnection, sign_in: SignInDep) -> Identity:
        identity = await sign_in.somebody(connection.headers)
        identity.require(scope)
        if scope is not Scope.READ:
            refuse_banned(identity.person, sign_in.now)
        return identity

    within.__name__ = f"scoped_{scope.value}"
    return within


async def owner(connection: HTTPConnection, sign_in: SignInDep) -> LoginSession:
    identity = await sign_in.somebody(connection.headers)
    if identity.session is None:
        raise Refused(NO_TOKENS_HERE)
    return identity.session


async def account(session: Annotated[LoginSession, Depends(owner)]) -> LoginSession:
    if session.person.guest:
        raise Refused(ACCOUNT_NEEDED)
    return session


async def proven(
    session: Annotated[LoginSession, Depends(account)], sign_in: SignInDep
) -> LoginSession:
    if not session.proved(sign_in.now):
        raise Refused(PROVE_AGAIN)
    return session


async def operator(connection: HTTPConnection, sign_in: SignInDep) -> None:
    if not sign_in.from_operator(connection):
        raise Refused(NOT_ALLOWED)


async def moderator(session: Annotated[LoginSession, Depends(owner)]) -> LoginSession:
    if session.person.role is not Role.MODERATOR:
        raise Refused(NOT_ALLOWED)
    return session


Visitor = Annotated[Identity | None, Depends(visitor)]
Somebody = Annotated[Identity, Depends(somebody)]
Reading = Annotated[Identity, Depends(scoped(Scope.READ))]
Playing = Annotated[Identity, Depends(scoped(Scope.PLAY))]
Chatting = Annotated[Identity, Depends(scoped(Scope.CHAT))]
BotPlaying = Annotated[Identity, Depends(scoped(Scope.BOT))]
Owner = Annotated[LoginSession, Depends(owner)]
Account = Annotated[LoginSession, Depends(account)]
Proven = Annotated[LoginSession, Depends(proven)]
Operator = Annotated[None, Depends(operator)]
Moderator = Annotated[LoginSession, Depends(moderator)]
