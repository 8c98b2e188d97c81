"""The lobby over REST: offers, pairing and invitations."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.people import accounts
from tablas.server.play.agreement import Agreement
from tablas.server.qr_code import qr_svg
from tablas.server.services import services_of
from tablas.server.web.access import Playing, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.origins import home_address

router: Final = APIRouter(tags=["lobby"], responses=REFUSALS)
OfferId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="The id of an offer.")]


class NewOffer(BaseModel):
    """What is offered; an invitation is found only by whoever has its link."""

    model_config = ConfigDict(extra="forbid")
    agreement: Agreement
    side: Literal["white", "black", "any"] = "any"
    invitation: bool = Field(default=False, description="Not listed; send the link yourself.")
    to: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="The name of the one person or bot that is challenged."
    )


class Seek(BaseModel):
    """Play this now with whoever wants the same."""

    model_config = ConfigDict(extra="forbid")
    agreement: Agreement
    side: Literal["white", "black", "any"] = "any"


class OfferAnswer(BaseModel):
    """An offer; `game` is the id of the game that it became."""

    id: str
    name: str
    agreement: dict[str, Any]
    side: str
    open: bool
    created_at: int
    expires_at: int
    game: str | None = None
    link: str | None = None


class OffersAnswer(BaseModel):
    offers: list[OfferAnswer]


class PairedAnswer(BaseModel):
    """The game that began, or the offer that now waits for somebody."""

    game: str | None = None
    offer: OfferAnswer | None = None


class BeganAnswer(BaseModel):
    game: str


@router.get("/api/offers", summary="Open offers, the oldest first")
async def offers(request: Request, _: Visitor) -> OffersAnswer:
    waiting = await services_of(request).lobby.open_offers()
    return OffersAnswer(offers=[OfferAnswer(**offer) for offer in waiting])


@router.post("/api/offers", status_code=201, summary="Offer a game to all, or by invitation")
async def offer(asked: NewOffer, request: Request, me: Playing) -> OfferAnswer:
    services = services_of(request)
    challenged = None
    if asked.to is not None:
        async with services.context.database.reading() as connection:
            challenged = (await accounts.known(connection, asked.to)).id
    made = await services.lobby.offer(
        me.person,
        asked.agreement,
        asked.side,
        open_to_all=not asked.invitation,
        to=challenged,
    )
    return OfferAnswer(**made, link=_link(request, made["id"]))


def _link(request: Request, offer: str) -> str:
    """With the address of this server; where it is not known, a browser takes that of its page."""
    return f"{home_address(request)}/invitation/{offer}"


@router.get("/api/offers/{offer}", summary="One offer or invitation")
async def look(offer: OfferId, request: Request, _: Visitor) -> OfferAnswer:
    return OfferAnswer(**await services_of(request).lobby.look(offer))


@router.get("/api/offers/{offer}/qr.svg", summary="The link of an invitation for a camera")
async def qr_code(offer: OfferId, request: Request, _: Visitor) -> Response:
    await services_of(request).lobby.look(offer)  # an offer that is gone has no link
    return Response(qr_svg(_link(request, offer)), media_type="image/svg+xml")


@router.post("/api/offers/{offer}/accept", status_code=201, summary="Accept an offer")
async def accept(offer: OfferId, request: Request, me: Playing) -> BeganAnswer:
    row = await services_of(request).lobby.accept(me.person, offer)
    return BeganAnswer(game=row.id)


@router.delete("/api/offers/{offer}", status_code=204, summary="Withdraw my offer")
async def withdraw(offer: OfferId, request: Request, me: Playing) -> None:
    await services_of(request).lobby.withdraw(me.person, offer)


@router.post("/api/seek", summary="Play with whoever wants the same, or wait as an open offer")
async def seek(asked: Seek, request: Request, me: Playing) -> PairedAnswer:
    lobby = services_of(request).lobby
    if row := await lobby.pair(me.person, asked.agreement, asked.side):
        return PairedAnswer(game=row.id)
    made = await lobby.offer(me.person, asked.agreement, asked.side, open_to_all=True)
    return PairedAnswer(offer=OfferAnswer(**made))
