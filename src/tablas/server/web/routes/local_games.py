"""Games that were played without the server, against a level that ran on the player's device."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.limits import Rate
from tablas.server.play.agreement import Agreement
from tablas.server.play.local_games import MOST_ACTIONS, LocalGame, LocalGames, checked
from tablas.server.services import services_of
from tablas.server.web.access import Playing, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.games import GameAnswer
from tablas.values import Side

router: Final = APIRouter(tags=["games"], responses=REFUSALS)
HANDED_IN: Final = Rate(60, 600)  # a long game takes a second to look at


class HandedIn(BaseModel):
    """A game as a device has kept it."""

    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, Field(pattern=r"^[a-z0-9]{8,40}$")] = Field(
        description="The name that the device gave to the game: under it, it is kept once."
    )
    agreement: Agreement
    bot: Annotated[str, Field(max_length=40)] = Field(description="Such as 'bot:expert'.")
    side: Literal["white", "black"] = Field(description="The side of the person.")
    began_at: Annotated[int, Field(ge=0, le=1 << 53)] = Field(
        description="By the device's clock, in milliseconds since 1970."
    )
    actions: Annotated[list[dict[str, Any]], Field(max_length=MOST_ACTIONS)] = Field(
        description="Every action from the first roll on, as the game record writes them."
    )


@router.post(
    "/api/local-games", status_code=201, summary="Hand in a game that was played without the server"
)
async def hand_in(
    asked: HandedIn, request: Request, response: Response, me: Playing, sign_in: SignInDep
) -> GameAnswer:
    """Every action is checked by the rules; the same game handed in again is the same game (200).

    A finished game is kept as an unrated one of yours; an unfinished one goes on on the server.
    """
    services = services_of(request)
    local = LocalGames(services.rooms, services.lobby)
    if known := await local.known(me.person, asked.id):
        response.status_code = 200
        return GameAnswer(**known.public())
    who = sign_in.visitor(request)
    sign_in.spend("local-game", who, HANDED_IN)
    game = LocalGame(
        id=asked.id, agreement=asked.agreement, bot=asked.bot, side=Side(asked.side),
        began_at=asked.began_at, actions=asked.actions,
    )  # fmt: skip
    row = local.row(me.person, game)
    dealer = services.rooms.services.dealer
    events = await services.boards.work_out(who, lambda: checked(row, game.actions, dealer))
    return GameAnswer(**(await local.store(row, me.person, events)).public())
