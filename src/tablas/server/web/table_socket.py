"""One socket at a table: commands come in, frames go out, and a heartbeat looks after it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import Coroutine
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tablas.server.people.sign_in import Identity, SignIn
from tablas.server.people.tokens import Scope
from tablas.server.play import protocol, refusals
from tablas.server.play.legal import legal_plays
from tablas.server.play.live.room import Room
from tablas.server.play.live.rooms import Rooms
from tablas.server.play.live.seats import TableSeat
from tablas.server.play.protocol import Command, Legal, Ping, Pong, Resync, frame, read_message
from tablas.server.play.refusals import NOT_A_PLAYER, UNREADABLE
from tablas.server.play.table import Table
from tablas.server.refusals import Refused
from tablas.server.services import Services
from tablas.server.storage.database import Unavailable
from tablas.server.web.fast_path import fast_path_of
from tablas.values import Side

WINDOW_MS: Final = 20_000
FIRST_PINGS: Final = 4  # half a second apart, for a first estimate
PING_EVERY: Final = 6  # beats; what the way to a client takes changes slowly
ALIVE_EVERY: Final = 6  # beats; a hint that a session ended may be lost
SLOW_MS: Final = 20_000  # a frame that waits longer to be read: the client is told to come back
SESSION_OVER: Final = "the session is over"


class TableSocket:
    """What goes to and fro on one socket at a table."""

    def __init__(
        self,
        services: Services,
        socket: WebSocket,
        room: Room,
        identity: Identity | None,
        since: int | None,
        *,
        graph: bool = True,
    ) -> None:
        self.rooms: Rooms = services.rooms
        self.sign_in = services.sign_in
        self.clock = services.context.clock
        self.most = services.context.settings.messages_per_20s
        self.boards, self.visitor = services.boards, services.sign_in.visitor(socket)
        self.socket, self.room, self.since = socket, room, since
        watches = identity is not None and not identity.allows(Scope.PLAY)
        self.seat: TableSeat = services.rooms.seat(
            room, identity, watches=watches, graph=graph, address=self.visitor
        )
        self.heard: deque[int] = deque(maxlen=self.most)
        self.ping_numbers = itertools.count(1)
        self.pings: dict[int, int] = {}
        self.heartbeat = services.heartbeat
        self.beats = itertools.count(1)
        self.tasks: set[asyncio.Task[None]] = set()
        self.sending: int | None = None  # since when a frame waits for the client to read

    async def run(self) -> None:
        if fast := fast_path_of(self.socket):
            fast.on_text = self._hear_text
            self.seat.at_once = fast.send_at_once
        self.room.join(self.seat, self.since)
        self._begin(self._pump())
        self._begin(self._first_pings())
        try:
            await self._listen()
        except WebSocketDisconnect:
            pass
        finally:
            self.room.leave(self.seat)
            self.heartbeat.remove(self)
            tasks = list(self.tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        """Hear what comes in, until the end; the fast path hears most of it by itself."""
        while (received := await self.socket.receive())["type"] != "websocket.disconnect":
            text = received.get("text")
            self._hear_text(text if text is not None else received["bytes"])

    def _hear_text(self, text: str | bytes) -> None:
        if self.seat.closed:
            return
        if not self._within_limit():
            refused = Refused(refusals.TOO_MANY_MESSAGES.about(most=self.most))
            last = frame("refused", self.room.table.seq, **refused.as_json())
            self.seat.close(1008, "too many messages", last)
            return
        try:
            self._hear(read_message(text))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._tell(None, Refused(UNREADABLE.about(detail=str(error)[:200])))

    def _hear(self, message: protocol.Message) -> None:
        n = self.room.table.seq
        match message:
            case Pong(k=k):
                if (sent := self.pings.pop(k, None)) is not None:
                    self.seat.lag.measured(self.clock.monotonic() - sent)
            case Ping(k=k):
                self.seat.send(frame("pong", n, k=k))
            case Legal():
                self._begin(self._tell_legal(self.room.table))
            case Resync(since=since):
                self.room.post(self.room.broadcast.since(self.seat, since))
            case Command():
                if side := self._side(message):
                    self.room.say(self.seat, message, side)
                else:
                    self._tell(message.id, Refused(NOT_A_PLAYER))

    async def _tell_legal(self, table: Table) -> None:
        try:
            plays = await self.boards.work_out(self.visitor, lambda: legal_plays(table))
        except Refused as refused:
            self._tell(None, refused)
        else:
            self.seat.send(frame("legal", table.seq, **plays))

    def _side(self, command: Command) -> Side | None:
        """The side for which a command is meant; None if it is not the sender's."""
        sides = self.seat.acts
        if command.side is not None:
            return Side(command.side) if Side(command.side) in sides else None
        if len(sides) == 1:
            return next(iter(sides))
        return self.room.table.to_act or Side.WHITE if sides else None

    def _tell(self, id: str | None, refused: Refused) -> None:  # noqa: A002
        self.rooms.counts.refused += 1
        error = refused.as_json()
        self.seat.send(frame("refused", self.room.table.seq, **({"id": id} if id else {}), **error))

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
                text = await self.room.broadcast.anew(self.seat)
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

    async def _first_pings(self) -> None:
        """Measure the way to a client that has just come; from then on the heartbeat does."""
        for _ in range(FIRST_PINGS):
            self._ping()
            await asyncio.sleep(0.5)
        self.heartbeat.add(self)

    def beat(self) -> None:
        """What a socket needs now and again; only what takes time becomes a task."""
        beat = next(self.beats)
        # Checked here and not with a timer for each frame, which would cost more than to send it.
        if self.sending is not None and self.clock.monotonic() - self.sending >= SLOW_MS:
            self._begin(self._cut())
        if beat % PING_EVERY == 0:
            self._ping()
        if beat % ALIVE_EVERY == 0:
            self._begin(self._leave_if_over())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _cut(self) -> None:
        """A client that has read nothing for long is told to come back."""
        self.seat.close(1013, "too slow")
        # The close frame waits behind the others, which nobody reads: do not wait long for it.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self.socket.close(1013, "too slow")

    def _ping(self) -> None:
        self.pings = {(k := next(self.ping_numbers)): self.clock.monotonic()}
        self.seat.send(frame("ping", self.room.table.seq, k=k))

    async def _leave_if_over(self) -> None:
        if not await alive(self.sign_in, self.seat.identity):
            self.seat.close(1008, SESSION_OVER)


async def alive(sign_in: SignIn, identity: Identity | None) -> bool:
    """Whether the session or token is still good, wherever it may have been ended."""
    with contextlib.suppress(Unavailable):
        return identity is None or await sign_in.alive(identity)
    return True
