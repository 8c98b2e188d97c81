"""What a room's seats are shown: events with the state behind them, or the state alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from tablas.server.play.protocol import frame
from tablas.server.play.seats import TableSeat
from tablas.server.play.view import view
from tablas.server.storage.store import Event

if TYPE_CHECKING:
    from tablas.server.play.room import Room

MOST_REPLAYED: Final = 400  # events; a client that missed more gets the state alone


class Broadcast:
    """The frames of one room, each encoded once for everybody who gets it."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def events(self, new: list[Event], seats: Iterable[TableSeat]) -> None:
        """Show events; the state comes with the last of them."""
        for event in new:
            fields: dict[str, Any] = {"event": event.body, "at": event.at}
            if event.client_id:
                fields["id"] = event.client_id.partition(":")[2]
            if event is new[-1]:
                fields["state"] = self.state()
            text = frame("event", event.seq, **fields)
            for seat in seats:
                seat.send(text)

    async def since(self, seat: TableSeat, since: int | None) -> None:
        """What a client that has seen everything up to `since` still needs."""
        last = self._room.table.seq
        if since is None or since > last or last - since > MOST_REPLAYED:
            seat.send(self.state_frame(seat))
            return
        if since < last:
            missed = await self._room.rooms.store.events(self._room.row.id, since)
            # What another process stored meanwhile is shown to everybody when it is folded.
            self.events([event for event in missed if event.seq <= last], (seat,))
        seat.send(frame("resumed", last, state=self.state(), you=you(seat)))

    def state(self) -> dict[str, Any]:
        return view(self._room.table, self._room.now())

    def state_frame(self, seat: TableSeat) -> str:
        room = self._room
        return frame(
            "state", room.table.seq, game=room.row.public(), state=self.state(), you=you(seat),
            presence=room.presence.public(),
        )  # fmt: skip


def you(seat: TableSeat) -> list[str]:
    """The sides that a seat plays; none for a spectator."""
    return sorted(side.value for side in seat.sides)
