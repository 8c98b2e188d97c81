"""Problems over REST: what there is, the next one, an answer to it; and somebody's progress."""

from __future__ import annotations

import math
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from tablas.games import NAMES, GameName, kind
from tablas.problems import packaged, problem_named
from tablas.problems.problem import Problem
from tablas.review.page import both
from tablas.review.themes import themes_of
from tablas.server.coach.advice import SECONDS, judging
from tablas.server.coach.mistakes import PREFIX, Mistake, Mistakes, gather
from tablas.server.coach.problem_answers import NO_SUCH_PROBLEM, PosedProblem
from tablas.server.coach.problem_tries import Problems
from tablas.server.coach.progress import progress_of
from tablas.server.limits import Rate
from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.play.engine.analysis import ENGINE_TIME
from tablas.server.refusals import Refused
from tablas.server.services import services_of
from tablas.server.web.access import Reading, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS

router: Final = APIRouter(tags=["problems"], responses=REFUSALS)
ANSWERS: Final = Rate(240, 3600)
"""Answers that one person (a guest: one address) may give, refilled in an hour."""

CARE: Final = "normal"
ProblemId = Annotated[str, Path(pattern=r"^m?[0-9a-f]{10}$", description="A problem.")]
ThemeName = Annotated[str, Query(pattern=r"^[a-z-]{1,20}$")]
Fields = dict[str, Any]


class GivenAnswer(BaseModel):
    """A play in the notation of the game, or what to do with the cube."""

    model_config = ConfigDict(extra="forbid")
    answer: Annotated[str, Field(min_length=1, max_length=200)]
    daily: bool = Field(default=False, description="Whether it is given to the problem of the day.")


@router.get("/api/problems", summary="What problems there are, and how I stand")
async def index(request: Request, me: Visitor) -> Fields:
    """The sets by game and theme; for whoever is known ratings, the streak and own mistakes."""
    problems, mistakes = _tables(request)
    person = me.person.id if me else None
    if me:
        await _gathered(request, me)
    daily = await problems.daily_of(person) if person else {}
    sets = []
    for name in NAMES:
        known = packaged(name)
        counts = {theme: sum(theme in one.themes for one in known) for theme in themes_of(name)}
        standing = await problems.standing(person, name) if person else None
        sets.append(
            {
                "game": name,
                "count": len(known),
                "themes": [
                    {"theme": theme, "name": both(themes_of(name)[theme]), "count": count}
                    for theme, count in counts.items()
                    if count
                ],
                "daily": daily.get(name),
                "rating": round(standing.rating.rating) if standing and standing.games else None,
                "tries": standing.games if standing else 0,
                "solved": standing.wins if standing else 0,
            }
        )
    now, most = await problems.streak(person) if person else (0, 0)
    counted = await mistakes.count(person) if person else None
    return {"sets": sets, "streak": {"now": now, "most": most}, "mistakes": counted}


@router.get("/api/problems/next", summary="The next problem of a set")
async def next_problem(
    request: Request, me: Reading, game: GameName, theme: ThemeName | None = None
) -> Fields:
    """One that was not tried yet, about as hard as I am strong; null once all are solved."""
    problems, _ = _tables(request)
    problem = await problems.next(me.person.id, game, theme)
    return {"problem": PosedProblem(problem).public() if problem else None}


@router.get("/api/problems/daily", summary="The problem of the day")
async def daily(request: Request, _: Visitor, game: GameName) -> Fields:
    """The same for everybody, by the date in UTC."""
    problems, _mistakes = _tables(request)
    return {"problem": PosedProblem(problems.daily(game)).public(), "day": str(problems.today)}


@router.get("/api/problems/mistakes", summary="The own mistake that has waited longest")
async def mistake(request: Request, me: Reading, game: GameName | None = None) -> Fields:
    """Errors and blunders of reviewed games; null while none is due."""
    await _gathered(request, me)
    _, mistakes = _tables(request)
    due = await mistakes.due(me.person.id, game)
    return {
        "problem": PosedProblem(due).public() if due else None,
        "mistakes": await mistakes.count(me.person.id),
    }


@router.get("/api/problems/{id}", summary="One problem, by its link")
async def one(id: ProblemId, request: Request, me: Visitor) -> Fields:  # noqa: A002
    return {"problem": (await _asked(request, me, id)).public()}


