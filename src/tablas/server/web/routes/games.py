"""Games over REST: begin one against a bot or at one device, look at it, take it home."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import or_, select
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from tablas.fair_dice.receipt import PROTOCOL
from tablas.server.play import export
from tablas.server.play.agreement import Agreement
from tablas.server.play.dice import counts as dice_counts
from tablas.server.play.engine.bots import cards
from tablas.server.play.game_rows import listed
from tablas.server.play.legal import legal_plays
from tablas.server.play.view import view
from tablas.server.services import services_of
from tablas.server.storage.schema import games
from tablas.server.web.access import Playing, Reading, SignInDep, Visitor
from tablas.server.web.http_errors import REFUSALS

router: Final = APIRouter(tags=["games"], responses=REFUSALS)
GameId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a game.")]
Wish = Literal["white", "black", "any"]


class NewGame(BaseModel):
    """A game that needs no second person: against a bot, or both sides at one device."""

    model_config = ConfigDict(extra="forbid")
    agreement: Agreement
    bot: Annotated[str, Field(max_length=40)] | None = Field(
        None, description="The id of a bot, such as 'bot:casual'; none: both sides are yours."
    )
    side: Wish = "any"

    @model_validator(mode="after")
    def _is_playable(self) -> NewGame:
        if self.bot is None:
            Agreement.model_validate(self.agreement.model_dump() | {"local": True})
        return self


class GameAnswer(BaseModel):
    """A game as everybody may know it; `state` is what its socket would show now."""

    model_config = ConfigDict(extra="allow")
    id: str
    agreement: dict[str, Any]
    mode: str
    status: str
    state: dict[str, Any] | None = None
    n: int | None = None


class GamesAnswer(BaseModel):
    games: list[GameAnswer]


class PlaysAnswer(BaseModel):
    """Each distinct result once: the play, and the position that it leads to."""

    plays: list[dict[str, str]]


class DiceAnswer(BaseModel):
    """Rolls of finished games; `probability` is how often honest dice differ at least so much."""

    days: list[dict[str, Any]]
    all: dict[str, Any]


class KeyAnswer(BaseModel):
    """An Ed25519 public key as 64 hexadecimal digits; docs/fair-dice.md says what it signs."""

    protocol: str
    key: str


class BotsAnswer(BaseModel):
    bots: list[dict[str, Any]]


@router.get("/api/dice", summary="How often each roll fell here, day by day")
async def dice(
    request: Request, _: Visitor, days: Annotated[int, Query(ge=1, le=366)] = 30
) -> DiceAnswer:
    context = services_of(request).context
    async with context.database.reading() as connection:
        return DiceAnswer(**await dice_counts.published(connection, context.clock.wall(), days))


@router.get("/.well-known/tablas-dice.json", summary="The key by which records are signed here")
async def dice_key(request: Request, _: Visitor) -> KeyAnswer:
    key = services_of(request).rooms.services.dealer.public_key()
    return KeyAnswer(protocol=PROTOCOL, key=key.hex())


@router.get("/api/bots", summary="The house bots and how strong they were measured to be")
async def bots(_: Visitor) -> BotsAnswer:
    return BotsAnswer(bots=cards())


@router.post("/api/games", status_code=201, summary="Begin a game against a bot or at one device")
async def begin(asked: NewGame, request: Request, me: Playing) -> GameAnswer:
    lobby = services_of(request).lobby
    if asked.bot is None:
        agreement = asked.agreement.model_copy(update={"local": True})
        row = await lobby.at_one_device(me.person, Agreement.model_validate(agreement.model_dump()))
    else:
        row = await lobby.against_bot(me.person, asked.agreement, asked.bot, asked.side)
    return GameAnswer(**row.public())


@router.get("/api/games", summary="My games, the newest first")
async def mine(
    request: Request,
    me: Reading,
    status: Annotated[Literal["playing", "finished", "aborted", "damaged"] | None, Query()] = None,
    before: Annotated[int | None, Query(ge=0, le=1 << 53)] = None,
) -> GamesAnswer:
    """Up to 100 games; `before` is the `created_at` of the last one seen."""
    user = me.person.id
    query = select(games).where(or_(games.c.white == user, games.c.black == user))
    if status:
        query = query.where(games.c.status == status)
    if before is not None:
        query = query.where(games.c.created_at < before)
    query = query.order_by(games.c.created_at.desc()).limit(100)
    async with services_of(request).context.database.reading() as connection:
        rows = (await connection.execute(query)).mappings().all()
    return GamesAnswer(games=[GameAnswer(**listed(row)) for row in rows])


@router.get("/api/games/{game}", summary="One game and how it stands")
async def look(game: GameId, request: Request, _: Visitor) -> GameAnswer:
    services = services_of(request)
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    room = services.rooms.loaded(game)
    state = view(table, room.now() if room else table.at)
    return GameAnswer(**row.public(), state=state, n=table.seq)


@router.get("/api/games/{game}/plays", summary="The legal plays of the present position")
async def plays(game: GameId, request: Request, sign_in: SignInDep, _: Visitor) -> PlaysAnswer:
    services = services_of(request)
    table = await services.rooms.table(await services.rooms.row(game))
    who = sign_in.visitor(request)
    return PlaysAnswer(**await services.boards.work_out(who, lambda: legal_plays(table)))


@router.get(
    "/api/games/{game}/record",
    summary="The record of a game or match, with the proof of its dice",
    response_class=PlainTextResponse,
)
async def record(
    game: GameId, request: Request, sign_in: SignInDep, _: Visitor
) -> PlainTextResponse:
    """One JSON object a line, as docs/record.md describes; `tablas replay` and `verify` read it."""
    services = services_of(request)
    row = await services.rooms.row(game)
    table = await services.rooms.table(row)
    who = sign_in.visitor(request)
    dealer = services.rooms.services.dealer
    text = await services.boards.work_out(who, lambda: export.record_text(row, table, dealer))
    name = f'attachment; filename="{game}.jsonl"'
    return PlainTextResponse(
        text,
        media_type="application/x-ndjson",
        # The last frame in it, so that whoever hears the frames too counts nothing twice.
        headers={"content-disposition": name, "x-tablas-n": str(table.seq)},
    )
