"""The bot at a table: it thinks in another process while the room goes on, then acts in turn."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from tablas.server.play.commands import caused
from tablas.server.play.live.live_room import LiveRoom
from tablas.server.play.live.presence import Presence
from tablas.server.play.protocol import Command
from tablas.server.refusals import Refused
from tablas.server.storage.store import Conflict
from tablas.values import Side

log = logging.getLogger("tablas.room")
RETRY_SECONDS: Final = 2.0
SHOWN_AFTER: Final = 1.0  # seconds that a bot waits for its turn before people are told


class BotTurns:
    """One thought at a time for the house bots of one room."""

    def __init__(self, room: LiveRoom, presence: Presence) -> None:
        self._room, self._presence = room, presence
        self._task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    def begin(self) -> None:
        """Let a bot think, if it is its turn and it does not think already."""
        table = self._room.table
        if not table.bots:
            return
        side = table.game.to_act
        if not table.playing or side not in table.bots or table.awaited or self._left_to_another():
            return
        if self._task is None:
            self._task = asyncio.create_task(self._think(side))

    def _left_to_another(self) -> bool:
        """Whether the person sits at another process, which then thinks as well; once is enough."""
        people = set(Side) - self._room.table.bots
        here = {side for seat in self._room.seats for side in seat.sides}
        return not here and bool(people & self._presence.here())

    async def _think(self, side: Side) -> None:
        room, table = self._room, self._room.table
        command: Command | None = None
        person = self._sharer(side.other)
        showing = asyncio.get_running_loop().call_later(SHOWN_AFTER, self._show_waiting, person)
        try:
            bots = room.services.bots
            command = await bots.command(room.row.player(side), table, side, person)
        except Exception as error:  # noqa: BLE001 a bot that fails is asked again later
            log.warning("%s: bot: %r", room.row.id, error)
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            showing.cancel()
        room.post(self._act(table.seq, side, command))

    def _sharer(self, side: Side) -> str:
        """By whom the engines are shared that think against `side`."""
        sharers = (seat.sharer for seat in self._room.seats if side in seat.sides)
        return next(filter(None, sharers), None) or self._room.row.player(side)

    def _show_waiting(self, person: str) -> None:
        """Tell that the bot has not begun to think: this person's bots wait for their turn."""
        if self._room.services.bots.waiting_of(person):
            self._presence.bot_waits = True
            self._presence.tell_here()

    async def _act(self, seq: int, side: Side, command: Command | None) -> None:
        """What the bot decided, unless the table has moved on meanwhile."""
        self._task = None
        room = self._room
        if self._presence.bot_waits:
            self._presence.bot_waits = False
            self._presence.tell_here()
        await room.current()
        if command is None or seq != room.table.seq:
            return
        try:
            events = caused(room.table, side, command, now=room.now(), dealer=room.services.dealer)
            await room.store(events, f"{side.value[0]}:{command.id}")
        except Conflict:
            await room.catch_up()
        except Refused as refused:
            log.warning("%s: bot: %s", room.row.id, refused)
            await room.flag()
