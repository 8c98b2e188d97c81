"""What a judge says: about any position, and about the game that somebody plays against a bot."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from tablas.games import GameName, kind
from tablas.play.standing import state_of
from tablas.play.state import State
from tablas.server.coach.advice import SECONDS, advised_state, explained, judging, last_bot_play
from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.play.engine.analysis import (
    POSITION_OVER,
    refuse_help,
    spend_engine_time,
)
from tablas.server.refusals import Refused
from tablas.server.services import services_of
from tablas.server.web.access import Playing, Reading, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.boards import read_situation
from tablas.server.web.routes.games import GameId
from tablas.server.web.routes.situations import SituationAsked
from tablas.values import Dice

router: Final = APIRouter(tags=["coach"], responses=REFUSALS)
Die = Annotated[int, Field(ge=1, le=6)]
CareName = Literal["fast", "normal", "deep", "rollout", "roller"]
PlayText = Annotated[str, Field(min_length=1, max_length=200)]


class AskedJudgement(SituationAsked):
    """A position, the dice, and the play that was made or is thought of."""

    model_config = ConfigDict(extra="forbid")
    game: GameName
    position: Annotated[str, Field(min_length=1, max_length=400)]
    dice: tuple[Die, Die] | None = Field(
        None, description="The roll; none: the one that the position says, else the cube is asked."
    )
    play: PlayText | None = Field(None, description="None: the best ones are told.")
    care: CareName = "normal"


class AskedAdvice(BaseModel):
    """The play that is thought of; none: a hint, or what to do with the cube."""

    model_config = ConfigDict(extra="forbid")
    play: PlayText | None = None


class ExplanationAnswer(BaseModel):
    """A play of a bot, and what it does; no `side` before it has played."""

    play: str
    side: Literal["white", "black"] | None
    does: list[dict[str, str]]


class Judgement(BaseModel):
    """A decision as a review tells it, or chances and cube before the roll."""

    model_config = ConfigDict(extra="allow")
    unit: Literal["points", "chances"]
    care: str


@router.post("/api/judgement", summary="What a play costs, and which one is best")
async def judge(
    asked: AskedJudgement, request: Request, me: Reading, sign_in: SignInDep
) -> Judgement:
    """Engine time is limited as for analysis; a position of a live rated game is refused."""
    services = services_of(request)
    services.analysis.check()
    known = kind(asked.game)
    position, said = read_situation(known, asked.position)
    situation = asked.situation(replace(said, pending=None))
    if asked.dice:
        situation = replace(situation, dice=Dice(*asked.dice))
    if known.rules.outcome(position):
        raise Refused(POSITION_OVER)
    await refuse_help(
        services.context, services.rooms, services.rated_boards,
        me.person.id, known, position, situation.turn,
    )  # fmt: skip
    state = state_of(known, position, situation)
    return await _judged(request, me, sign_in, state, asked.play, asked.care)


@router.post("/api/games/{game}/advice", summary="A hint, or what the play thought of would cost")
async def advise(
    game: GameId, asked: AskedAdvice, request: Request, me: Playing, sign_in: SignInDep
) -> Judgement:
    """In unrated games against house bots, for who plays them, on their turn."""
    services = services_of(request)
    services.analysis.check()
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    state = advised_state(row, table, me.person.id)
    return await _judged(request, me, sign_in, state, asked.play, "normal")


@router.get("/api/games/{game}/explanation", summary="What the bot's latest play does, in words")
async def explain(
    game: GameId, request: Request, me: Playing, sign_in: SignInDep
) -> ExplanationAnswer:
    """For who plays an unrated game against a house bot; it costs no engine time."""
    services = services_of(request)
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    who = sign_in.visitor(request)
    words = await services.boards.work_out(
        who, lambda: explained(last_bot_play(row, table, me.person.id))
    )
    return ExplanationAnswer(**words)


async def _judged(
    request: Request, me: Identity, sign_in: SignIn,
    state: State[Any, Any], play: str | None, care: str,
) -> Judgement:  # fmt: skip
    analysis = services_of(request).analysis
    question = judging(state, play, care)
    payer = sign_in.visitor(request) if me.person.guest else me.person.id
    with analysis.turn(payer):
        spend_engine_time(sign_in, payer, SECONDS[care])
        return Judgement(**await analysis.ask(question, payer))
