"""From time to time: games whose time has come, rooms that nobody needs, rooms that fail.

Each game is looked at by itself: whatever is wrong with one, the next one gets its turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from sqlalchemy import or_, select, update

from tablas.server.background import Background
from tablas.server.play import refusals
from tablas.server.play.damaged_games import DamagedGames
from tablas.server.play.game_time import falls_at
from tablas.server.play.live.room import Room
from tablas.server.play.protocol import frame
from tablas.server.play.table import Body
from tablas.server.refusals import Refused
from tablas.server.storage.bus import Bus
from tablas.server.storage.context import Context
from tablas.server.storage.database import Unavailable
from tablas.server.storage.schema import games
from tablas.server.storage.store import Store

SWEEPER: Final = "sweeper"  # the name of its task
SWEEP_SECONDS: Final = 5.0
HOUR_MS: Final = 3_600_000
FAILED_OFTEN: Final = 3  # unexpected errors in a row, after which a room is given up
log = logging.getLogger("tablas.rooms")


class OpenRooms(Protocol):
    """What the sweeper needs of all rooms."""

    context: Context
    store: Store
    bus: Bus
    damaged: DamagedGames
    by_game: dict[str, Room]

    async def open(self, id: str) -> Room:  # noqa: A002
        """The room of a game."""


class Sweeper:
    """Looks after the rooms of one process."""

    def __init__(self, rooms: OpenRooms, background: Background) -> None:
        self._rooms = rooms
        self._background = background
        self._clock = rooms.context.clock

    def start(self) -> None:
        self._background.begin(SWEEPER, self._sweep)

    async def stop(self) -> None:
        await self._background.end(SWEEPER)

    async def _sweep(self) -> None:
        first = True
        while True:
            try:
                await self._wake_due(everything=first)
                first = False
            except Unavailable as error:
                log.warning("sweep: %s", error)
            for room in list(self._rooms.by_game.values()):
                await self._by_itself(room.row.id, self._look_at(room))
            await asyncio.sleep(SWEEP_SECONDS)

    async def _by_itself(self, game: str, work: Coroutine[Any, Any, None]) -> None:
        """One game's part of the work; its errors are its own."""
        try:
            await work
        except (Unavailable, Refused) as error:
            log.warning("sweep: %s: %s", game, error)
        except Exception:
            self._background.failed(SWEEPER)
            log.exception("sweep: %s: unexpected", game)

    async def _look_at(self, room: Room) -> None:
        if room.failures >= FAILED_OFTEN or room.task.done():
            await self._give_up(room)
            return
        await self._close_if_idle(room)
        if self._rooms.bus.remote and room.seats:
            # Hints can be lost: look at the log, and say again who is here.
            room.presence.tell_elsewhere()
            room.refresh()

    async def _give_up(self, room: Room) -> None:
        """Close a room whose game fails again and again; whoever comes opens it anew."""
        refused = Refused(refusals.GAME_DAMAGED)
        last = frame("refused", room.table.seq, **refused.as_json())
        for seat in list(room.seats):
            seat.close(refusals.SOCKET_CODE + refused.refusal.status, refused.refusal.code, last)
        del self._rooms.by_game[room.row.id]
        await room.close()
        if room.failure:
            await self._rooms.damaged.set_aside(room.row.id, room.failure)

    async def _wake_due(self, *, everything: bool) -> None:
        """Open games whose clock may have fallen; after a start all that were being played."""
        now = self._rooms.store.time.now()
        query = select(games.c.id).where(games.c.status == "playing")
        if everything:
            query = query.where(or_(games.c.mode == "live", games.c.due_at <= now))
        else:
            query = query.where(games.c.due_at <= now)
        async with self._rooms.context.database.reading() as connection:
            due = (await connection.scalars(query)).all()
        for game in due:
            if game not in self._rooms.by_game:
                await self._by_itself(game, self._wake(game))

    async def _wake(self, game: str) -> None:
        room = await self._rooms.open(game)
        room.post(self._adjourn(room))

    async def _adjourn(self, room: Room) -> None:
        """A game without a clock that nobody has touched for days ends without a result."""
        now, last = self._rooms.store.time.now(), room.row.created_at
        if events := await self._rooms.store.events(room.row.id, max(0, room.table.seq - 1)):
            last = events[-1].served_at or events[-1].stored_at
        clock = room.table.game.state.clock
        waits = room.table.number == 0 or clock is None or clock.running is None
        limit = self._rooms.context.settings.adjourn_hours * HOUR_MS
        live = room.row.agreement.mode == "live"
        if waits and live and not room.table.over and now - last > limit:
            aborted: Body = {"do": "aborted"}
            await room.store_own([aborted], room.now())

    async def _close_if_idle(self, room: Room) -> None:
        limit = self._rooms.context.settings.room_idle_seconds * 1000
        idle = self._clock.monotonic() - room.idle_since
        if room.seats or idle < limit or not room.inbox.empty():
            return
        if not room.table.over:
            await self._note_due(room)
        if not room.seats and room.inbox.empty():
            del self._rooms.by_game[room.row.id]
            await room.close()

    async def _note_due(self, room: Room) -> None:
        """Write down when a game that is put away has to be looked at again."""
        due = falls_at(room.table.game.state.clock) if room.table.playing else None
        wait = due - room.now() if due is not None else None
        if (left := room.patience()) is not None:
            wait = left
        elif wait is None or room.table.awaited:
            wait = int(self._rooms.context.settings.adjourn_hours * HOUR_MS)
        due_at = self._rooms.store.time.now() + max(0, wait)
        change = update(games).where(games.c.id == room.row.id, games.c.status == "playing")
        async with self._rooms.context.database.writing() as connection:
            await connection.execute(change.values(due_at=due_at))
