"""Everything that can happen to a server on SQLite, at random, while people play.

Kills and restarts, a process that is held, a locked database, a full disk, single errors of the
disk, a slow disk, and steps of the wall clock. What clients were told is held against the log
afterwards: an answer that never came may mean either. `make nemesis` runs it for an hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faulty_io import Faults, built
from haunting import HOUR_MS, Deed, Haunted, Nemesis, Plan, command, replayed, report, wrong_in
from server_running import Running
from tablas.server.settings import Settings
from warm_start import WarmProcess


@dataclass(kw_only=True)
class OneServer(Nemesis):
    """What can happen to a process, its disk and its clock."""

    server: Running
    faults: Faults

    def deeds(self) -> dict[str, Deed]:
        return {
            "kill": lambda: self.kill(self.server),
            "kill on a full disk": self._kill_when_full,
            "kill on a slow disk": self._kill_when_slow,
            "kill after a clock step": self._kill_after_step,
            "restart": lambda: self.restart(self.server),
            "hold": lambda: self.hold(self.server),
            "lock": self._lock,
            "full disk": self._full,
            "disk error": self._error,
            "slow disk": self._slow,
            "clock step": self._step,
        }

    async def log(self) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self.server.data / "tablas.sqlite")) as connection:
            return connection.execute("SELECT game, seq, client_id, body FROM events").fetchall()

    async def _lock(self) -> None:
        other = sqlite3.connect(self.server.data / "tablas.sqlite", isolation_level=None)
        with contextlib.closing(other):
            with contextlib.suppress(sqlite3.OperationalError):
                other.execute("BEGIN IMMEDIATE")
            await self.a_while(0.2, 4.0)

    async def _full(self) -> None:
        self.faults.fail(self.rng.randrange(1, 6), errno.ENOSPC, 1 << 30)
        await self.a_while(0.2, 3.0)
        self.faults.calm()

    async def _error(self) -> None:
        self.faults.fail(self.rng.randrange(1, 30), errno.EIO, self.rng.choice((1, 2, 5)))
        await self.a_while(0.2, 1.0)
        self.faults.calm()

    async def _slow(self) -> None:
        self.faults.slow(self.rng.uniform(0.005, 0.08))
        await self.a_while(0.5, 3.0)
        self.faults.calm()

    async def _step(self) -> None:
        self.faults.step_clock(self.rng.randrange(-48, 48) * HOUR_MS)
        await asyncio.sleep(0.5)

    async def _kill_after_step(self) -> None:
        await self._step()
        await self.kill(self.server)

    async def _kill_when_full(self) -> None:
        self.faults.fail(self.rng.randrange(1, 6), errno.ENOSPC, 1 << 30)
        await self._kill_and_calm(0.2, 1.0)

    async def _kill_when_slow(self) -> None:
        self.faults.slow(self.rng.uniform(0.005, 0.08))
        await self._kill_and_calm(0.2, 1.0)

    async def _kill_and_calm(self, least: float, most: float) -> None:
        await self.a_while(least, most)
        await asyncio.to_thread(self.server.kill)
        self.faults.calm()
        await self.start(self.server)


def haunt(folder: Path, plan: Plan) -> tuple[str, list[str]]:
    """One whole run: a line about it, and everything that is wrong."""
    faults = Faults(folder / "faults")
    server = Running(folder / "data", workers=0, analysts=0, sockets_per_user=1000)
    server.launch = WarmProcess  # type: ignore[misc]
    server.environment = faults.environment(built(folder))
    server.start()
    haunted = Haunted([server], plan)
    seen = haunted.seen
    nemesis = OneServer(seen, random.Random(plan.seed), server=server, faults=faults)
    try:
        asyncio.run(haunted.play(nemesis))
    finally:
        server.stop()
    wrong = wrong_in(asyncio.run(nemesis.log()), seen)
    wrong += asyncio.run(replayed(Settings(data=server.data)))
    return report(plan.seconds, plan.seed, seen, nemesis.happened), wrong


if __name__ == "__main__":
    command(haunt, __doc__)