@router.post("/api/problems/{id}/answers", summary="Answer a problem")
async def answer(
    id: ProblemId,  # noqa: A002
    given: GivenAnswer,
    request: Request,
    me: Reading,
    sign_in: SignInDep,
) -> Fields:
    """Right or not, why, and what it did to ratings; a first try counts, others do not."""
    payer = sign_in.visitor(request) if me.person.guest else me.person.id
    sign_in.spend("problem", payer, ANSWERS)
    asked = await _asked(request, me, id)
    services = services_of(request)

    def looked_at() -> tuple[bool, Fields]:
        right = asked.right(given.answer)
        return right, asked.explained(given.answer, right=right)

    right, decision = await services.boards.work_out(payer, looked_at)
    verdict: Fields = {"right": right, "best": asked.best, "decision": decision}
    verdict |= await _counted(request, me, asked, right=right, daily=given.daily)
    verdict["figures"] = await _figures(request, sign_in, payer, asked, given.answer)
    return verdict


@router.get("/api/progress", summary="How my play goes on")
async def progress(request: Request, me: Reading) -> Fields:
    """Ratings, error rates, luck, phases, themes and openings of my reviewed games."""
    left = await _gathered(request, me)
    services = services_of(request)
    problems, mistakes = _tables(request)
    now, most = await problems.streak(me.person.id)
    standing = await progress_of(services.context.database, me.person.id)
    counted = await mistakes.count(me.person.id)
    return standing | {"streak": {"now": now, "most": most}, "mistakes": counted, "left": left}


def _tables(request: Request) -> tuple[Problems, Mistakes]:
    context = services_of(request).context
    return Problems(context.database, context.clock), Mistakes(context.database, context.clock)


async def _gathered(request: Request, me: Identity) -> bool:
    """Take in reviews that were made since; tells whether more are left for the next time."""
    services = services_of(request)
    _, mistakes = _tables(request)
    fresh = await mistakes.fresh_reviews(me.person.id)
    gathered = [
        await services.boards.work_out(me.person.id, partial(gather, row, side))
        for row, side in fresh
    ]
    await mistakes.keep(me.person.id, gathered)
    return bool(fresh) and bool(await mistakes.fresh_reviews(me.person.id))


async def _asked(request: Request, me: Identity | None, name: str) -> PosedProblem:
    _, mistakes = _tables(request)
    source: Problem | Mistake | None
    if name.startswith(PREFIX):
        source = await mistakes.find(me.person.id, name) if me else None
    else:
        source = problem_named(name)
    if source is None:
        raise Refused(NO_SUCH_PROBLEM)
    return PosedProblem(source)


async def _counted(
    request: Request, me: Identity, asked: PosedProblem, *, right: bool, daily: bool
) -> Fields:
    """What the answer did to ratings, the streak or the memory of a mistake."""
    problems, mistakes = _tables(request)
    source = asked.source
    if isinstance(source, Mistake):
        due_at, learnt = await mistakes.tried(me.person.id, source, right=right)
        return {"due_at": due_at, "learnt": learnt, "match": source.match,
                "themes": _named(asked.game, source.themes)}  # fmt: skip
    tried = await problems.tried(me.person, source, right=right)
    if daily and source == problems.daily(asked.game):
        await problems.tried_daily(me.person.id, asked.game, right=right)
    now, most = await problems.streak(me.person.id)
    return {
        "first": tried.first,
        "rating": {"before": round(tried.before), "after": round(tried.after)},
        "problem": {
            "rating": round(tried.problem),
            "level": source.level,
            "margin": source.margin,
            "error": source.error,
            "effort": source.effort,
            "trials": kind(asked.game).dice,
        },
        "streak": {"now": now, "most": most},
        "themes": _named(asked.game, source.themes),
    }


def _named(game: str, themes: tuple[str, ...]) -> list[Fields]:
    names = themes_of(game)
    return [both(names[theme]) for theme in themes if theme in names]


async def _figures(
    request: Request, sign_in: SignIn, payer: str, asked: PosedProblem, given: str
) -> Fields | None:
    """What a judge says of the answer, where the server has analysts and time for it.

    Nothing where the judge, who looks less far than who made the problem, sees it otherwise.
    """
    analysis = services_of(request).analysis
    if not analysis.workers.enabled or (asked.choices and asked.what != "double"):
        return None
    with suppress(Refused), analysis.turn(payer):
        question = judging(asked.state, None if asked.choices else given, CARE)
        sign_in.spend("analysis", payer, ENGINE_TIME, math.ceil(SECONDS[CARE]))
        judged = await analysis.ask(question, payer)
        if asked.choices or judged["best"] == asked.best:
            return judged
    return None
