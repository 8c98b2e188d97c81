"""What a room's seats are shown: events with the state behind them, or the state alone.

The state is the same for everybody and encoded once. What a seat may do goes only to whoever
plays, and the legal steps only to whoever is to play and has not done without them. Those are
worked out beside the event loop: their frame keeps its place, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from typing import Any, Final

from msgspec import Raw

from tablas.server.play import boards
from tablas.server.play.live.gallery import CROWD, Gallery
from tablas.server.play.live.live_room import LiveRoom
from tablas.server.play.live.presence import Presence
from tablas.server.play.live.seats import Frame, TableSeat
from tablas.server.play.may import may
from tablas.server.play.protocol import encoded, frame
from tablas.server.play.table import Table
from tablas.server.play.view import view
from tablas.server.storage.store import Event
from tablas.values import Side

log = logging.getLogger("tablas.room")
MOST_REPLAYED: Final = 400  # events; a client that missed more gets the state alone
Fields = dict[str, Any]


class Broadcast:
    """The frames of one room, each encoded once for everybody who gets the same."""

    def __init__(self, room: LiveRoom, presence: Presence) -> None:
        self._room, self._presence = room, presence
        self._gallery = Gallery()
        self._steps: tuple[Table, asyncio.Task[Fields]] | None = None  # of the last turn

    def events(self, new: list[Event], seats: Collection[TableSeat]) -> None:
        """Show events; the state comes with the last of them."""
        for event in new:
            fields: Fields = {"event": event.body, "at": event.at}
            if event.client_id:
                fields["id"] = event.client_id.partition(":")[2]
            if event is new[-1]:
                self.send("event", event.seq, seats, **fields, state=self.state())
            else:
                text = frame("event", event.seq, **fields)
                crowded = len(seats) > CROWD
                for seat in seats:
                    if crowded and not seat.acts:
                        self._gallery.show(seat, text)
                    else:
                        seat.send(text)

    async def since(self, seat: TableSeat, since: int | None) -> None:
        """What a client that has seen everything up to `since` still needs."""
        last = self._room.table.seq
        if since is None or since > last or last - since > MOST_REPLAYED:
            seat.send(self.state_frame(seat))
            return
        if since < last:
            missed = await self._room.services.store.events(self._room.row.id, since)
            # What another process stored meanwhile is shown to everybody when it is folded.
            self.events([event for event in missed if event.seq <= last], (seat,))
        self.send("resumed", last, (seat,), state=self.state(), you=you(seat))

    def send(self, name: str, n: int, seats: Collection[TableSeat], **fields: Any) -> None:
        """One frame to each, with what it may do."""
        allowed = self.allowed(seats)
        texts: dict[tuple[frozenset[Side], bool], Frame] = {}
        crowded = len(seats) > CROWD
        for seat in seats:
            key = seat.acts, seat.graph
            if key not in texts:
                texts[key] = self._frame(name, n, fields, seat, allowed)
            text = texts[key]
            if crowded and not seat.acts and isinstance(text, str):
                self._gallery.show(seat, text)
            else:
                seat.send(text)

    def state(self) -> Raw:
        return Raw(encoded(view(self._room.table, self._room.now())))

    async def anew(self, seat: TableSeat) -> str:
        """The whole state, for a reader that fell behind and reads again."""
        seat.behind = False
        state = self.state_frame(seat)
        return state if isinstance(state, str) else await state

    def state_frame(self, seat: TableSeat) -> Frame:
        room = self._room
        fields = {
            "game": room.row.public(), "state": self.state(), "you": you(seat),
            "presence": self._presence.public(),
        }  # fmt: skip
        return self._frame("state", room.table.seq, fields, seat, self.allowed((seat,)))

    def allowed(self, seats: Iterable[TableSeat]) -> dict[Side, Fields]:
        """What each side may do that somebody of these plays."""
        room, sides = self._room, {side for seat in seats for side in seat.acts}
        now, absent = room.now(), self._presence.gone() if sides else frozenset[Side]()
        return {side: may(room.table, side, now=now, absent=absent) for side in sides}

    def _frame(
        self, name: str, n: int, fields: Fields, seat: TableSeat, allowed: dict[Side, Fields]
    ) -> Frame:
        """A frame with what only this seat is shown: nothing to a spectator."""
        if not seat.acts:
            return frame(name, n, **fields)
        fields = {**fields, "may": {side.value: allowed[side] for side in seat.acts}}
        if "state" in fields and _plays_by_graph(seat, allowed):
            return asyncio.create_task(self._with_steps(name, n, fields, self._steps_of_turn()))
        return frame(name, n, **fields)

    def _steps_of_turn(self) -> asyncio.Task[Fields]:
        """The legal steps of the table as it stands, worked out once for all who want them."""
        room = self._room
        table = room.table
        if self._steps is None or self._steps[0] is not table:
            work = room.services.steps.work_out(room.row.id, lambda: boards.steps(table))
            self._steps = table, asyncio.create_task(work)
        return self._steps[1]

    async def _with_steps(
        self, name: str, n: int, fields: Fields, steps: asyncio.Task[Fields]
    ) -> str:
        """The frame when they are there; whoever gets it without can still ask for them."""
        graph: Fields = {}
        try:
            graph = await asyncio.shield(steps)
        except Exception:
            log.exception("%s: no legal steps", self._room.row.id)
        return frame(name, n, **fields, **graph)


def _plays_by_graph(seat: TableSeat, allowed: dict[Side, Fields]) -> bool:
    return seat.graph and any("play" in allowed[side] for side in seat.acts)


def you(seat: TableSeat) -> list[str]:
    """The sides that a seat plays; none for a spectator."""
    return sorted(side.value for side in seat.sides)
