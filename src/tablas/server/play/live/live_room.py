"""A live game as its parts see it: presence, broadcast and bots ask the room for no more."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from tablas.server.play.commands import Caused
from tablas.server.play.game_rows import GameRow
from tablas.server.play.live.room_services import RoomServices
from tablas.server.play.live.seats import TableSeat
from tablas.server.play.table import Table
from tablas.server.storage.store import Event


class LiveRoom(Protocol):
    """The room around a part of it."""

    services: RoomServices
    row: GameRow
    table: Table
    seats: set[TableSeat]

    def now(self) -> int:
        """The game's time."""

    def post(self, work: Coroutine[Any, Any, None]) -> None:
        """Put something into the inbox."""

    def show_presence(self) -> None:
        """Show everybody who is there."""

    async def current(self) -> None:
        """Read the log where something in it may be missing here."""

    async def catch_up(self) -> list[Event]:
        """Read what others stored since, and show it."""

    async def store(self, events: list[Caused], client_id: str | None, ago: int = 0) -> None:
        """Store events of this table, then show them."""

    async def flag(self) -> None:
        """Store that the running clock is used up, where it is."""
