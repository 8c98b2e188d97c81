"""Everything that can happen to two processes on PostgreSQL and Redis, while people play at both.

Each process gets to the database and the bus over lines of its own (`partition.py`), which are
stalled one way or both, cut, refused and left half open; processes are killed, held and restarted,
with and without such a partition; the database crashes; wall clocks differ. A command whose answer
never came, or was "try again", is sent again by the same id, also to the other process, and must be
stored once or not at all. `make nemesis` runs it for an hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from faulty_io import Faults, built
from haunting import (
    HOUR_MS,
    STALLED_SECONDS,
    Deed,
    Haunted,
    Nemesis,
    Plan,
    command,
    replayed,
    report,
    wrong_in,
)
from partition import Line
from server_backends import postgres, redis
from server_running import Running
from tablas.server.settings import Settings
from warm_start import WarmProcess

SECRET = "shared by both processes of this test"


@dataclass(eq=False)
class Member:
    """One of the processes, its lines and its clock."""

    server: Running
    database: Line
    bus: Line
    faults: Faults | None


@dataclass(kw_only=True)
class TwoServers(Nemesis):
    """What can happen to processes, the ways between them and the database, and the database."""

    members: list[Member]
    url: str

    def deeds(self) -> dict[str, Deed]:
        clocks = {"kill after a clock step": self._kill_after_step, "clock step": self._step}
        return (clocks if self.members[0].faults else {}) | {
            "kill": self._kill,
            "kill in a partition": self._kill_in_partition,
            "kill after lost answers": self._kill_after_lost_answers,
            "kill of the database": self._crash_database,
            "restart": lambda: self.restart(self._any().server),
            "hold": lambda: self.hold(self._any().server),
            "stall": self._stall,
            "stall of both": self._stall_both,
            "lost questions": self._lost_questions,
            "lost answers": self._lost_answers,
            "cut": self._cut,
            "refused": self._refused,
            "half open": self._half_open,
            "bus stalled": self._bus_stalled,
            "bus cut": self._bus_cut,
        }

    async def log(self) -> list[Any]:
        connection = await connected(self.url)
        rows: list[Any] = await connection.fetch("SELECT game, seq, client_id, body FROM events")
        await connection.close()
        return rows

    def _any(self) -> Member:
        return self.rng.choice(self.members)

    async def _kill(self) -> None:
        await self.kill(self._any().server)

    async def _kill_in_partition(self) -> None:
        member = self._any()
        member.database.stall()
        await self._killed_then_healed(member)

    async def _kill_after_lost_answers(self) -> None:
        """Commands are stored, and the process dies before it hears of it."""
        member = self._any()
        member.database.stall(questions=False)
        await self._killed_then_healed(member)

    async def _killed_then_healed(self, member: Member) -> None:
        await self.a_while(0.1, 2.0)
        await asyncio.to_thread(member.server.kill)
        member.database.cut()
        member.database.heal()
        await self.start(member.server)

    async def _kill_after_step(self) -> None:
        await self._step()
        await self._kill()

    async def _crash_database(self) -> None:
        """One of its processes is killed; PostgreSQL then ends all others and recovers."""
        connection = await connected(self.url)
        query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        pid = self.rng.choice([row[0] for row in await connection.fetch(query)])
        os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(asyncpg.PostgresError, OSError):
            await connection.close(timeout=2)

    async def _stall(self) -> None:
        line = self._any().database
        line.stall()
        await self.a_while(0.2, 6.0)
        line.heal()

    async def _stall_both(self) -> None:
        for member in self.members:
            member.database.stall()
        await self.a_while(0.2, 6.0)
        for member in self.members:
            member.database.heal()

    async def _lost_questions(self) -> None:
        line = self._any().database
        line.stall(answers=False)
        await self._ends_somehow(line)

    async def _lost_answers(self) -> None:
        line = self._any().database
        line.stall(questions=False)
        await self._ends_somehow(line)

    async def _ends_somehow(self, line: Line) -> None:
        """What waits comes late, or never."""
        await self.a_while(0.2, 5.0)
        if self.rng.random() < 0.5:
            line.cut()
        line.heal()

    async def _cut(self) -> None:
        self._any().database.cut()

    async def _refused(self) -> None:
        line = self._any().database
        line.cut(refuse=True)
        await self.a_while(0.2, 4.0)
        line.heal()

    async def _half_open(self) -> None:
        """The database holds transactions of connections that nobody has any more."""
        line = self._any().database
        line.stall(questions=False)  # so that some are under way
        await self.a_while(0.1, 0.5)
        line.half_open()
        line.release()
        await self.a_while(0.5, 2.0)

    async def _bus_stalled(self) -> None:
        line = self._any().bus
        line.stall()
        await self.a_while(0.2, 6.0)
        line.heal()

    async def _bus_cut(self) -> None:
        line = self._any().bus
        line.cut(refuse=True)
        await self.a_while(0.2, 3.0)
        line.heal()

    async def _step(self) -> None:
        faults = self._any().faults
        assert faults
        faults.step_clock(self.rng.randrange(-48, 48) * HOUR_MS)
        await asyncio.sleep(0.5)


async def connected(url: str) -> Any:
    """A connection to the database, past all lines, as soon as it takes one again."""
    async with asyncio.timeout(STALLED_SECONDS):
        while True:
            with contextlib.suppress(asyncpg.PostgresError, OSError):
                return await asyncpg.connect(url)
            await asyncio.sleep(0.3)


@contextlib.asynccontextmanager
async def cluster(
    folder: Path, database: str, bus: str, *, clocks: bool
) -> AsyncIterator[list[Member]]:
    """Two processes, each with lines of its own, and with a clock of its own where asked for."""
    library, members = built(folder) if clocks else None, []
    try:
        for name in ("one", "two"):
            lines = Line(database), Line(bus)
            urls = [await line.open() for line in lines]
            server = Running(
                folder / name, database=urls[0], bus=urls[1], secret=SECRET,
                workers=0, analysts=0, sockets_per_user=1000, log_level="warning",
            )  # fmt: skip
            server.launch = WarmProcess  # type: ignore[misc]
            faults = Faults(folder / f"faults-{name}") if library else None
            if library and faults:
                server.environment = faults.environment(library)
            await asyncio.to_thread(server.start)
            members.append(Member(server, *lines, faults))
        yield members
    finally:
        for member in members:
            await asyncio.to_thread(member.server.stop)
            await member.database.close()
            await member.bus.close()


async def haunted_cluster(
    folder: Path, urls: tuple[str, str], plan: Plan, *, clocks: bool
) -> tuple[str, list[str]]:
    async with cluster(folder, *urls, clocks=clocks) as members:
        haunted = Haunted([member.server for member in members], plan)
        seen, rng = haunted.seen, random.Random(plan.seed)
        nemesis = TwoServers(seen, rng, members=members, url=urls[0])
        await haunted.play(nemesis)
    wrong = wrong_in(await nemesis.log(), seen)
    wrong += await replayed(Settings(data=folder, database=urls[0]))
    return report(plan.seconds, plan.seed, seen, nemesis.happened), wrong


def haunt(folder: Path, plan: Plan, *, clocks: bool = True) -> tuple[str, list[str]]:
    """One whole run: a line about it, and everything that is wrong."""
    with postgres() as database, redis() as bus:
        return asyncio.run(haunted_cluster(folder, (database, bus), plan, clocks=clocks))


if __name__ == "__main__":
    command(haunt, __doc__)
