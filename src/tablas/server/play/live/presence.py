"""Who is at a table, here and at other processes, and who keeps it waiting."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from tablas.server.play.live.absence import LEAST_BUDGET, Absences, budget
from tablas.server.play.live.live_room import LiveRoom
from tablas.values import Side

REMOTE_HERE_MS: Final = 12_000  # how long another process's word that a player is there holds
# Whoever is there answers a roll within this time, unless something is wrong: until then nobody
# hears that the table waits for them.
ANSWER_MS: Final = 4_000
TELL_SECONDS: Final = 0.3  # a storm of arrivals is told in one frame


class Presence:
    """The people of one room; it asks the room for everything else."""

    def __init__(self, room: LiveRoom) -> None:
        self._room = room
        self._absences = Absences()
        self._elsewhere: dict[str, tuple[frozenset[Side], int]] = {}  # by process
        self._told: Side | None = None  # who everybody was told is away
        self._telling: asyncio.TimerHandle | None = None
        self.bot_waits = False  # for its turn to think, as others are thinking

    def stop(self) -> None:
        if self._telling:
            self._telling.cancel()

    def here(self) -> set[Side]:
        """The sides that somebody sits at, in this process or another."""
        now = self._now()
        sides = {side for seat in self._room.seats for side in seat.sides}
        for others, until in self._elsewhere.values():
            if until > now:
                sides |= others
        return sides

    def _there(self, side: Side) -> bool:
        """Whether a bot or somebody plays `side`; asked after every event, so it makes no sets."""
        if side in self._room.table.bots or any(side in seat.sides for seat in self._room.seats):
            return True
        now = self._now()
        return any(side in sides and until > now for sides, until in self._elsewhere.values())

    def heard(self, process: str, sides: frozenset[Side]) -> bool:
        """Word of another process; gives whether it changes anything."""
        before = self.here()
        self._elsewhere[process] = sides, self._now() + REMOTE_HERE_MS
        return self.here() != before

    def gone(self) -> frozenset[Side]:
        """The players whose time to come back is used up."""
        now = self._now()
        away = [side for side in Side if self._absences.spent(side, now) >= LEAST_BUDGET]
        return frozenset(side for side in away if self._left(side) <= 0)

    @property
    def waits(self) -> bool:
        """Whether the table waits for somebody who is not there."""
        return self._absences.running is not None

    def time_left(self) -> int | None:
        """Milliseconds until whoever keeps the table waiting has no time left, or is told of.

        None if nobody does.
        """
        side = self._absences.running
        if side is None:
            return None
        waits = [self._left(side)]
        if self._away() is None:
            waits.append(self._absences.began + ANSWER_MS - self._now())
        return min((wait for wait in waits if wait > 0), default=None)

    def _away(self) -> Side | None:
        """Who keeps the table waiting: not there, or there and silent for a while."""
        side = self._absences.running
        if side is None or not self._room.table.playing:
            return None
        silent = self._now() - self._absences.began >= ANSWER_MS
        return side if silent or not self._there(side) else None

    def _left(self, side: Side) -> int:
        room = self._room
        whole = budget(room.table, side, anonymous=room.row.anonymous(side))
        if side in room.table.bots or room.table.agreement.mode != "live":
            return whole
        return whole - self._absences.spent(side, self._now())

    def settle(self) -> None:
        """Whoever keeps the table waiting without being there uses up time to return.

        A player who is there but does not open the dice keeps the table waiting as well. When it
        begins or ends that somebody is away, everybody is told.
        """
        table = self._room.table
        side = table.to_act if table.agreement.mode == "live" else None
        waits = side is not None and (side is table.awaited or not self._there(side))
        self._absences.update(side if waits else None, self._now())
        if self._away() is not self._told:
            self.tell_here()

    def public(self) -> dict[str, Any]:
        """What everybody is told."""
        room, here = self._room, self.here()
        fields: dict[str, Any] = {
            side.value: side in here or side in room.table.bots for side in Side
        }
        fields["watching"] = sum(not seat.sides for seat in room.seats)
        if self.bot_waits:
            fields["bot_waits"] = True
        if away := self._away():
            fields["away"] = {away.value: max(0, self._left(away))}
        return fields

    def tell(self) -> None:
        """Tell everybody soon, and the other processes at once."""
        self.tell_elsewhere()
        self.tell_here()

    def tell_here(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_SECONDS, self._send)

    def tell_elsewhere(self) -> None:
        room = self._room
        if room.services.bus.remote:
            sides = sorted({side.value for seat in room.seats for side in seat.sides})
            room.services.bus.publish({"game": room.row.id, "here": sides})

    def _send(self) -> None:
        self._telling = None
        self._told = self._away()
        self._room.show_presence()

    def _now(self) -> int:
        return self._room.services.clock.monotonic()
