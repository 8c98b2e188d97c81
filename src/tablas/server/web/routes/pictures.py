"""Pictures of boards for those who preview links: of a position, a game, an invitation."""

from __future__ import annotations

import logging
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablas.games import GameName, kind
from tablas.kind import Kind
from tablas.server.limits import Rate
from tablas.server.pictures import MARKS, can_draw, card, review_card
from tablas.server.services import services_of
from tablas.server.web.access import SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.boards import read_situation
from tablas.server.web.routes.games import GameId
from tablas.server.web.routes.lobby import OfferId
from tablas.server.web.routes.reviews import CareAsked, MatchId
from tablas.server.web.static import site
from tablas.values import Setup

router: Final = APIRouter(tags=["boards"], responses=REFUSALS)
LOOKS: Final = Rate(30, 60)
KEPT_FOR: Final = "public, max-age=60"  # a game goes on
USUAL: Final = "icons/social.png"
log: Final = logging.getLogger(__name__)


@router.get("/api/board/{game}/picture.png", summary="A position as a picture for link previews")
async def of_position(
    game: GameName,
    request: Request,
    sign_in: SignInDep,
    _: Visitor,
    position: Annotated[str, Query(max_length=400)],
) -> Response:
    known = kind(game)
    placed, situation = read_situation(known, position)
    return await _answer(request, sign_in, known, Setup(placed, situation.turn))


@router.get("/api/games/{game}/picture.png", summary="A game as it stands, for link previews")
async def of_game(game: GameId, request: Request, sign_in: SignInDep, _: Visitor) -> Response:
    rooms = services_of(request).rooms
    table = await rooms.table(await rooms.row(game))
    return await _answer(request, sign_in, table.game.kind, table.game.setup())


@router.get("/api/offers/{offer}/picture.png", summary="What an invitation is to, for previews")
async def of_offer(offer: OfferId, request: Request, sign_in: SignInDep, _: Visitor) -> Response:
    agreement = (await services_of(request).lobby.look(offer))["agreement"]
    known = kind(agreement["game"])
    setup = known.start(agreement.get("start"))
    if position := agreement.get("position"):
        placed, situation = read_situation(known, position)
        setup = Setup(placed, situation.turn)
    return await _answer(request, sign_in, known, setup)


@router.get("/api/reviews/{match}/picture.png", summary="A review as a picture, to be shared")
async def of_review(
    match: MatchId, request: Request, sign_in: SignInDep, _: Visitor, care: CareAsked = "normal"
) -> Response:
    """The costliest decision on its board, and White's chances in that game."""
    reviews = services_of(request).reviews
    job = await reviews.standing(match, care)
    review = await reviews.result(match, care)
    plays = [one for one in review["decisions"] if not one["illegal"]] if review else []
    if not plays:
        return RedirectResponse(f"{site().base}/{USUAL}", 307)
    worst = max(plays, key=lambda one: one["cost"])
    shown = [one for one in plays if one["game"] == worst["game"]]
    curve = [one["chance"] if one["side"] == "white" else 1 - one["chance"] for one in shown]
    marks = [(i, one["mark"]) for i, one in enumerate(shown) if one["mark"] in MARKS]
    known = kind(job.kind)
    placed, situation = read_situation(known, worst["position"])
    setup = Setup(placed, situation.turn)
    svg = review_card(known, setup, curve, marks)
    return await _answer(request, sign_in, known, setup, svg)


async def _answer(
    request: Request,
    sign_in: SignInDep,
    known: Kind[Any, Any],
    setup: Setup[Any],
    svg: str | None = None,
) -> Response:
    sign_in.spend("picture", sign_in.visitor(request), LOOKS)
    usual = RedirectResponse(f"{site().base}/{USUAL}", 307)
    if not can_draw():
        return usual
    try:
        picture = await services_of(request).pictures.png(svg or card(known, setup))
    except (TimeoutError, OSError):
        log.exception("a picture of %s could not be drawn", known.name)
        return usual
    return Response(picture, 200, {"cache-control": KEPT_FOR}, "image/png")
