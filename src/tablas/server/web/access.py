"""Who may call a route, as FastAPI dependencies: every route names exactly one of these.

`Visitor`     anybody, known or not
`Somebody`    a guest or an account, by cookie or by token
`Reading`, `Playing`, `Chatting`, `BotPlaying`   the same, a token needs that scope; whoever is
              banned may only read
`Owner`       a guest or an account by cookie only: tokens do not change accounts
`Account`     an account by cookie only
`Proven`      an account by cookie that has shown its password or passkey a short time ago
`Moderator`   a moderator, by cookie only
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from tablas.server.people.moderation import refuse_banned
from tablas.server.people.people import Role
from tablas.server.people.sessions import Session
from tablas.server.people.sign_in import Identity, Reception
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
    "show your password or passkey again first",
    "vuelve a mostrar antes tu contraseña o tu llave de acceso",
)


async def reception(connection: HTTPConnection) -> Reception:
    found: Reception = connection.app.state.reception
    return found


Here = Annotated[Reception, Depends(reception)]


async def visitor(connection: HTTPConnection, here: Here) -> Identity | None:
    return await here.identify(connection.headers)


async def somebody(connection: HTTPConnection, here: Here) -> Identity:
    return await here.somebody(connection.headers)


def scoped(scope: Scope) -> Callable[..., Awaitable[Identity]]:
    """Somebody whose token, where it is one, has this scope."""

    async def within(connection: HTTPConnection, here: Here) -> Identity:
        identity = await here.somebody(connection.headers)
        identity.require(scope)
        if scope is not Scope.READ:
            refuse_banned(identity.person, here.now)
        return identity

    within.__name__ = f"scoped_{scope.value}"
    return within


async def owner(connection: HTTPConnection, here: Here) -> Session:
    identity = await here.somebody(connection.headers)
    if identity.session is None:
        raise Refused(NO_TOKENS_HERE)
    return identity.session


async def account(session: Annotated[Session, Depends(owner)]) -> Session:
    if session.person.guest:
        raise Refused(ACCOUNT_NEEDED)
    return session


async def proven(session: Annotated[Session, Depends(account)], here: Here) -> Session:
    if not session.proved(here.now):
        raise Refused(PROVE_AGAIN)
    return session


async def moderator(session: Annotated[Session, Depends(owner)]) -> Session:
    if session.person.role is not Role.MODERATOR:
        raise Refused(NOT_ALLOWED)
    return session


Visitor = Annotated[Identity | None, Depends(visitor)]
Somebody = Annotated[Identity, Depends(somebody)]
Reading = Annotated[Identity, Depends(scoped(Scope.READ))]
Playing = Annotated[Identity, Depends(scoped(Scope.PLAY))]
Chatting = Annotated[Identity, Depends(scoped(Scope.CHAT))]
BotPlaying = Annotated[Identity, Depends(scoped(Scope.BOT))]
Owner = Annotated[Session, Depends(owner)]
Account = Annotated[Session, Depends(account)]
Proven = Annotated[Session, Depends(proven)]
Moderator = Annotated[Session, Depends(moderator)]
