"""Reviews over REST: ask for one, look how far it is, read it, see the games it is about."""

from __future__ import annotations

import json
import math
from pathlib import PurePosixPath
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas.server.coach.review_jobs import ReviewJob
from tablas.server.coach.reviews import REVIEW_QUOTA
from tablas.server.limits import Rate
from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.refusals import TOO_MANY, Refused
from tablas.server.services import Services, services_of
from tablas.server.web.access import Reading, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.packed import packed_json
from tablas.server.web.routes.files import UPLOADS, FileName, read_match

router: Final = APIRouter(tags=["reviews"], responses=REFUSALS)
DAY: Final = 86_400.0
MatchId = Annotated[
    str, Path(pattern=r"^(file-[0-9a-f]{32}|[a-z0-9]{1,16})$", description="A game, or a file.")
]
CareName = Literal["fast", "normal", "deep"]
CareAsked = Annotated[CareName, Query(description="How much thinking goes into each decision.")]


class AskedReview(BaseModel):
    """Which game to review, and how carefully."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, Field(pattern=r"^[a-z0-9]{1,16}$")]
    care: CareName = "normal"


class ReviewStanding(BaseModel):
    """A review and how far it has come: `done` of `total` questions are answered."""

    match: str = Field(description="The id of the game, or of the file.")
    care: str
    game: str
    status: Literal["waiting", "running", "done", "failed"]
    done: int
    total: int
    resumed_at: int = Field(description="With which question it went on after a break.")
    cpu: int = Field(description="Milliseconds of processor time so far.")


@router.post("/api/reviews", status_code=202, summary="Have a finished game or match reviewed")
async def ask(
    asked: AskedReview, request: Request, me: Reading, sign_in: SignInDep
) -> ReviewStanding:
    """Reviews are made one after another; what was made once is there for everybody.

    `/socket/review/{match}` tells how it goes on.
    """
    services = services_of(request)
    standing = await services.reviews.desk.jobs.find(asked.game, asked.care)
    if standing and standing.status != "failed":
        return ReviewStanding(**standing.public())
    job, cost = await services.reviews.of_game(asked.game, asked.care, me.person.id)
    return await _put_up(services, request, me, sign_in, job, cost)


@router.post("/api/reviews/files", status_code=202, summary="Have a match of a file reviewed")
async def ask_file(
    request: Request, me: Reading, sign_in: SignInDep, name: FileName = "",
    care: CareAsked = "normal",
) -> ReviewStanding:  # fmt: skip
    """The body is the file, up to 2 MiB. The match is kept with its review, under a name that only
    who has the file or the link can know.
    """
    services = services_of(request)
    who = sign_in.visitor(request)
    sign_in.spend("file", who, UPLOADS)
    data, suffix = await request.body(), PurePosixPath(name).suffix
    _, sheet = await services.boards.work_out(who, lambda: read_match(data, suffix))
    job, cost = services.reviews.of_file(sheet, care, me.person.id)
    standing = await services.reviews.desk.jobs.find(job.match, care)
    if standing and standing.status != "failed":
        return ReviewStanding(**standing.public())
    return await _put_up(services, request, me, sign_in, job, cost)


@router.get("/api/reviews/{match}", summary="How far a review has come")
async def look(
    match: MatchId, request: Request, _: Visitor, care: CareAsked = "normal"
) -> ReviewStanding:
    job = await services_of(request).reviews.standing(match, care)
    return ReviewStanding(**job.public())


@router.get("/api/reviews/{match}/result", summary="A review that is done", response_model=None)
async def result(
    match: MatchId, request: Request, _: Visitor, care: CareAsked = "normal"
) -> Response:
    """Every decision and roll with costs, marks, luck, reasons in words; sums of both sides."""
    services = services_of(request)
    await services.reviews.standing(match, care)
    text = await services.reviews.desk.jobs.result(match, care) or "null"
    return await packed_json(request, text)


@router.get(
    "/api/reviews/{match}/replay",
    summary="The games of a review, board by board",
    response_model=None,
)
async def replay(
    match: MatchId, request: Request, sign_in: SignInDep, me: Visitor, care: CareAsked = "normal"
) -> Response:
    services = services_of(request)
    job = await services.reviews.standing(match, care)
    person = me.person.id if me else None
    games = await services.reviews.replay(job, sign_in.visitor(request), person)
    return await packed_json(request, json.dumps(games))


async def _put_up(
    services: Services, request: Request, me: Identity, sign_in: SignIn, job: ReviewJob, cost: int
) -> ReviewStanding:
    """Pay for a job and put it up."""
    payer = sign_in.visitor(request) if me.person.guest else me.person.id
    rate = Rate(services.context.settings.reviewed_per_day, DAY)
    try:
        sign_in.spend("review", payer, rate, min(cost, rate.most))
    except Refused as refused:
        if refused.refusal.code != TOO_MANY.code:
            raise
        minutes = math.ceil((refused.retry_after or 60.0) / 60)
        raise Refused(
            REVIEW_QUOTA.about(minutes=minutes), retry_after=refused.retry_after
        ) from None
    return ReviewStanding(**(await services.reviews.ask(job)).public())
