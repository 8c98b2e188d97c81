"""Real servers for the tests: `tablas serve` on a free port of 127.0.0.1, and people at tables."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from fresh_database import put_fresh_database
from server_client import PATIENCE, Guest
from warm_start import ColdProcess, WarmProcess, close_nursery

MARKED = "listening on "


class Running:
    """`tablas serve` in a process of its own."""

    # Under `warm_starts` it is WarmProcess, which leaves the imports out of a start.
    launch: type[ColdProcess | WarmProcess] = ColdProcess

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data, self.settings = data, settings
        self.process: ColdProcess | WarmProcess | None = None
        self.port = 0
        self.started_at = 0.0
        self.log = data / "server.log"
        self.environment: dict[str, str] = {}  # beside ours

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Running:
        self.data.mkdir(parents=True, exist_ok=True)
        if self.launch is WarmProcess and "database" not in self.settings:
            put_fresh_database(self.data)
        flags = [_flag(name.replace("_", "-"), value) for name, value in self.settings.items()]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        with self.log.open("a") as log:
            self.process = self.launch(
                ["serve", f"--data={self.data}", f"--port={self.port}",
                 "--trusted-proxies=127.0.0.1", "--messages-per-20s=100000",
                 "--requests-per-minute=100000", *flags],
                environment, log,
            )  # fmt: skip
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(rf"{MARKED}http://[^:]+:(\d+)", line):
                self.port = int(found[1])
                self.started_at = time.monotonic()
                return self
        self._reap()
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """As if the power failed."""
        assert self.process
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """SIGTERM; gives the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        assert self.process
        code = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def cpu_seconds(self) -> float:
        """Processor time used so far, its children not included."""
        assert self.process
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Resident memory of the process."""
        assert self.process
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024


@contextlib.contextmanager
def warm_starts() -> Iterator[None]:
    """Meanwhile servers start from the nursery, which a worker of the tests has for itself."""
    Running.launch = WarmProcess
    yield
    Running.launch = ColdProcess
    close_nursery()


def _flag(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    return f"--{name}={value}"


class Table:
    """Two guests at one game."""

    def __init__(self, white: Any, black: Any, game: str) -> None:
        self.white, self.black, self.game = white, black, game

    @property
    def seats(self) -> tuple[Any, Any]:
        return self.white, self.black

    async def close(self) -> None:
        for seat in self.seats:
            await seat.close()
            await seat.guest.close()


_addresses = iter(f"10.{a}.{b}.{c}" for a in range(256) for b in range(256) for c in range(1, 255))


_names = itertools.count(1)


def fresh_address() -> str:
    """Guests are limited by address; the tests stand behind a trusted proxy."""
    return next(_addresses)


async def guest(base: str) -> Guest:
    return await Guest.enter(base, fresh_address())


async def told_here(base: str, path: str) -> httpx.Response:
    """What somebody on this very machine is told, with no proxy in between."""
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
        return await client.get(path)


async def table_of(base: str, agreement: dict[str, Any], **options: Any) -> Table:
    """An invitation, its acceptance, and both at the table; the host plays White."""
    host, friend = await guest(base), await guest(base)
    if agreement.get("rated"):
        for player in (host, friend):
            await player.post("/api/register", name=f"Rated {next(_names)}", password="long enough")
    offer = await host.post("/api/offers", agreement=agreement, side="white", invitation=True)
    began = await friend.post(f"/api/offers/{offer['id']}/accept")
    white = await host.sit(began["game"], **options)
    black = await friend.sit(began["game"], **options)
    return Table(white, black, began["game"])


@contextlib.asynccontextmanager
async def table_at(base: str, *, options: dict[str, Any] | None = None, **agreement: Any):
    table = await table_of(base, agreement, **(options or {}))
    try:
        yield table
    finally:
        await table.close()


def run(coroutine: Any, seconds: float = 180) -> Any:
    """Run a scenario, with an end in any case."""

    async def bounded() -> Any:
        async with asyncio.timeout(seconds):
            return await coroutine

    return asyncio.run(bounded())


def eventually(check: Any, seconds: float = PATIENCE) -> None:
    """Wait until `check()` is true."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "did not happen"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The worker processes of a server."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
