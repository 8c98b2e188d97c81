"""The second step of signing in: turning the codes of an app on and off."""

from __future__ import annotations

import base64
from typing import Final

from fastapi import APIRouter

from tablas.server.limits import ACCOUNT
from tablas.server.people import second_factor, sessions
from tablas.server.qr_code import qr_svg
from tablas.server.web.access import Proven, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.people_models import (
    CodeRequest,
    DoneAnswer,
    NewSecondFactorAnswer,
    RecoveryAnswer,
)

router: Final = APIRouter(tags=["credentials"], responses=REFUSALS)


@router.post("/api/me/codes", summary="Begin to set up codes of an app")
async def begin(sign_in: SignInDep, session: Proven) -> NewSecondFactorAnswer:
    """The secret for the app; it counts once `confirm` was told a code of it."""
    sign_in.spend("account", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        secret = await second_factor.begin(
            connection, sign_in.context.secrets.cookies, session.person.id
        )
    address = second_factor.address(secret, session.person.name)
    return NewSecondFactorAnswer(
        secret=base64.b32encode(secret).decode(),
        address=address,
        qr=qr_svg(address).decode(),
    )


@router.post("/api/me/codes/confirm", summary="Turn codes of an app on")
async def confirm(asked: CodeRequest, sign_in: SignInDep, session: Proven) -> RecoveryAnswer:
    """Recovery codes, shown this once; all other sessions end."""
    sign_in.spend("account", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        codes = await second_factor.confirm(
            connection,
            sign_in.context.secrets.cookies,
            session.person.id,
            asked.code,
            sign_in.now,
        )
        ended = await sessions.end_all(connection, session.person.id, but=session.key)
    sign_in.ended(ended, session.person.id)
    return RecoveryAnswer(recovery=codes)


@router.delete("/api/me/codes", summary="Turn codes of an app off")
async def turn_off(sign_in: SignInDep, session: Proven) -> DoneAnswer:
    sign_in.spend("account", session.person.id, ACCOUNT)
    async with sign_in.context.database.writing() as connection:
        await second_factor.remove(connection, session.person.id)
    return DoneAnswer()
