"""Analysis over REST: a position and its dice in, the plays in the engine's order out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from tablas.games import NAMES, GameName, kind
from tablas.server.play.engine.analysis import asked, refuse_help, spend_engine_time
from tablas.server.services import services_of
from tablas.server.web.access import Reading, SignInDep
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.boards import read_situation
from tablas.server.web.routes.situations import SituationAsked
from tablas.situation import Situation
from tablas.values import Dice

router: Final = APIRouter(tags=["analysis"], responses=REFUSALS)
POLL_SECONDS: Final = 0.5  # how often to look whether somebody still waits
Die = Annotated[int, Field(ge=1, le=6)]


class AskedAnalysis(SituationAsked):
    """A position in any notation of its game, the dice to play, and what it may cost."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "game": one.name,
                    "position": one.example.position,
                    **(
                        {"dice": [one.example.dice.high, one.example.dice.low]}
                        if one.example.dice
                        else {}
                    ),
                }
                for one in map(kind, NAMES)
            ]
        },
    )
    game: GameName
    position: Annotated[str, Field(min_length=1, max_length=400)]
    dice: tuple[Die, Die] | None = Field(
        None, description="The roll; none: the one that the position says."
    )
    cubeful: bool = Field(
        default=False, description="Whether the cube in the middle counts in money play, too."
    )
    milliseconds: Annotated[int, Field(ge=50, le=10_000)] = Field(
        1000, description="The most that a search may take; a net needs no search."
    )
    plays: Annotated[int, Field(ge=1, le=50)] = Field(5, description="How many plays to tell.")

    def situation(self, said: Situation) -> Situation:
        """With the dice that were named."""
        return super().situation(replace(said, dice=Dice(*self.dice)) if self.dice else said)


class RankedAnswer(BaseModel):
    """A play, its score for the player to move, and where it leads."""

    model_config = ConfigDict(extra="allow")
    play: str
    score: float
    leads: str


class AnalysisAnswer(BaseModel):
    """The plays, the best first; `unit` says what scores count."""

    engine: str
    unit: Literal["points", "marbles"]
    plays: list[RankedAnswer]
    depth: int
    nodes: int


@router.post("/api/analysis", summary="The plays of a position as the engine ranks them")
async def analyse(
    question: AskedAnalysis, request: Request, me: Reading, sign_in: SignInDep
) -> AnalysisAnswer:
    """The plays at the cube and score that the question says, in its position or beside it.

    Engine time is limited: 15 minutes an hour for each person, one question at a time.
    """
    services = services_of(request)
    services.analysis.check()
    known = kind(question.game)
    position, said = read_situation(known, question.position)
    situation = question.situation(said)
    seconds = question.milliseconds / 1000
    whole = asked(
        known, position, situation,
        seconds=seconds, plays=question.plays, cubeful=question.cubeful,
    )  # fmt: skip
    await refuse_help(
        services.context, services.rooms, services.rated_boards,
        me.person.id, known, position, situation.turn,
    )  # fmt: skip
    # Guests are made in a moment: what they may use is counted by address.
    payer = sign_in.visitor(request) if me.person.guest else me.person.id
    with services.analysis.turn(payer):
        spend_engine_time(sign_in, payer, seconds)
        return AnalysisAnswer(**await _unless_gone(request, services.analysis.ask(whole, payer)))


async def _unless_gone(request: Request, answer: Any) -> dict[str, Any]:
    """The answer; if nobody waits for it any more, the worker is freed at once."""
    asking = asyncio.ensure_future(answer)
    try:
        while True:
            done, _ = await asyncio.wait({asking}, timeout=POLL_SECONDS)
            if done:
                return dict(asking.result())
            if await request.is_disconnected():
                return {"engine": "", "unit": "points", "plays": [], "depth": 0, "nodes": 0}
    finally:
        asking.cancel()
