"""How far one machine goes: moves a second with SQLite, and with one, two, … processes.

    python -m bench.processes            SQLite; PostgreSQL and Valkey with one and two processes

Each set-up is a fresh one, with the same games; games are spread over the processes as a proxy
does it, by the game. The rate goes up from window to window until it is no longer reached: then
what the machine gives is used up. Client, servers and database share the machine, so the figures
are a lower bound.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support" / "server"))

import asyncpg  # type: ignore[import-untyped]
from bench.load import Numbers, Pace, drifts, play, quantiles
from bench.spectators import tables

from server_backends import postgres, redis  # type: ignore[import-not-found]
from server_client import Seat  # type: ignore[import-not-found]
from server_running import Running  # type: ignore[import-not-found]

FILES: Final = 8192
REACHED: Final = 0.95  # of the rate that was asked for
SECRET: Final = "any thirty-two characters will do here"
TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass
class Setup:
    """Running servers, and the database whose processor time counts as well."""

    name: str
    servers: list[Running]
    database: int | None  # its first process

    def cpu(self) -> tuple[float, float]:
        """Processor seconds of the servers, and of the database."""
        own = sum(server.cpu_seconds() for server in self.servers)
        return own, _family_cpu(self.database) if self.database else 0.0


def _family_cpu(first: int) -> float:
    total = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, _, rest = file.read_text().partition(" (")
            fields = rest.rpartition(")")[2].split()
            if first in (int(pid), int(fields[1])):
                total += sum(map(int, fields[11:15]))  # ended children of the first one included
    return total / TICKS


@contextlib.contextmanager
def sqlite() -> Iterator[Setup]:
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder), **_options()).start()
        try:
            yield Setup("SQLite", [server], None)
        finally:
            server.stop()


@contextlib.contextmanager
def cluster(count: int) -> Iterator[Setup]:
    with tempfile.TemporaryDirectory() as folder, postgres() as database, redis() as bus:
        shared = {"database": database, "bus": bus, "secret": SECRET}
        servers = [
            Running(Path(folder) / str(number), **shared, **_options()).start()
            for number in range(count)
        ]
        try:
            yield Setup(f"PostgreSQL, {count}", servers, asyncio.run(_first_process(database)))
        finally:
            for server in servers:
                server.stop()


def _options() -> dict[str, Any]:
    return {"workers": 0, "analysts": 0, "sockets_per_user": 2000, "log_level": "warning",
            "connections_per_address": FILES}  # fmt: skip


async def _first_process(url: str) -> int:
    connection = await asyncpg.connect(url)
    pid = await connection.fetchval("SELECT pg_backend_pid()")
    first = _parent(pid)
    await connection.close()
    return first


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def measure(setup: Setup, chosen: argparse.Namespace) -> None:
    """One line for each rate, until one is not reached."""
    seats: list[tuple[Seat, str]] = []
    for server in setup.servers:
        seats += await tables(server, chosen.games // len(setup.servers))
    for rate in chosen.rates:
        numbers = await _window(seats, rate, chosen.seconds, setup)
        if numbers.moves / numbers.wall < REACHED * rate:
            break
    for seat, _ in seats:
        await seat.close()
    for guest in {seat.guest for seat, _ in seats}:
        await guest.close()


async def _window(
    seats: Sequence[tuple[Seat, str]], rate: float, seconds: float, setup: Setup
) -> Numbers:
    numbers, pace = Numbers(setup.name), Pace(rate)
    gc.collect()
    gc.disable()
    before, start = setup.cpu(), time.monotonic()
    end = start + seconds
    await asyncio.gather(
        drifts(numbers, end), *(play(seat, kind, pace, end, numbers) for seat, kind in seats)
    )
    gc.enable()
    numbers.wall = time.monotonic() - start
    after = setup.cpu()
    for seat, _ in seats:
        seat.frames.clear()
        seat.events.clear()
    moves = max(1, numbers.moves)
    used = [1000 * (now - then) / moves for now, then in zip(after, before, strict=True)]
    p50, p99, _ = quantiles(numbers.latencies)
    print(
        f"{setup.name:<16} {rate:>6.0f} {numbers.moves / numbers.wall:>8.0f} {p50:>8.1f} "
        f"{p99:>8.1f} {quantiles(numbers.drift)[1]:>12.1f} {used[0]:>10.2f} {used[1]:>10.2f} "
        f"{len(numbers.errors):>6}",
        flush=True,
    )
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rates", type=float, nargs="+", default=[100, 200, 300, 400, 600, 800])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--games", type=int, default=400)
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES), hard))
    print(f"{'':<16} {'rate':>6} {'moves/s':>8} {'p50, ms':>8} {'p99, ms':>8} {'control p99':>12} "
          f"{'CPU, ms':>10} {'database':>10} {'errors':>6}")  # fmt: skip
    for setup in (sqlite, *((lambda n=n: cluster(n)) for n in chosen.processes)):
        with setup() as running:
            asyncio.run(measure(running, chosen))


if __name__ == "__main__":
    main()
