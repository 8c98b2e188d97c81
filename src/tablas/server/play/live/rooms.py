"""All live games of this process: opened when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final

from tablas.server.background import Background
from tablas.server.people.sign_in import Identity
from tablas.server.play import refusals
from tablas.server.play.damaged_games import DamagedGames
from tablas.server.play.game_rows import GameRow, find_game
from tablas.server.play.live.room import Room, folded
from tablas.server.play.live.room_services import RoomCounts, RoomServices
from tablas.server.play.live.seats import TableSeat
from tablas.server.play.live.sweeper import Sweeper
from tablas.server.play.protocol import frame
from tablas.server.play.table import Table
from tablas.server.refusals import BUSY, Refused
from tablas.server.storage.bus import Hint, Listener
from tablas.server.storage.context import Context
from tablas.server.storage.database import Unavailable
from tablas.values import Side

TABLES_KEPT: Final = 256
CROWD: Final = 5  # sockets of people without a name at one address, in times of one person's


class Rooms:
    """Finds or opens the room of a game, wakes those whose time has come, closes idle ones."""

    def __init__(self, context: Context, services: RoomServices, background: Background) -> None:
        self.context = context
        self.services = services
        self.clock = services.clock
        self.store = services.store
        self.bus = services.bus
        self.open_sockets: Counter[str] = Counter()
        self.by_game: dict[str, Room] = {}
        self.damaged = DamagedGames(context.database)
        self._kept: OrderedDict[str, Table] = OrderedDict()  # of games looked at, not played
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._sweeper = Sweeper(self, background)
        self._draining = False

    async def start(self, listener: Listener) -> None:
        await self.bus.start(listener)
        self._sweeper.start()

    async def drain(self) -> None:
        """Store what was said, tell every client to come back, and close."""
        self._draining = True
        await self._sweeper.stop()
        for room in list(self.by_game.values()):
            for seat in list(room.seats):
                seat.close(1012, "the server restarts")
        await asyncio.gather(*(room.close() for room in list(self.by_game.values())))
        self.by_game.clear()
        await self.bus.stop()

    def __len__(self) -> int:
        return len(self.by_game)

    @property
    def seats(self) -> int:
        return sum(len(room.seats) for room in self.by_game.values())

    async def open(self, id: str) -> Room:  # noqa: A002
        """The room of a game, restored from its log if nobody was there."""
        if self._draining:
            raise Refused(BUSY, retry_after=2.0)
        if room := self.by_game.get(id):
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
        row = await self.row(id)
        damaged = row.status == "damaged"
        async with self._readable(id):
            room = await self._restored(replace(row, status="playing") if damaged else row)
        if damaged:
            await self.damaged.give_back(id)
        self.by_game[id] = room
        room.post(room.wake())
        return room

    async def row(self, id: str) -> GameRow:  # noqa: A002
        """The row of a game; refused where there is none, or none that can be read."""
        async with self._readable(id), self.context.database.reading() as connection:
            row = await find_game(connection, id)
        if row is None:
            raise Refused(refusals.NO_SUCH_GAME)
        return row

    @asynccontextmanager
    async def _readable(self, id: str) -> AsyncIterator[None]:  # noqa: A002
        """A game that cannot be read is set aside, and whoever wanted it is told so."""
        try:
            yield
        except (Refused, Unavailable):
            raise
        except Exception as error:
            await self.damaged.set_aside(id, error)
            raise Refused(refusals.GAME_DAMAGED) from error

    async def _restored(self, row: GameRow) -> Room:
        table = Table.fresh(row.id, row.agreement, (row.white_name, row.black_name), row.bots)
        room = Room(self.services, row, table)
        try:
            await room.restore()
        except BaseException:
            await room.close()
            raise
        return room

    def loaded(self, id: str) -> Room | None:  # noqa: A002
        return self.by_game.get(id)

    async def table(self, row: GameRow) -> Table:
        """A game as it stands, from its room or straight from the log."""
        if room := self.by_game.get(row.id):
            return room.table
        table = self._kept.get(row.id)
        if table is None:
            table = Table.fresh(row.id, row.agreement, (row.white_name, row.black_name), row.bots)
        async with self._readable(row.id):
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
        for room in self.by_game.values():
            for seat in room.seats:
                if seat.identity and seat.identity.ended_by(keys, person):
                    seat.close(1008, "the session is over")

    def show_line(self, game: str, said: dict[str, Any]) -> None:
        """Show a line of chat at a table.

        Watchers may know more than the players: until the end they are heard by each other only.
        """
        room = self.by_game.get(game)
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
            for room in self.by_game.values():
                room.refresh()
            return
        if named := self.by_game.get(str(hint.get("game"))):
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
        self,
        room: Room,
        identity: Identity | None,
        *,
        watches: bool = False,
        graph: bool = False,
        address: str = "",
    ) -> TableSeat:
        """A place at a table for whoever opens a socket."""
        sides = room.row.sides_of(identity.person.id if identity else None)
        most = self.context.settings.queue
        return TableSeat(identity, sides, most, watches=watches, graph=graph, address=address)
