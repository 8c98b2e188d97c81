"""What the analysis board asks for: where the acts of its tree lead, files, known openings."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tablas.engine.engines import engine
from tablas.games import GameName, kind
from tablas.server.coach.analysis_tree import Act, Deed, worked_out, written
from tablas.server.limits import Rate
from tablas.server.refusals import NOT_FOUND, Refused
from tablas.server.services import services_of
from tablas.server.web.access import SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.boards import LOOKS, read_situation
from tablas.server.web.routes.files import FormatName, readable_formats
from tablas.server.web.routes.situations import SituationAsked
from tablas.situation import Situation
from tablas.values import ROLLS, Dice

router: Final = APIRouter(tags=["analysis"], responses=REFUSALS)
TREES: Final = Rate(240, 60)  # every play on the board is one; a whole tree takes about a second
MOST_ACTS: Final = 600
LONGEST_COMMENT: Final = 2000
QueryDie = Annotated[int, Query(ge=1, le=6)]
Die = Annotated[int, Field(ge=1, le=6)]


class ActAsked(BaseModel):
    """Something done after another act; `parent` 0 is the beginning, 1 the first act."""

    model_config = ConfigDict(extra="forbid")
    parent: Annotated[int, Field(ge=0, le=MOST_ACTS)]
    do: Deed = "play"
    dice: tuple[Die, Die] | None = None
    play: Annotated[str, Field(max_length=200)] = ""
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] = ""

    def act(self) -> Act:
        dice = Dice(*self.dice) if self.dice else None
        return Act(self.parent, self.do, dice, self.play, self.comment)


class TreeAsked(SituationAsked):
    """A position and what is done from there, each act after the one that it follows."""

    model_config = ConfigDict(extra="forbid")
    game: GameName
    position: Annotated[str, Field(min_length=1, max_length=400)]
    acts: Annotated[list[ActAsked], Field(max_length=MOST_ACTS)] = Field(default_factory=list)

    def read(self) -> tuple[Any, Any, Situation, list[Act]]:
        known = kind(self.game)
        position, said = read_situation(known, self.position)
        return known, position, self.situation(said), [one.act() for one in self.acts]


class LineAsked(TreeAsked):
    """One line, act by act, and who played it."""

    white: Annotated[str, Field(max_length=80)] = ""
    black: Annotated[str, Field(max_length=80)] = ""


class TreeAnswer(BaseModel):
    """The beginning, then what each act leads to."""

    nodes: list[dict[str, Any]]


class KnownPlayAnswer(BaseModel):
    """A play; `error` and `trials` where it was rolled out."""

    play: str
    worth: float
    error: float | None
    trials: int


class KnownRollAnswer(BaseModel):
    """The best play of a roll."""

    dice: tuple[int, int]
    play: str
    worth: float


class OpeningAnswer(BaseModel):
    """What is known of an early position: plays of its roll, or before it the best of each roll."""

    unit: str | None = None
    depth: int = 0
    plays: list[KnownPlayAnswer] = Field(default_factory=list)
    rolls: list[KnownRollAnswer] = Field(default_factory=list)


@router.post("/api/tree", summary="Where the acts of an analysis lead")
async def tree(asked: TreeAsked, request: Request, sign_in: SignInDep, _: Visitor) -> TreeAnswer:
    """The first act that the rules do not allow is named in the refusal."""
    who = sign_in.visitor(request)
    sign_in.spend("tree", who, TREES)
    desk = services_of(request).boards
    return TreeAnswer(nodes=await desk.work_out(who, lambda: worked_out(*asked.read())))


@router.post(
    "/api/tree/files/{name}", summary="A line of an analysis as a file", response_model=None
)
async def line_file(
    name: FormatName, asked: LineAsked, request: Request, sign_in: SignInDep, _: Visitor
) -> Response:
    """Each act follows the one before it, whatever its `parent` says."""
    who = sign_in.visitor(request)
    sign_in.spend("tree", who, TREES)
    chosen = next((one for one in readable_formats() if one.name == name), None)
    if chosen is None or chosen.write is None or chosen.game not in (None, asked.game):
        raise Refused(NOT_FOUND)
    desk = services_of(request).boards
    names = (asked.white, asked.black)
    data = await desk.work_out(who, lambda: written(*asked.read(), chosen, names))
    attached = f'attachment; filename="analysis{chosen.suffixes[0]}"'
    return Response(data, 200, {"content-disposition": attached}, "text/plain; charset=utf-8")


@router.get("/api/openings/{game}", summary="What is known of an opening position")
async def openings(
    game: GameName,
    request: Request,
    sign_in: SignInDep,
    _: Visitor,
    position: Annotated[str, Query(max_length=400)],
    first: QueryDie | None = None,
    second: QueryDie | None = None,
) -> OpeningAnswer:
    """Plays by our own rollouts or our own search, the best first; none outside the book."""
    who = sign_in.visitor(request)
    sign_in.spend("board", who, LOOKS)
    dice = Dice(first, second) if first and second else None
    return await services_of(request).boards.work_out(who, lambda: _known(game, position, dice))


def _known(game: GameName, text: str, dice: Dice | None) -> OpeningAnswer:
    known = kind(game)
    position, _ = read_situation(known, text)
    look = engine(game).openings
    if known.dice and dice is None:
        best = {roll: look(position, roll) for roll in ROLLS}
        rolls = [
            KnownRollAnswer(
                dice=(roll.high, roll.low), play=one.plays[0].play, worth=one.plays[0].worth
            )
            for roll, one in best.items()
            if one
        ]
        return OpeningAnswer(unit="points" if rolls else None, rolls=rolls)
    opening = look(position, dice)
    if opening is None:
        return OpeningAnswer()
    plays = [
        KnownPlayAnswer(play=one.play, worth=one.worth, error=one.error, trials=one.trials)
        for one in opening.plays
    ]
    return OpeningAnswer(unit=opening.unit, depth=opening.depth, plays=plays)
