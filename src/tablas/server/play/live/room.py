"""One task and one inbox for each live game; whatever happens there happens one after another.

A room folds the log into a table, checks commands against it, stores what they cause, and only
then shows it. Several processes may have a room for the same game: the primary key of the log
decides whose event comes first, and the other one reads the log and tries again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final

from tablas.play.state import Phase
from tablas.server.play import protocol
from tablas.server.play.commands import Caused, caused, followed, lost_by
from tablas.server.play.engine.bot_turns import BotTurns
from tablas.server.play.follow_ups import begun
from tablas.server.play.game_rows import GameRow, Moment, changes
from tablas.server.play.game_time import GameTime, falls_at
from tablas.server.play.live.broadcast import Broadcast
from tablas.server.play.live.presence import Presence
from tablas.server.play.live.room_services import RoomServices
from tablas.server.play.live.seats import TableSeat
from tablas.server.play.protocol import Command, frame
from tablas.server.play.table import Body, Table
from tablas.server.refusals import BUSY, INTERNAL, Refused
from tablas.server.storage.database import Unavailable
from tablas.server.storage.store import Conflict, Event
from tablas.values import Side

log = logging.getLogger("tablas.room")
NOBODY: Final[frozenset[Side]] = frozenset()
MOVES: Final = (protocol.Play, protocol.Roll, protocol.Take, protocol.Drop)
BREATH: Final = 40  # events folded in one go
TRIES: Final = 8  # against other processes that were faster
NEXT_GAME_MS: Final = 30_000  # until the next game of a match begins without being asked for


@dataclass(frozen=True, slots=True)
class Said:
    """A command from a seat, and when its frame came in."""

    seat: TableSeat
    command: Command
    side: Side
    received: int


class Room:
    """A live game: its table, its seats and its inbox."""

    def __init__(self, services: RoomServices, row: GameRow, table: Table) -> None:
        self.services = services
        self.row = row
        self.table = table
        self.seats: set[TableSeat] = set()
        self.client_ids: dict[str, int] = {}
        self.inbox: asyncio.Queue[Coroutine[Any, Any, None] | None] = asyncio.Queue()
        self.time = GameTime(services.clock)
        self.time.anchor(0)
        self.presence = Presence(self)
        self.bot_turns = BotTurns(self, self.presence)
        self.broadcast = Broadcast(self, self.presence)
        self.stale = False
        self.failures = 0  # in a row that the room did not expect
        self.failure: Exception | None = None
        self.idle_since = services.clock.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._waiting_since = services.clock.monotonic()
        self.task = asyncio.create_task(self._run(), name=f"room {row.id}")

    # What others may call: each only puts something into the inbox.

    def post(self, work: Coroutine[Any, Any, None]) -> None:
        self.inbox.put_nowait(work)

    def say(self, seat: TableSeat, command: Command, side: Side) -> None:
        self.post(self._said(Said(seat, command, side, self.services.clock.monotonic())))

    def join(self, seat: TableSeat, since: int | None) -> None:
        self.post(self._joined(seat, since))

    def leave(self, seat: TableSeat) -> None:
        if not self.task.done():
            self.post(self._left(seat))

    def refresh(self) -> None:
        self.post(self._refresh())

    async def close(self) -> None:
        """Finish what is in the inbox, then end."""
        self.inbox.put_nowait(None)
        await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while (work := await self.inbox.get()) is not None:
                try:
                    await work
                except Unavailable as error:
                    self.stale = True
                    log.warning("%s: %s", self.row.id, error)
                except Exception as error:  # noqa: BLE001 one failure does not end the room
                    self._failed(error)
                try:
                    self.bot_turns.begin()
                    self._set_timer()
                except Exception as error:  # noqa: BLE001 one failure does not end the room
                    self._failed(error)
        finally:
            self.presence.stop()
            self.bot_turns.stop()
            if self._timer:
                self._timer.cancel()
            while not self.inbox.empty():
                if work := self.inbox.get_nowait():
                    work.close()

    def _failed(self, error: Exception) -> None:
        """Something that must not happen: read the log again, and go on."""
        self.stale = True
        self.failures += 1
        self.failure = error
        log.error("%s: unexpected", self.row.id, exc_info=error)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(1.0, self._ring)

    # Restoring and following the log.

    async def restore(self) -> None:
        """Fold the stored log; time goes on from the last event, downtime left out."""
        await self.catch_up()

    async def catch_up(self) -> list[Event]:
        """Read what others stored since, and show it."""
        new = await self.services.store.events(self.row.id, self.table.seq)
        self.table = await folded(self.table, new)
        for event in new:
            if event.client_id:
                self.client_ids[event.client_id] = event.seq
        self.stale = False
        self.failures = 0
        if new:
            self._anchor_to(new[-1])
            self._show(new)
        return new

    def _anchor_to(self, event: Event) -> None:
        """Only time that is known to have passed is charged, whatever wall clocks say."""
        now = self.services.store.time.now()
        self.time.anchor(event.at, 0 if event.served_at is None else now - event.served_at)

    def now(self) -> int:
        """The game's time; it stands still while a roll waits for an opening."""
        return self.table.at if self.table.awaited else self.time.now()

    # What players do.

    async def _said(self, said: Said) -> None:
        key = f"{said.side.value[0]}:{said.command.id}"
        try:
            await self.current()
            seq = self.client_ids.get(key)
            if seq is None:
                seq = await self._act(said, key)
        except Refused as refused:
            self._refuse(said, refused)
        except Unavailable as error:
            self.stale = True
            log.warning("%s: not stored: %s", self.row.id, error)
            self._refuse(said, Refused(BUSY, retry_after=1.0))
        except Exception:
            self._refuse(said, Refused(INTERNAL))
            raise
        else:
            said.seat.send(frame("ack", self.table.seq, id=said.command.id, seq=seq))

    async def _act(self, said: Said, key: str) -> int:
        await self.services.store.turn_to_commit()
        waited = self.services.clock.monotonic() - said.received
        given = self._given_back(said)
        claims = isinstance(said.command, protocol.Claim)
        for _ in range(TRIES):
            now = max(self.table.at, self.now() - waited - given)
            try:
                events = caused(
                    self.table, said.side, said.command,
                    now=now, dealer=self.services.dealer,
                    absent=self.presence.gone() if claims else NOBODY,
                )  # fmt: skip
            except Refused as refused:
                if refused.refusal.code == "illegal:flag-fell":
                    await self.flag()
                raise
            if not events:
                return self.table.seq
            try:
                await self.store(events, key, ago=waited)
            except Conflict:
                await self.catch_up()
                if key in self.client_ids:
                    return self.client_ids[key]
                continue
            if given:
                said.seat.lag.spend()
            return self.client_ids[key]
        raise Refused(BUSY, retry_after=1.0)

    def _given_back(self, said: Said) -> int:
        """The lag that is taken off: of whose clock runs, and for what makes the game go on.

        For anything else it would be a way to turn one's clock back by talking.
        """
        clock = self.table.game.state.clock
        runs = clock is not None and clock.running is said.side
        return said.seat.lag.allowance if runs and isinstance(said.command, MOVES) else 0

    async def store(self, events: list[Caused], client_id: str | None, ago: int = 0) -> None:
        """Store events of this table, then show them; `ago` is when they really happened."""
        wall = self.services.clock.wall()
        served = self.services.store.time.now()
        happened = self.services.clock.monotonic() - ago
        new = [
            Event(
                self.row.id, event.table.seq, event.at, wall - ago, event.body,
                client_id if event is events[0] else None, served - ago,
            )
            for event in events
        ]  # fmt: skip
        when = Moment(wall, served)
        also = changes(self.row, self.table, events[-1].table, when, self.services.on_finished)
        await self.services.store.append(new, *also)
        self.table = events[-1].table
        if client_id:
            self.client_ids[client_id] = new[0].seq
        self.time.anchor(new[-1].at, self.services.clock.monotonic() - happened)
        self.services.counts.add_moves(events)
        self._show(new)
        self.services.bus.publish({"game": self.row.id, "seq": self.table.seq})

    async def current(self) -> None:
        if self.stale:
            await self.catch_up()

    def _refuse(self, said: Said, refused: Refused) -> None:
        self.services.counts.refused += 1
        error = refused.as_json()["error"]
        said.seat.send(frame("refused", self.table.seq, id=said.command.id, error=error))

    # What happens by itself.

    async def wake(self) -> None:
        """Look whether it is time for something: a flag, a bot, the next game, the end."""
        await self.current()
        now = self.services.clock.monotonic()
        if self.table.number == 0 and not self.table.aborted and self._may_begin():
            await self.store_own([begun(self.table, self.services.dealer)], self.time.now())
        if self.table.playing and self._flag_due() <= 0:
            await self.flag()
        absent = self.table.awaited
        if absent and (left := self.patience()) is not None and left <= 0:
            await self.store_own([lost_by(self.table, absent)], self.table.at)
        if self.table.between_games and now - self._waiting_since >= NEXT_GAME_MS:
            await self.store_own([begun(self.table, self.services.dealer)], self.now())
        self.presence.settle()

    async def store_own(self, bodies: list[Body], at: int) -> None:
        """Events of the server's own; if another process was faster, its events stand."""
        try:
            await self.store(followed(self.table, bodies, at, self.services.dealer), None)
        except Conflict:
            await self.catch_up()

    async def flag(self) -> None:
        """The running clock is used up: whoever stores first, the move or this, wins the race."""
        clock = self.table.game.state.clock
        due = falls_at(clock)
        if clock is None or clock.running is None or due is None or not self.table.playing:
            return
        if self.now() >= due:
            flagged: Body = {"do": "flagged", "side": clock.running.value}
            await self.store_own([flagged], max(due, self.table.at))

    def _flag_due(self) -> int:
        """Milliseconds until the flag may be stored, the running player's lag included."""
        clock = self.table.game.state.clock
        due = falls_at(clock)
        if clock is None or due is None or self.table.awaited:
            return 1 << 40
        lag = max((s.lag.allowance for s in self.seats if clock.running in s.sides), default=0)
        return due + lag - self.now()

    def patience(self) -> int | None:
        """Milliseconds that a correspondence game still waits for what the first roll needs.

        Nobody's clock runs before it, so somebody who never comes would hold the game up for ever:
        whoever is awaited has the time of one turn.
        """
        if self.table.agreement.mode != "correspondence":
            return None
        control = self.table.agreement.control
        waits = self.table.awaited and self.table.game.state.phase is Phase.OPENING
        if control is None or not waits:
            return None
        return control.base - (self.time.now() - self.table.at)

    def _may_begin(self) -> bool:
        if self.table.agreement.mode != "live":
            return True
        return self.presence.here() | self.table.bots >= set(Side)

    # Who is there.

    async def _joined(self, seat: TableSeat, since: int | None) -> None:
        await self.current()
        # Whoever comes from another process must not be shown less here than there.
        if self.services.bus.remote or (since or 0) > self.table.seq:
            await self.catch_up()
        self.seats.add(seat)
        self.presence.settle()
        await self.broadcast.since(seat, since)
        await self.wake()
        self.presence.tell()

    async def _left(self, seat: TableSeat) -> None:
        self.seats.discard(seat)
        self.idle_since = self.services.clock.monotonic()
        self.presence.settle()
        self.presence.tell()

    async def _refresh(self) -> None:
        await self.catch_up()
        await self.wake()

    def _show(self, new: list[Event]) -> None:
        self._waiting_since = self.services.clock.monotonic()
        self.presence.settle()
        self.broadcast.events(new, self.seats)

    def show_presence(self) -> None:
        """Show everybody who is there."""
        self.broadcast.send("presence", self.table.seq, self.seats, **self.presence.public())

    def _set_timer(self) -> None:
        """Wake in time for what comes next.

        A timer that rings too early stays: then it is set anew, and until then, which may be many
        moves, nothing has to be done.
        """
        waits: list[int] = []
        if self.table.playing:
            waits.append(self._flag_due())
            if left := self.presence.time_left():
                waits.append(left)
            if (left := self.patience()) is not None:
                waits.append(left)
        if self.table.between_games:
            waited = self.services.clock.monotonic() - self._waiting_since
            waits.append(max(0, NEXT_GAME_MS - waited))
        if self.stale:
            waits.append(1_000)
        if not waits or (least := min(waits)) >= 1 << 39:
            return
        loop = asyncio.get_running_loop()
        due = loop.time() + max(0.005, least / 1000)
        if self._timer:
            if self._timer.when() <= due:
                return
            self._timer.cancel()
        self._timer = loop.call_at(due, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.post(self._rang())

    async def _rang(self) -> None:
        await self.wake()
        if self.presence.waits:
            self.presence.tell()


async def folded(table: Table, events: list[Event]) -> Table:
    """The table after these events; a long log lets others have their turn meanwhile."""
    for number, event in enumerate(events, start=1):
        table = table.after(event.body, event.at)
        if number % BREATH == 0:
            await asyncio.sleep(0)
    return table
