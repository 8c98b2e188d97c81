"""People who play on while a nemesis strikes, and what must be true of the log afterwards.

`nemesis.py` strikes one server on SQLite, `cluster_nemesis.py` two on PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from machine_delay import Delay
from server_client import Guest, Seat
from server_kill import Seen, Stubborn, differences
from server_running import Running, fresh_address
from tablas.server.admin.integrity import Checked, faults
from tablas.server.settings import Settings
from warm_start import close_nursery

HOUR_MS = 3_600_000
STALLED_SECONDS = 60  # without an answer after a fault is over
NEWS_SECONDS = 300  # between two lines about a run that is on its way
GAMES = ("backgammon", "abalone", "abak")
Deed = Callable[[], Awaitable[None]]


@dataclass
class Nemesis(ABC):
    """Brings one thing after another about, and waits until play goes on."""

    seen: Seen
    rng: random.Random
    happened: Counter[str] = field(default_factory=Counter)

    @abstractmethod
    def deeds(self) -> dict[str, Deed]:
        """What can be brought about, by name."""

    @abstractmethod
    async def log(self) -> list[Sequence[Any]]:
        """The events that are stored now: game, number, client id and body."""

    async def wrong_so_far(self) -> list[str]:
        """What was told until now held against what is stored now."""
        told = replace(
            self.seen, acknowledged=dict(self.seen.acknowledged), events=dict(self.seen.events)
        )
        return wrong_in(await self.log(), told)

    async def strike(self) -> None:
        deeds = self.deeds()
        # Half of all strikes end a process: whatever else is wrong, that is what loses things.
        deadly = self.rng.random() < 0.5
        name = self.rng.choice([name for name in deeds if ("kill" in name) == deadly])
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

    async def kill(self, server: Running) -> None:
        await asyncio.to_thread(server.kill)
        await self.start(server)

    async def restart(self, server: Running) -> None:
        await asyncio.to_thread(server.stop)
        await self.start(server)

    async def start(self, server: Running) -> None:
        """Start it until it stays, as systemd would: the database may still be recovering."""
        end = time.monotonic() + STALLED_SECONDS
        while True:
            try:
                await asyncio.to_thread(server.start)
            except AssertionError:
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(1)
            else:
                return

    async def hold(self, server: Running) -> None:
        assert server.process
        os.kill(server.process.pid, signal.SIGSTOP)
        await self.a_while(0.2, 2.5)
        os.kill(server.process.pid, signal.SIGCONT)

    async def a_while(self, least: float, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))


class Wanderer(Stubborn):
    """A player who goes to any of the processes when one is gone, as a proxy would do it."""

    bases: tuple[str, ...] = ()

    async def reconnect(self) -> None:
        self.seat.guest.base = self.rng.choice(self.bases)
        self.watched = False
        await super().reconnect()

    async def told_to_wait(self) -> None:
        """Try it elsewhere now and then: there the same command may meet itself."""
        if self.rng.random() < 0.3:
            self.seat.cut()
            await self.seat.until(lambda seat: seat.closed is not None)


@dataclass(frozen=True)
class Plan:
    """How long a run takes, and how much is played in it."""

    seconds: float
    games: int
    seed: int
    pause: float = 0.0  # before each command, at most
    news: bool = False  # whether it tells of itself meanwhile


@dataclass
class Haunted:
    """Tables at these servers, and what those who sit at them were told."""

    servers: Sequence[Running]
    plan: Plan
    seen: Seen = field(default_factory=Seen)
    tables: dict[int, str] = field(default_factory=dict)  # the game at each

    async def play(self, nemesis: Nemesis) -> None:
        """Play while the nemesis strikes; a game that ends is followed by another."""
        plan, stop = self.plan, asyncio.Event()
        rng = random.Random(plan.seed)
        Wanderer.bases = tuple(server.base for server in self.servers)
        Wanderer.pause = plan.pause
        with Delay(self.servers[0]) as delay:
            people = [await Guest.enter(self.servers[0].base, fresh_address()) for _ in "wb"]
            tasks = [
                asyncio.create_task(
                    self._table(number, people, random.Random(rng.random()), delay, stop)
                )
                for number in range(plan.games)
            ]
            start = told = time.monotonic()
            while (now := time.monotonic()) < start + plan.seconds:
                await nemesis.strike()
                if plan.news and now - told >= NEWS_SECONDS:
                    told = now
                    print(report(now - start, plan.seed, self.seen, nemesis.happened))  # noqa: T201
                    print(f"{len(await nemesis.wrong_so_far())} faults so far", flush=True)  # noqa: T201
            await self._all_go_on()
            stop.set()
            await asyncio.gather(*tasks)
            for guest in people:
                await guest.close()

    async def _all_go_on(self) -> None:
        """When it is over, no table may be stuck: each has another answer, or another game."""
        before, end = dict(self.tables), time.monotonic() + STALLED_SECONDS
        counts = Counter(game for game, *_ in self.seen.acknowledged)
        while stuck := [
            game for number, game in before.items()
            if self.tables[number] == game
            and Counter(game for game, *_ in self.seen.acknowledged)[game] == counts[game]
        ]:  # fmt: skip
            if time.monotonic() > end:
                self.seen.faults.append(f"no answers for {STALLED_SECONDS} s at {stuck}")
                return
            await asyncio.sleep(0.2)

    async def _table(
        self, number: int, people: list[Guest], rng: random.Random, delay: Delay,
        stop: asyncio.Event,
    ) -> None:  # fmt: skip
        kind = GAMES[number % 3]
        agreement = {
            "game": kind, "time": "sudden 120", "dice": "fair" if number % 2 else "server",
            "length": None if kind == "abalone" else 25, "plies": 0, "quiet": 0,
        }  # fmt: skip
        while not stop.is_set():
            here = [self._at_any_process(guest, rng) for guest in people]
            try:
                game = await begun(here, agreement)
            except (httpx.HTTPError, AssertionError):
                await asyncio.sleep(rng.uniform(0.2, 0.5))
            else:
                self.tables[number] = game
                players = [
                    Wanderer(self.servers[0], Seat(one, game), kind, self.seen,
                             random.Random(rng.random()), delay)
                    for one in here
                ]  # fmt: skip
                await asyncio.gather(*(player.play(stop) for player in players))
                for player in players:
                    player.note()
                    await player.seat.close()
            for one in here:
                await one.close()

    def _at_any_process(self, guest: Guest, rng: random.Random) -> Guest:
        one = Guest(rng.choice(self.servers).base)
        one.http.cookies = guest.http.cookies
        return one


async def begun(pair: Sequence[Guest], agreement: dict[str, Any]) -> str:
    """A game between two, by an invitation."""
    asked = {"agreement": agreement, "side": "white", "invitation": True}
    offer = await pair[0].post("/api/offers", **asked)
    while True:  # an offer that nobody takes counts against whoever made it
        with contextlib.suppress(httpx.HTTPError):
            answer = await pair[1].http.post(f"/api/offers/{offer['id']}/accept")
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                assert answer.is_success, answer.text
                return str(answer.json()["game"])
        await asyncio.sleep(0.3)


def wrong_in(rows: Iterable[Sequence[Any]], seen: Seen) -> list[str]:
    """What does not fit in rows of the log: game, number, client id and body."""
    rows = list(rows)
    # Nobody here has used up two hours.
    flagged = [row[0] for row in rows if json.loads(row[3])["do"] == "flagged"]
    return differences(rows, seen) + [f"{game}: flagged" for game in flagged]


async def replayed(settings: Settings) -> list[str]:
    """What does not fit when every game is played once more by the rules, as `admin check` does."""
    return [fault.en async for fault in faults(settings, Checked())]


def report(seconds: float, seed: int, seen: Seen, happened: Counter[str]) -> str:
    """One line about a run."""
    deeds = ", ".join(f"{count} × {name}" for name, count in sorted(happened.items()))
    games = len({game for game, *_ in seen.acknowledged})
    return (
        f"{seconds:.0f} s, seed {seed}: {sum(happened.values())} strikes ({deeds}); "
        f"{len(seen.acknowledged)} acknowledged commands in {games} games, "
        f"{len(seen.events)} events seen, {seen.reconnects} reconnects, {seen.resent} resends, "
        f"{seen.unsure} answers that left it open"
    )


def command(haunt: Callable[[Path, Plan], tuple[str, list[str]]], about: str | None) -> None:
    """Run one of them from the command line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds to think, at most")
    chosen = parser.parse_args()
    plan = Plan(60 * chosen.minutes, chosen.games, chosen.seed, chosen.pause, news=True)
    with tempfile.TemporaryDirectory() as folder:
        line, wrong = haunt(Path(folder), plan)
        close_nursery()
    print(line)  # noqa: T201
    print(f"{len(wrong)} faults", *wrong[:20], sep="\n")  # noqa: T201
    raise SystemExit(bool(wrong))
