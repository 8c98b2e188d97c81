"""A thousand spectators of one game: what they cost the other games, both sides in one run.

    python -m bench.spectators                 90 games, seven rounds without and with spectators

One server; many games are played at a steady rate, and one more that the spectators watch. Windows
without and with spectators take turns, so that whatever else the machine does meets both alike, and
the medians over the rounds are compared. The spectators are a process of their own that only reads,
with a lower priority: in life they are other machines.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support" / "server"))

from bench.load import Numbers, Pace, drifts, play, quantiles

from server_client import Guest, Seat  # type: ignore[import-not-found]
from server_running import Running, fresh_address  # type: ignore[import-not-found]

KINDS: Final = ("backgammon", "abak", "abalone")
WATCHED: Final = "abalone"
ENDLESS: Final = {"plies": 0, "quiet": 0}  # no game ends by having lasted long
GAP: Final = 1.0  # seconds between two commands of the game that is watched
FILES: Final = 8192
SETTLED: Final = 3.0  # seconds after a crowd has come or gone
GOAL: Final = 1.2


@dataclass
class Window:
    """What was measured in so many seconds."""

    crowd: int
    p50: float
    p99: float
    drift: float
    cpu: float  # of the server, as a share of one processor
    frames: int  # that the spectators read, each a second

    def line(self) -> str:
        return (
            f"{self.crowd:>10} {self.p50:>10.1f} {self.p99:>10.1f} {self.drift:>12.1f} "
            f"{100 * self.cpu:>10.0f} {self.frames:>12}"
        )


# The spectators: another process, told how many of them shall watch.


class Watcher(asyncio.Protocol):
    """One spectator: opens a socket by hand and counts the frames that come."""

    heard = 0

    def __init__(self, port: int, game: str) -> None:
        self.request = (
            f"GET /socket/{game} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        Watcher.heard += data.count(b'{"t":"event"')


async def watch(pipe: Connection, port: int, game: str) -> None:
    """Have as many spectators as the other end of the pipe says; tell what they have read."""
    loop = asyncio.get_running_loop()
    crowd: list[asyncio.BaseTransport] = []
    while True:
        while not pipe.poll():  # noqa: ASYNC110 a pipe of another process
            await asyncio.sleep(0.01)
        wanted = pipe.recv()
        if wanted is None:
            return
        if wanted != len(crowd):
            for transport in crowd:
                transport.close()
            crowd = [
                (await loop.create_connection(lambda: Watcher(port, game), "127.0.0.1", port))[0]
                for _ in range(wanted)
            ]
        pipe.send(Watcher.heard)


def spectate(pipe: Connection, port: int, game: str) -> None:
    os.nice(5)
    asyncio.run(watch(pipe, port, game))


# The games.


async def tables(server: Running, games: int) -> list[tuple[Seat, str]]:
    """So many tables, each with both seats taken."""
    seats: list[tuple[Seat, str]] = []
    pair: list[Guest] = []
    for number in range(games):
        if number % 90 == 0:  # one person has at most a hundred unfinished games
            pair = [await Guest.enter(server.base, fresh_address()) for _ in range(2)]
        kind = KINDS[number % 3]
        seats += [(seat, kind) for seat in await table(pair, kind)]
    return seats


async def table(pair: list[Guest], kind: str) -> list[Seat]:
    length = {} if kind == "abalone" else {"length": 25}
    agreement = {"game": kind, "dice": "server", "time": "fischer 30+10", **length, **ENDLESS}
    asked = {"agreement": agreement, "side": "white", "invitation": True}
    offer = await pair[0].post("/api/offers", **asked)
    began = await pair[1].post(f"/api/offers/{offer['id']}/accept")
    return [await guest.sit(began["game"]) for guest in pair]


async def keep_playing(seats: list[Seat], kind: str, end: float) -> None:
    """The game that is watched: something happens in it all the time."""
    rng = random.Random(1)
    while time.monotonic() < end:
        for seat in seats:
            if seat.mine and not seat.waiting:
                await seat.act(kind, rng)
        await asyncio.sleep(GAP)


async def window(
    server: Running, others: list[tuple[Seat, str]], watched: list[Seat], pipe: Connection,
    crowd: int, chosen: argparse.Namespace,
) -> Window:  # fmt: skip
    """Let a crowd come or go, then measure the other games."""
    pipe.send(crowd)
    await asyncio.to_thread(pipe.recv)
    await asyncio.sleep(SETTLED)
    numbers, pace = Numbers("default"), Pace(chosen.rate)
    pipe.send(crowd)
    heard: int = await asyncio.to_thread(pipe.recv)
    gc.collect()
    gc.disable()
    start, cpu = time.monotonic(), server.cpu_seconds()
    end = start + chosen.seconds
    await asyncio.gather(
        keep_playing(watched, WATCHED, end), drifts(numbers, end),
        *(play(seat, kind, pace, end, numbers) for seat, kind in others),
    )  # fmt: skip
    gc.enable()
    wall = time.monotonic() - start
    pipe.send(crowd)
    frames: int = await asyncio.to_thread(pipe.recv)
    if numbers.errors:
        raise SystemExit(f"errors: {sorted(set(numbers.errors))[:3]}")
    for seat, _ in others:
        seat.frames.clear()
        seat.events.clear()
    p50, p99, _ = quantiles(numbers.latencies)
    share = (server.cpu_seconds() - cpu) / wall
    drift = quantiles(numbers.drift)[1]
    return Window(crowd, p50, p99, drift, share, round((frames - heard) / wall))


async def measure(server: Running, chosen: argparse.Namespace) -> list[Window]:
    others = await tables(server, chosen.games)
    pair = [await Guest.enter(server.base, fresh_address()) for _ in range(2)]
    watched = await table(pair, WATCHED)
    pipe, far = multiprocessing.Pipe()
    started = server.port, watched[0].game
    crowd = multiprocessing.get_context("spawn").Process(target=spectate, args=(far, *started))
    crowd.start()
    measured = []
    for number in range(chosen.rounds):
        # Each comes first in every other round.
        for count in (0, chosen.spectators)[:: -1 if number % 2 else 1]:
            measured.append(await window(server, others, watched, pipe, count, chosen))
            print(measured[-1].line(), flush=True)
    pipe.send(None)
    crowd.join()
    for seat in [*watched, *(seat for seat, _ in others)]:
        await seat.close()
    for guest in {seat.guest for seat in [*watched, *(seat for seat, _ in others)]}:
        await guest.close()
    return measured


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--rate", type=float, default=50, help="moves a second, all together")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--fast-sockets", action="store_true")
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES), hard))
    print(f"{'spectators':>10} {'p50, ms':>10} {'p99, ms':>10} {'control p99':>12} "
          f"{'CPU, %':>10} {'frames/s':>12}")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        server = Running(
            Path(folder), workers=0, sockets_per_user=2000, log_level="warning",
            connections_per_address=FILES, fast_sockets=chosen.fast_sockets,
        ).start()  # fmt: skip
        try:
            measured = asyncio.run(measure(server, chosen))
        finally:
            server.stop()
    without, watched = (
        [one for one in measured if (one.crowd > 0) is crowded] for crowded in (False, True)
    )
    middle = [statistics.median(one.p99 for one in side) for side in (without, watched)]
    ratio = middle[1] / middle[0]
    print(f"p99 of the other games, median of {chosen.rounds} rounds: {middle[0]:.1f} ms without, "
          f"{middle[1]:.1f} ms with {chosen.spectators} spectators, ratio {ratio:.2f} "
          f"(goal: at most {GOAL})")  # fmt: skip
    return ratio > GOAL


if __name__ == "__main__":
    sys.exit(main())
