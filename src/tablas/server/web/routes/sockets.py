"""The sockets: one for each table, one for the lobby. docs/server-protocol.md describes both."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablas.server.coach.review_desk import LOOK_SECONDS
from tablas.server.coach.review_jobs import UNDER_WAY
from tablas.server.people.sign_in import Identity
from tablas.server.play.lobby_news import Queue
from tablas.server.play.protocol import frame
from tablas.server.play.refusals import SOCKET_CODE
from tablas.server.refusals import BUSY, Refused
from tablas.server.services import HEARTBEAT_SECONDS, Services, services_of
from tablas.server.storage.database import Unavailable
from tablas.server.web.origins import origin_allowed
from tablas.server.web.table_socket import ALIVE_EVERY, SESSION_OVER, TableSocket, alive

router = APIRouter()


@router.websocket("/socket/{game}")
async def game_socket(
    socket: WebSocket,
    game: str,
    since: Annotated[int | None, Query(ge=0)] = None,
    *,
    graph: bool = True,
) -> None:
    """Play or watch a game; `since` resumes after that frame, `graph` brings the legal steps."""
    services = services_of(socket)
    if (let_in := await _let_in(services, socket)) is None:
        return
    identity, counted = let_in
    try:
        room = await services.rooms.open(game)
        await socket.accept()
        await TableSocket(services, socket, room, identity, since, graph=graph).run()
    except Refused as refused:
        await _turn_away(socket, refused)
    finally:
        services.rooms.give_socket_back(counted)


async def _let_in(services: Services, socket: WebSocket) -> tuple[Identity | None, str] | None:
    """Who opens this socket, and under which name it is counted; None for whoever is turned away.

    A socket that was let in has to be given back.
    """
    if not origin_allowed(services.context.settings, socket.headers, socket.url):
        await socket.close(1008, "wrong origin")
        return None
    try:
        identity = await services.sign_in.identify(socket.headers)
        counted = identity.person.id if identity else f"@{services.sign_in.visitor(socket)}"
        services.rooms.take_socket(counted)
    except Refused as refused:
        await _turn_away(socket, refused)
        return None
    except Unavailable:
        await _turn_away(socket, Refused(BUSY, retry_after=2.0))
        return None
    return identity, counted


async def _turn_away(socket: WebSocket, refused: Refused) -> None:
    """Say why, then close: browsers cannot read the status of a refused handshake."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.accept()
        await socket.send_text(frame("refused", 0, **refused.as_json()))
        code = 1013 if refused.refusal.status == 503 else SOCKET_CODE + refused.refusal.status
        await socket.close(code, refused.refusal.code)


@router.websocket("/socket/review/{match}")
async def review_socket(
    socket: WebSocket, match: str, care: Annotated[str, Query(max_length=8)] = "normal"
) -> None:
    """Hear how a review goes on; the socket closes when it is over."""
    services = services_of(socket)
    if (let_in := await _let_in(services, socket)) is None:
        return
    try:
        await services.reviews.standing(match, care)
        await socket.accept()
        telling = asyncio.create_task(_tell_progress(services, socket, match, care))
        leaving = asyncio.create_task(_gone(socket))
        done, pending = await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*done, *pending, return_exceptions=True)
    except Refused as refused:
        await _turn_away(socket, refused)
    finally:
        services.rooms.give_socket_back(let_in[1])


async def _gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _tell_progress(services: Services, socket: WebSocket, match: str, care: str) -> None:
    """How far it has come now, then every step; where no word comes, the database is looked at."""
    with services.reviews.desk.news.listening(match) as queue:
        while True:
            job = (await services.reviews.standing(match, care)).public()
            await socket.send_text(frame("review", 0, review=job))
            while job["status"] in UNDER_WAY:
                try:
                    async with asyncio.timeout(LOOK_SECONDS):
                        job = await queue.get()
                except TimeoutError:
                    break
                if job["care"] == care:
                    await socket.send_text(frame("review", 0, review=job))
            if job["status"] not in UNDER_WAY:
                await socket.close(1000, "done")
                return


@router.websocket("/socket")
async def lobby_socket(socket: WebSocket) -> None:
    """Hear of offers and of games that began with you; nothing is said on this one."""
    services = services_of(socket)
    if (let_in := await _let_in(services, socket)) is None:
        return
    identity, counted = let_in
    queue = services.lobby.news.listen(identity)
    await socket.accept()
    pumping = asyncio.create_task(_tell_news(services, socket, identity, queue))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        services.lobby.news.leave(queue)
        services.rooms.give_socket_back(counted)
        pumping.cancel()
        await asyncio.gather(pumping, return_exceptions=True)


async def _tell_news(
    services: Services, socket: WebSocket, identity: Identity | None, queue: Queue
) -> None:
    """Send news until the session is over; where no word of that came, look now and then."""
    while True:
        try:
            async with asyncio.timeout(ALIVE_EVERY * HEARTBEAT_SECONDS):
                news = await queue.get()
        except TimeoutError:
            if await alive(services.sign_in, identity):
                continue
            news = None
        if news is None:
            await socket.close(1008, SESSION_OVER)
            return
        await socket.send_text(msgspec.json.encode(news).decode())
