"""What a browser's board asks for besides the frames of its socket: legal steps, and the past."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.requests import Request

from tablas.errors import InvalidPosition, NotationError
from tablas.games import GameName, kind
from tablas.kind import Kind
from tablas.server.limits import Rate
from tablas.server.play import boards
from tablas.server.play.notations import notations
from tablas.server.refusals import Refused, refusal
from tablas.server.services import services_of
from tablas.server.web.access import SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.games import GameId
from tablas.situation import Situation
from tablas.values import Dice, Setup
from tablas.words import Words

router: Final = APIRouter(tags=["boards"], responses=REFUSALS)
Die = Annotated[int, Query(ge=1, le=6)]
LOOKS: Final = Rate(120, 60)  # a strange position with a double can take a quarter of a second
NO_POSITION: Final = refusal(
    "unreadable-position",
    422,
    "this is not a position in any notation of the game ({detail})",
    "esto no es una posición en ninguna notación del juego ({detail})",
)
NOT_A_SETUP: Final = Words("{detail}", "{detail}")
BAD_POSITION: Final = refusal(
    "bad-position", 422, "not a legal position: {detail}", "posición no permitida: {detail}"
)


class StepsAnswer(BaseModel):
    """The legal steps of whoever is to play, as of frame `n`; docs/boards.md describes them."""

    n: int
    graph: dict[str, Any] | None


class ReplayAnswer(BaseModel):
    """A game or match from its beginning, one moment an action."""

    id: str
    agreement: dict[str, Any]
    mode: str
    white: dict[str, Any]
    black: dict[str, Any]
    you: list[str] = Field(description="The sides that whoever asks has played.")
    status: str
    winner: str | None
    points: str | None
    created_at: int
    games: list[dict[str, Any]]


class BoardAnswer(BaseModel):
    """A position text as a board shows it."""

    text: str
    board: dict[str, Any]
    graph: dict[str, Any] | None
    over: bool = Field(description="Whether the game is over in it: nobody can play on from here.")
    notations: list[dict[str, str]] = Field(description="The same in every notation of the game.")


@router.get("/api/games/{game}/steps", summary="The legal steps of the player to move, and why not")
async def steps(game: GameId, request: Request, sign_in: SignInDep, _: Visitor) -> StepsAnswer:
    services = services_of(request)
    table = await services.rooms.table(await services.rooms.row(game))
    who = sign_in.visitor(request)
    graph = await services.boards.work_out(who, lambda: boards.steps(table))
    return StepsAnswer(n=table.seq, **graph)


@router.get("/api/games/{game}/replay", summary="A game from its beginning, board by board")
async def replay(game: GameId, request: Request, sign_in: SignInDep, me: Visitor) -> ReplayAnswer:
    services = services_of(request)
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    who = sign_in.visitor(request)
    games = await services.boards.work_out(who, lambda: boards.replay(table))
    you = sorted(side.value for side in row.sides_of(me.person.id if me else None))
    return ReplayAnswer(**row.public(), you=you, games=games)


@router.get("/api/board/{game}", summary="A position text as a board shows it")
async def board(
    game: GameName,
    request: Request,
    sign_in: SignInDep,
    _: Visitor,
    position: Annotated[str, Query(max_length=400)],
    first: Die | None = None,
    second: Die | None = None,
) -> BoardAnswer:
    """Any notation of the game; with two dice (none in Abalone) also the legal steps.

    The cube and the score that a notation says are told back by those that have room for them.
    """
    who = sign_in.visitor(request)
    sign_in.spend("board", who, LOOKS)
    dice = Dice(first, second) if first and second else None
    desk = services_of(request).boards
    return await desk.work_out(who, lambda: _board(game, position, dice))


def _board(game: GameName, position: str, dice: Dice | None) -> BoardAnswer:
    known = kind(game)
    placed, situation = read_situation(known, position)
    setup = Setup(placed, situation.turn, situation.quiet)
    before_the_roll = replace(situation, dice=None)  # the two dice are said apart from it
    graph, over = None, known.rules.outcome(setup.position) is not None
    if (dice or not known.dice) and not over:
        graph = boards.graph(game, setup, dice)
    return BoardAnswer(
        text=known.formats.write_situation(placed, before_the_roll),
        board=known.board.position_json(setup),
        graph=graph,
        over=over,
        notations=notations(game, placed, before_the_roll),
    )


def read_situation(known: Kind[Any, Any], text: str) -> tuple[Any, Situation]:
    """The valid position that a text means with all that it says beside the board, or a refusal."""
    try:
        return known.formats.read_situation(text)
    except InvalidPosition as error:
        reasons = [reason.words for reason in error.reasons] or [NOT_A_SETUP.about(detail=error)]
        detail = Words("; ".join(one.en for one in reasons), "; ".join(one.es for one in reasons))
        raise Refused(BAD_POSITION.about(detail=detail)) from None
    except NotationError as error:
        raise Refused(NO_POSITION.about(detail=error)) from None
