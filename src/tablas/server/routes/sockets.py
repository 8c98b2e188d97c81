"""The sockets: one for each table, one for the lobby. docs/server-protocol.md describes both."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablas.server import play_refusals, protocol
from tablas.server.database import Unavailable
from tablas.server.legal import legal_plays
from tablas.server.lobby_news import Queue
from tablas.server.origins import origin_allowed
from tablas.server.play_refusals import NOT_A_PLAYER, UNREADABLE
from tablas.server.protocol import Command, Legal, Ping, Pong, Resync, frame, read_message
from tablas.server.reception import Identity, Reception
from tablas.server.refusals import BUSY, Refused
from tablas.server.room import Room
from tablas.server.rooms import Rooms
from tablas.server.seats import Seat
from tablas.server.services import Services, services_of
from tablas.server.tokens import Scope
from tablas.values import Side

router = APIRouter()
WINDOW_MS: Final = 20_000
FIRST_PINGS: Final = 4  # half a second apart, for a first estimate
LOOK_SECONDS: Final = 10.0  # between two looks after a socket
PING_EVERY: Final = 3  # looks; what the way to a client takes changes slowly
ALIVE_EVERY: Final = 6  # looks; a hint that a session ended may be lost
SLOW_MS: Final = 20_000  # a frame that waits longer to be read: the client is told to come back
SESSION_OVER: Final = "the session is over"
REFUSED_CODE: Final = 4000  # plus the HTTP status that the refusal has


@router.websocket("/socket/{game}")
async def game_socket(
    socket: WebSocket, game: str, since: Annotated[int | None, Query(ge=0)] = None
) -> None:
    """Play or watch a game; `since` resumes after that frame."""
    services = services_of(socket)
    if (let_in := await _let_in(services, socket)) is None:
        return
    identity, counted = let_in
    try:
        room = await services.rooms.open(game)
        await socket.accept()
        await _Conversation(services, socket, room, identity, since).run()
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
        identity = await services.reception.identify(socket.headers)
        counted = identity.person.id if identity else f"@{services.reception.visitor(socket)}"
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
        code = 1013 if refused.refusal.status == 503 else REFUSED_CODE + refused.refusal.status
        await socket.close(code, refused.refusal.code)


class _Conversation:
    """What goes to and fro on one socket at a table."""

    def __init__(
        self,
        services: Services,
        socket: WebSocket,
        room: Room,
        identity: Identity | None,
        since: int | None,
    ) -> None:
        self.rooms: Rooms = services.rooms
        self.reception = services.reception
        self.clock = services.context.clock
        self.most = services.context.settings.messages_per_20s
        self.socket, self.room, self.since = socket, room, since
        self.seat: Seat = services.rooms.seat(room, identity)
        self.may_play = identity is None or identity.allows(Scope.PLAY)
        self.heard: deque[int] = deque(maxlen=self.most)
        self.ping_numbers = itertools.count(1)
        self.pings: dict[int, int] = {}
        self.sending: int | None = None  # since when a frame waits for the client to read

    async def run(self) -> None:
        self.room.join(self.seat, self.since)
        pump = asyncio.create_task(self._pump())
        looking = asyncio.create_task(self._look_after())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            self.room.leave(self.seat)
            pump.cancel()
            looking.cancel()
            await asyncio.gather(pump, looking, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self._within_limit():
                refused = Refused(play_refusals.TOO_MANY_MESSAGES.about(most=self.most))
                told = frame("refused", self.room.table.seq, **refused.as_json())
                self.seat.close(1008, "too many messages", told)
                await self._until_closed()
                return
            text = received.get("text")
            try:
                self._hear(read_message(text if text is not None else received["bytes"]))
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self._tell(None, Refused(UNREADABLE.about(detail=str(error)[:200])))

    async def _until_closed(self) -> None:
        while (await self.socket.receive())["type"] != "websocket.disconnect":
            pass

    def _hear(self, message: protocol.Message) -> None:
        n = self.room.table.seq
        match message:
            case Pong(k=k):
                if (sent := self.pings.pop(k, None)) is not None:
                    self.seat.lag.measured(self.clock.monotonic() - sent)
            case Ping(k=k):
                self.seat.send(frame("pong", n, k=k))
            case Legal():
                self.seat.send(frame("legal", n, **legal_plays(self.room.table)))
            case Resync(since=since):
                self.room.post(self.room.showing.since(self.seat, since))
            case Command():
                if side := self._side(message):
                    self.room.say(self.seat, message, side)
                else:
                    self._tell(message.id, Refused(NOT_A_PLAYER))

    def _side(self, command: Command) -> Side | None:
        """The side for which a command is meant; None if it is not the sender's."""
        sides = self.seat.sides if self.may_play else frozenset()
        if command.side is not None:
            return Side(command.side) if Side(command.side) in sides else None
        if len(sides) == 1:
            return next(iter(sides))
        return self.room.table.to_act or Side.WHITE if sides else None

    def _tell(self, id: str | None, refused: Refused) -> None:  # noqa: A002
        self.rooms.refused += 1
        told = refused.as_json()
        self.seat.send(frame("refused", self.room.table.seq, **({"id": id} if id else {}), **told))

    def _within_limit(self) -> bool:
        now = self.clock.monotonic()
        if len(self.heard) == self.most and now - self.heard[0] < WINDOW_MS:
            return False
        self.heard.append(now)
        return True

    async def _pump(self) -> None:
        """Send what waits; a reader that fell behind gets the whole state."""
        while True:
            text = await self.seat.next()
            if text is None and not self.seat.closed:
                self.seat.behind = False
                text = self.room.showing.state_frame(self.seat)
            try:
                if text is None:
                    assert self.seat.closed
                    await self.socket.close(*self.seat.closed)
                    return
                self.sending = self.clock.monotonic()
                await self.socket.send_text(text)
                self.sending = None
            except (RuntimeError, WebSocketDisconnect):
                return

    async def _cut_if_stuck(self) -> None:
        """A client that has read nothing for long is told to come back.

        Looked at here and not with a timer for each frame, which would cost more than to send it.
        """
        if self.sending is None or self.clock.monotonic() - self.sending < SLOW_MS:
            return
        self.seat.close(1013, "too slow")
        # The close frame would wait behind the others: cut the line.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self.socket.close(1013, "too slow")

    async def _look_after(self) -> None:
        """Measure the way to the client, soon after it came and then now and again."""
        for _ in range(FIRST_PINGS):
            self._ping()
            await asyncio.sleep(0.5)
        for look in itertools.count(1):
            await asyncio.sleep(LOOK_SECONDS)
            await self._cut_if_stuck()
            if look % PING_EVERY == 0:
                self._ping()
            if look % ALIVE_EVERY == 0 and not await self._still_here():
                self.seat.close(1008, SESSION_OVER)

    def _ping(self) -> None:
        self.pings = {(k := next(self.ping_numbers)): self.clock.monotonic()}
        self.seat.send(frame("ping", self.room.table.seq, k=k))

    async def _still_here(self) -> bool:
        return await _alive(self.reception, self.seat.identity)


async def _alive(reception: Reception, identity: Identity | None) -> bool:
    """Whether the session or token is still good, wherever it may have been ended."""
    with contextlib.suppress(Unavailable):
        return identity is None or await reception.alive(identity)
    return True


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
            async with asyncio.timeout(ALIVE_EVERY * LOOK_SECONDS):
                told = await queue.get()
        except TimeoutError:
            if await _alive(services.reception, identity):
                continue
            told = None
        if told is None:
            await socket.close(1008, SESSION_OVER)
            return
        await socket.send_text(msgspec.json.encode(told).decode())
