"""The bot API: the same game as on the socket, as lines of JSON over plain HTTP.

A program with a token of scope `bot` follows one stream for what happens to it and one for each
of its games, and sends its commands as requests. Every line and every command has the form that
docs/server-protocol.md describes for the socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Path, Query
from sqlalchemy import or_, select
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse

from tablas.server.people.sign_in import Identity
from tablas.server.play.live.seats import Frame, TableSeat
from tablas.server.play.protocol import Command, read_message
from tablas.server.play.refusals import NOT_A_PLAYER, UNREADABLE
from tablas.server.refusals import BUSY, TABLE, Refused
from tablas.server.services import Services, services_of
from tablas.server.storage.schema import games
from tablas.server.web.access import BotPlaying
from tablas.server.web.http_errors import REFUSALS
from tablas.server.web.routes.games import GameId
from tablas.server.web.routes.lobby import BeganAnswer
from tablas.values import Side

router: Final = APIRouter(tags=["bots"], responses=REFUSALS)
MEDIA: Final = "application/x-ndjson"
QUIET_SECONDS: Final = 10.0  # an empty line as a sign of life
ANSWER_SECONDS: Final = 8.0
OfferId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="The id of an offer.")]
Seconds = Annotated[
    int, Query(ge=0, le=3600, description="How long to stay; 0: only what is there now.")
]


@router.get(
    "/api/bot/stream",
    summary="What happens to me, one JSON a line",
    response_class=StreamingResponse,
)
async def stream(request: Request, me: BotPlaying, seconds: Seconds = 0) -> StreamingResponse:
    """First `began` for each game under way and `challenge` for each waiting one, then news."""
    services = services_of(request)
    queue = services.lobby.news.listen(me)
    try:
        waiting = await _waiting(services, me)
    except BaseException:
        services.lobby.news.leave(queue)
        raise

    async def next_news() -> dict[str, Any]:
        news = await queue.get()
        if news is None:  # the token is revoked, or the account closed
            raise asyncio.CancelledError
        return news

    async def lines() -> AsyncIterator[bytes]:
        try:
            for news in waiting:
                yield _line(news)
            async for news in _until(seconds, next_news):
                yield _line(news) if news else b"\n"
        finally:
            services.lobby.news.leave(queue)

    return StreamingResponse(lines(), media_type=MEDIA)


async def _waiting(services: Services, me: Identity) -> list[dict[str, Any]]:
    user = me.person.id
    query = select(games.c.id).where(
        or_(games.c.white == user, games.c.black == user), games.c.status == "playing"
    )
    async with services.context.database.reading() as connection:
        playing = (await connection.scalars(query)).all()
    challenges = await services.lobby.challenges(user)
    return [
        *({"t": "began", "game": game} for game in playing),
        *({"t": "challenge", "offer": offer} for offer in challenges),
    ]


@router.post("/api/bot/challenges/{offer}/accept", status_code=201, summary="Accept a challenge")
async def accept(offer: OfferId, request: Request, me: BotPlaying) -> BeganAnswer:
    row = await services_of(request).lobby.accept(me.person, offer)
    return BeganAnswer(game=row.id)


@router.post("/api/bot/challenges/{offer}/decline", status_code=204, summary="Decline a challenge")
async def decline(offer: OfferId, request: Request, me: BotPlaying) -> None:
    await services_of(request).lobby.decline(me.person, offer)


@router.get(
    "/api/bot/games/{game}/stream",
    summary="The frames of a game, one JSON a line",
    response_class=StreamingResponse,
)
async def follow(
    game: GameId,
    request: Request,
    me: BotPlaying,
    seconds: Seconds = 0,
    since: Annotated[int | None, Query(ge=0, le=1 << 31)] = None,
) -> StreamingResponse:
    """As on the socket: `state`, or the events after `since`, then every new frame."""
    services = services_of(request)
    room = await services.rooms.open(game)
    services.rooms.take_socket(me.person.id)
    seat = services.rooms.seat(room, me, address=services.sign_in.visitor(request))
    room.join(seat, since)

    async def next_frame() -> str:
        text = await seat.next()
        if text is None:
            if seat.closed:
                raise asyncio.CancelledError
            text = await room.broadcast.anew(seat)
        return text

    async def lines() -> AsyncIterator[bytes]:
        try:
            if not seconds:
                yield (await next_frame()).encode() + b"\n"
            async for text in _until(seconds, next_frame):
                yield text.encode() + b"\n" if text else b"\n"
        finally:
            room.leave(seat)
            services.rooms.give_socket_back(me.person.id)

    return StreamingResponse(lines(), media_type=MEDIA)


async def _until(seconds: int, get: Any) -> AsyncIterator[Any]:
    """What `get` gives until the time is over; None now and then while nothing comes."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    pending: asyncio.Task[Any] | None = None
    try:
        while (left := end - loop.time()) > 0:
            pending = pending or asyncio.ensure_future(get())
            done, _ = await asyncio.wait({pending}, timeout=min(left, QUIET_SECONDS))
            if done:
                finished, pending = pending, None
                if finished.cancelled():
                    return
                yield finished.result()
            elif end - loop.time() > 0:
                yield None
    finally:
        if pending:
            pending.cancel()


class _Answer(TableSeat):
    """A seat for one command, which keeps the answer to it."""

    def __init__(self, identity: Identity, sides: frozenset[Side], command: str) -> None:
        super().__init__(identity, sides, 4)
        self.command = command
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def send(self, frame: Frame) -> None:
        assert isinstance(frame, str)  # this seat has no graph
        fields = msgspec.json.decode(frame)
        answers = fields["t"] in ("ack", "refused") and fields.get("id") == self.command
        if answers and not self.answer.done():
            self.answer.set_result(fields)


@router.post("/api/bot/games/{game}/do", summary="One command in a game of mine")
async def act(
    game: GameId,
    request: Request,
    me: BotPlaying,
    command: Annotated[dict[str, Any], Body(examples=[{"t": "roll", "id": "17"}])],
) -> JSONResponse:
    """The answer is the `ack` frame, or the refusal with its status; repeat it with the same id."""
    services = services_of(request)
    try:
        message = read_message(msgspec.json.encode(command))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(UNREADABLE.about(detail=str(error)[:200])) from None
    if not isinstance(message, Command):
        raise Refused(UNREADABLE.about(detail="a command has an id"))
    room = await services.rooms.open(game)
    sides = room.row.sides_of(me.person.id)
    side = Side(message.side) if message.side else next(iter(sides), None)
    if side not in sides or side is None:
        raise Refused(NOT_A_PLAYER)
    seat = _Answer(me, sides, message.id)
    room.say(seat, message, side)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await seat.answer
    except TimeoutError:
        raise Refused(BUSY, retry_after=1.0) from None
    if answer["t"] == "ack":
        return JSONResponse(answer)
    known = TABLE.get(answer["error"]["code"].partition(":")[0])
    return JSONResponse({"error": answer["error"]}, status_code=known.status if known else 409)


def _line(fields: dict[str, Any]) -> bytes:
    return msgspec.json.encode(fields) + b"\n"
