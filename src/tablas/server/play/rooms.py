"""All live games of this process: opened when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from typing import Any, Final

from sqlalchemy import or_, select, update

from tablas.server.people.sign_in import Identity
from tablas.server.play import refusals
from tablas.server.play.game_rows import GameRow, find_game
from tablas.server.play.game_time import falls_at
from tablas.server.play.protocol import frame
from tablas.server.play.room import Room, folded
from tablas.server.play.room_services import RoomCounts, RoomServices
from tablas.server.play.seats import TableSeat
from tablas.server.play.table import Body, Table
from tablas.server.refusals import BUSY, Refused
from tablas.server.storage.bus import Hint, Listener
from tablas.server.storage.context import Context
from tablas.server.storage.database import Unavailable
from tablas.server.storage.schema import games
from tablas.values import Side

SWEEP_SECONDS: Final = 5.0
HOUR_MS: Final = 3_600_000
TABLES_KEPT: Final = 256
CROWD: Final = 5  # sockets of people without a name at one address, in times of one person's
log = logging.getLogger("tablas.rooms")


class Rooms:
    """Finds or opens the room of a game, wakes those whose time has come, closes idle ones."""

    def __init__(self, context: Context, services: RoomServices) -> None:
        self.context = context
        self.services = services
        self.clock = services.clock
        self.store = services.store
        self.bus = services.bus
        self.open_sockets: Counter[str] = Counter()
        self._rooms: dict[str, Room] = {}
        self._kept: OrderedDict[str, Table] = OrderedDict()  # of games looked at, not played
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._draining = False

    async def start(self, listener: Listener) -> None:
        await self.bus.start(listener)
        self._sweeper = asyncio.create_task(self._sweep())

    async def drain(self) -> None:
        """Store what was said, tell every client to come back, and close."""
        self._draining = True
        if self._sweeper:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for room in list(self._rooms.values()):
            for seat in list(room.seats):
                seat.close(1012, "the server restarts")
        await asyncio.gather(*(room.close() for room in list(self._rooms.values())))
        self._rooms.clear()
        await self.bus.stop()

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def seats(self) -> int:
        return sum(len(room.seats) for room in self._rooms.values())

    async def open(self, id: str) -> Room:  # noqa: A002
        """The room of a game, restored from its log if nobody was there."""
        if self._draining:
            raise Refused(BUSY, retry_after=2.0)
        if room := self._rooms.get(id):
            return room
        task = self._opening.get(id)
        if task is None:
            task = self._opening[id] = asyncio.create_task(self._open(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        try:
            return await asyncio.shield(task)
        except Unavailable:
            raise Refused(BUSY, retry_after=1.0) from None

    async def _open(self, id: str) -> Room:  # noqa: A002
        async with self.context.database.reading() as connection:
            row = await find_game(connection, id)
        if row is None:
            raise Refused(refusals.NO_SUCH_GAME)
        table = Table.fresh(id, row.agreement, (row.white_name, row.black_name), row.bots)
        room = Room(self.services, row, table)
        try:
            await room.restore()
        except BaseException:
            await room.close()
            raise
        self._rooms[id] = room
        room.post(room.wake())
        return room

    def loaded(self, id: str) -> Room | None:  # noqa: A002
        return self._rooms.get(id)

    async def table(self, row: GameRow) -> Table:
        """A game as it stands, from its room or straight from the log."""
        if room := self._rooms.get(row.id):
            return room.table
        table = self._kept.get(row.id)
        if table is None:
            table = Table.fresh(row.id, row.agreement, (row.white_name, row.black_name), row.bots)
        table = await folded(table, await self.store.events(row.id, table.seq))
        self._kept[row.id] = table
        self._kept.move_to_end(row.id)
        if len(self._kept) > TABLES_KEPT:
            self._kept.popitem(last=False)
        return table

    @property
    def counts(self) -> RoomCounts:
        return self.services.counts

    def close_sessions(self, keys: frozenset[str], person: str) -> None:
        """Sockets die with the session or token they were opened under, or with the person."""
        for room in self._rooms.values():
            for seat in room.seats:
                if seat.identity and seat.identity.ended_by(keys, person):
                    seat.close(1008, "the session is over")

    def show_line(self, game: str, said: dict[str, Any]) -> None:
        """Show a line of chat at a table.

        Watchers may know more than the players: until the end they are heard by each other only.
        """
        room = self._rooms.get(game)
        if room is None:
            return
        text = frame("said", room.table.seq, line=said["line"])
        for seat in room.seats:
            if seat.identity and seat.identity.person.id in said["deaf"]:
                continue
            if said["room"] == "players" or not seat.sides or room.table.over:
                seat.send(text)

    def hinted(self, hint: Hint) -> None:
        if hint.get("all"):
            for room in self._rooms.values():
                room.refresh()
            return
        if named := self._rooms.get(str(hint.get("game"))):
            self._hinted(named, hint)

    def _hinted(self, room: Room, hint: Hint) -> None:
        if isinstance(seq := hint.get("seq"), int) and seq > room.table.seq:
            room.refresh()
        if isinstance(said := hint.get("said"), dict):
            self.show_line(room.row.id, said)
        if isinstance(here := hint.get("here"), list):
            sides = frozenset(side for side in Side if side.value in here)
            if room.presence.heard(str(hint.get("from")), sides):
                room.post(room.wake())
                room.presence.tell_here()

    async def _sweep(self) -> None:
        """From time to time: games whose time has come, rooms that nobody needs."""
        first = True
        while True:
            try:
                await self._wake_due(everything=first)
                first = False
                await self._close_idle()
            except Unavailable as error:
                log.warning("sweep: %s", error)
            if self.bus.remote:
                self._look_around()
            await asyncio.sleep(SWEEP_SECONDS)

    def _look_around(self) -> None:
        """Hints can be lost: look at the log, and say again who is here."""
        for room in self._rooms.values():
            if room.seats:
                room.presence.tell_elsewhere()
                room.refresh()

    async def _wake_due(self, *, everything: bool) -> None:
        """Open games whose clock may have fallen; after a start all that were being played."""
        now = self.clock.wall()
        query = select(games.c.id).where(games.c.status == "playing")
        if everything:
            query = query.where(or_(games.c.mode == "live", games.c.due_at <= now))
        else:
            query = query.where(games.c.due_at <= now)
        async with self.context.database.reading() as connection:
            due = (await connection.scalars(query)).all()
        for id in due:  # noqa: A001
            if id not in self._rooms:
                room = await self.open(id)
                room.post(self._adjourn(room))

    async def _adjourn(self, room: Room) -> None:
        """A game without a clock that nobody has touched for days ends without a result."""
        silent = self.clock.wall() - room.row.created_at
        if events := await self.store.events(room.row.id, max(0, room.table.seq - 1)):
            silent = self.clock.wall() - events[-1].stored_at
        clock = room.table.game.state.clock
        waits = room.table.number == 0 or clock is None or clock.running is None
        limit = self.context.settings.adjourn_hours * HOUR_MS
        if waits and not room.table.over and room.row.agreement.mode == "live" and silent > limit:
            aborted: Body = {"do": "aborted"}
            await room.store_own([aborted], room.now())

    async def _close_idle(self) -> None:
        now = self.clock.monotonic()
        limit = self.context.settings.room_idle_seconds * 1000
        for id, room in list(self._rooms.items()):  # noqa: A001
            if room.seats or now - room.idle_since < limit or not room.inbox.empty():
                continue
            if not room.table.over:
                await self._note_due(room)
            if not room.seats and room.inbox.empty():
                del self._rooms[id]
                await room.close()

    async def _note_due(self, room: Room) -> None:
        """Write down when a game that is put away has to be looked at again."""
        due = falls_at(room.table.game.state.clock) if room.table.playing else None
        wait = due - room.now() if due is not None else None
        if (left := room.patience()) is not None:
            wait = left
        elif wait is None or room.table.awaited:
            wait = int(self.context.settings.adjourn_hours * HOUR_MS)
        change = update(games).where(games.c.id == room.row.id, games.c.status == "playing")
        async with self.context.database.writing() as connection:
            await connection.execute(change.values(due_at=self.clock.wall() + max(0, wait)))

    def take_socket(self, user: str) -> None:
        """Count a socket of a person (or, for somebody unknown, of an `@address`); refuse many."""
        most = self.context.settings.sockets_per_user
        if self.open_sockets[user] >= most * (CROWD if user.startswith("@") else 1):
            raise Refused(refusals.TOO_MANY_SOCKETS.about(most=most))
        self.open_sockets[user] += 1

    def give_socket_back(self, user: str) -> None:
        self.open_sockets[user] -= 1
        if self.open_sockets[user] <= 0:
            del self.open_sockets[user]

    def seat(
        self, room: Room, identity: Identity | None, *, watches: bool = False, graph: bool = False
    ) -> TableSeat:
        """A place at a table for whoever opens a socket."""
        sides = room.row.sides_of(identity.person.id if identity else None)
        most = self.context.settings.queue
        return TableSeat(identity, sides, most, watches=watches, graph=graph)
