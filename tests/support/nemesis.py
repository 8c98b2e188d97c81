"""Everything that can happen to a server, at random and one after another, while people play.

Kills and restarts, a process that is held, a locked database, a full disk, single errors of the
disk, a slow disk, and steps of the wall clock. What clients were told is held against the log
afterwards: an answer that never came may mean either. `make nemesis` runs it for an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import json
import os
import random
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from faulty_io import Faults, built
from machine_delay import Delay
from server_client import Guest, Seat
from server_kill import Seen, Stubborn, held_against_the_log
from server_running import Running, fresh_address
from warm_start import ColdProcess

HOUR_MS = 3_600_000
STALLED_SECONDS = 60  # without an answer after a fault is over
GAMES = ("backgammon", "abalone", "abak")


@dataclass
class Nemesis:
    """Brings one thing after another about, and waits until play goes on."""

    server: Running
    faults: Faults
    seen: Seen
    rng: random.Random
    happened: Counter[str] = field(default_factory=Counter)

    async def strike(self) -> None:
        deeds = {
            "kill": self._kill, "restart": self._restart, "hold": self._hold, "lock": self._lock,
            "full disk": self._full, "disk error": self._error, "slow disk": self._slow,
            "clock step": self._step, "full disk, then kill": self._kill_when_full,
        }  # fmt: skip
        name = self.rng.choice(list(deeds))
        await asyncio.sleep(self.rng.uniform(0.0, 0.4))
        await deeds[name]()
        self.happened[name] += 1
        await self._goes_on(name)

    async def _goes_on(self, name: str) -> None:
        before, end = len(self.seen.acknowledged), time.monotonic() + STALLED_SECONDS
        while len(self.seen.acknowledged) < before + 5:
            if time.monotonic() > end:
                self.seen.faults.append(f"no answers for {STALLED_SECONDS} s after: {name}")
                return
            await asyncio.sleep(0.02)

    async def _kill(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def _restart(self) -> None:
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)

    async def _hold(self) -> None:
        assert self.server.process
        os.kill(self.server.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(0.2, 2.5))
        os.kill(self.server.process.pid, signal.SIGCONT)

    async def _lock(self) -> None:
        other = sqlite3.connect(self.server.data / "tablas.sqlite", isolation_level=None)
        with contextlib.closing(other):
            with contextlib.suppress(sqlite3.OperationalError):
                other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.rng.uniform(0.2, 4.0))

    async def _full(self) -> None:
        self.faults.fail(self.rng.randrange(1, 6), errno.ENOSPC, 1 << 30)
        await asyncio.sleep(self.rng.uniform(0.2, 3.0))
        self.faults.calm()

    async def _error(self) -> None:
        self.faults.fail(self.rng.randrange(1, 30), errno.EIO, self.rng.choice((1, 2, 5)))
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        self.faults.calm()

    async def _slow(self) -> None:
        self.faults.slow(self.rng.uniform(0.005, 0.08))
        await asyncio.sleep(self.rng.uniform(0.5, 3.0))
        self.faults.calm()

    async def _step(self) -> None:
        self.faults.step_clock(self.rng.randrange(-48, 48) * HOUR_MS)
        await asyncio.sleep(0.5)
        if self.rng.random() < 0.7:
            await self._kill()

    async def _kill_when_full(self) -> None:
        self.faults.fail(self.rng.randrange(1, 6), errno.ENOSPC, 1 << 30)
        await asyncio.sleep(self.rng.uniform(0.2, 1.0))
        await asyncio.to_thread(self.server.kill)
        self.faults.calm()
        await asyncio.to_thread(self.server.start)


async def haunted(
    server: Running, faults: Faults, seconds: float, games: int, seed: int
) -> tuple[Seen, Counter[str]]:
    """Play `games` games at once for so long; gives what clients saw and what happened."""
    rng, seen, stop = random.Random(seed), Seen(), asyncio.Event()
    nemesis = Nemesis(server, faults, seen, rng)
    with Delay(server) as delay:
        white = await Guest.enter(server.base, fresh_address())
        black = await Guest.enter(server.base, fresh_address())
        players = []
        for number in range(games):
            kind = GAMES[number % 3]
            agreement = {
                "game": kind, "time": "sudden 120", "dice": "fair" if number % 2 else "server",
                "length": None if kind == "abalone" else 25, "plies": 0, "quiet": 0,
            }  # fmt: skip
            asked = {"agreement": agreement, "side": "white", "invitation": True}
            offer = await white.post("/api/offers", **asked)
            began = await black.post(f"/api/offers/{offer['id']}/accept")
            for guest in (white, black):
                seat, own = Seat(guest, began["game"]), random.Random(rng.random())
                players.append(Stubborn(server, seat, kind, seen, own, delay))
        tasks = [asyncio.create_task(player.play(stop)) for player in players]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await nemesis.strike()
        stop.set()
        await asyncio.gather(*tasks)
        for player in players:
            player.note()
            await player.seat.close()
        await white.close()
        await black.close()
    return seen, nemesis.happened


def flagged(database: Path) -> list[str]:
    """Games that a clock has ended: nobody here has used up two hours."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT game, body FROM events").fetchall()
    return [game for game, body in rows if json.loads(body)["do"] == "flagged"]


def haunt(folder: Path, seconds: float, games: int, seed: int) -> tuple[str, list[str]]:
    """One whole run: a line about it, and everything that is wrong."""
    faults = Faults(folder / "faults")
    server = Running(folder / "data", workers=0, analysts=0, sockets_per_user=1000)
    server.launch = ColdProcess  # type: ignore[misc] the library is loaded at the start of a program
    before = dict(os.environ)
    os.environ.update(faults.environment(built(folder)))
    try:
        server.start()
        seen, happened = asyncio.run(haunted(server, faults, seconds, games, seed))
        server.stop()
    finally:
        os.environ.clear()
        os.environ.update(before)
    database = server.data / "tablas.sqlite"
    wrong = held_against_the_log(database, seen)
    wrong += [f"{game}: flagged" for game in flagged(database)]
    with contextlib.closing(sqlite3.connect(database)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
    wrong += [] if sound == "ok" else [f"the file: {sound}"]
    deeds = ", ".join(f"{count} × {name}" for name, count in sorted(happened.items()))
    told = (
        f"{seconds:.0f} s, seed {seed}: {sum(happened.values())} strikes ({deeds}); "
        f"{len(seen.acknowledged)} acknowledged commands, {len(seen.events)} events seen, "
        f"{seen.reconnects} reconnects, {seen.resent} resends"
    )
    return told, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told, wrong = haunt(Path(folder), 60 * chosen.minutes, chosen.games, chosen.seed)
    print(told)  # noqa: T201
    print(f"{len(wrong)} faults", *wrong[:20], sep="\n")  # noqa: T201
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
