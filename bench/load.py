"""Load: many games at once over real sockets, with our own client; errors, latency, CPU a move.

    python bench/load.py                       200 games in short, as CI does it
    make load                                  1,000 games at 200 moves a second, for a minute

A move is a whole turn: in the dice games a roll and a play, each acknowledged once it is committed
and synced. Both ways of the server's sockets are measured one after the other, each by a server of
its own, and stand side by side. Beside the acknowledgement times stands a control: how late a plain
`asyncio.sleep` of the same process wakes up. What the machine, and this client, add to everything
is seen there.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support" / "server"))

from quick_plays import some_play  # type: ignore[import-not-found]
from server_client import Guest, Seat  # type: ignore[import-not-found]
from server_running import Running, fresh_address  # type: ignore[import-not-found]
from tablas.values import Dice

DRIFT_EVERY: Final = 0.01  # seconds
WARM_UP: Final = 1.0  # seconds without a control; what the server does in them is measured
PATHS: Final = {"default": False, "fast": True}
"""The ways of the sockets: the public interface of uvicorn, and the inside of it."""


@dataclass
class Numbers:
    """What was measured."""

    path: str
    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    moves: int = 0
    commands: int = 0
    errors: list[str] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    drift: list[float] = field(default_factory=list)


class Pace:
    """Lets so many commands a second through, evenly."""

    def __init__(self, rate: float) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = time.monotonic()

    async def wait(self) -> None:
        now = time.monotonic()
        self._next = max(self._next + self._gap, now)
        await asyncio.sleep(self._next - now)


async def play(seat: Seat, kind: str, pace: Pace, end: float, numbers: Numbers) -> None:
    """Play until the time is over; a finished game is left at its end."""
    rng = random.Random(seat.game)
    while time.monotonic() < end and seat.closed is None:
        try:
            await seat.until(
                lambda s: (
                    s.closed
                    or s.state.get("status") not in ("playing", "waiting", None)
                    or (s.mine and not s.waiting)
                ),
                max(0.01, end - time.monotonic()),
            )
        except TimeoutError:
            return
        if seat.closed or seat.state["status"] != "playing":
            return
        playing = seat.state["phase"] == "to-play"
        if playing:
            await pace.wait()
        fields = {"play": _play(seat, kind, rng)} if playing else _opening(seat)
        start = time.perf_counter()
        try:
            answer = await seat.do("play" if playing else "roll", **fields)
        except (TimeoutError, OSError) as error:
            numbers.errors.append(repr(error))
            return
        numbers.latencies.append((time.perf_counter() - start) * 1000)
        if answer["t"] != "ack":
            numbers.errors.append(answer["error"]["en"])
            return
        numbers.commands += 1
        numbers.moves += playing
        await seat.until(lambda s, answer=answer: s.closed or s.n >= answer["n"])
    if seat.closed and time.monotonic() < end:
        numbers.errors.append(f"closed with {seat.closed}")


def _play(seat: Seat, kind: str, rng: random.Random) -> str:
    dice = seat.state.get("dice")
    return str(some_play(kind, seat.state["position"], Dice(*dice) if dice else None, rng))


def _opening(seat: Seat) -> dict[str, str]:
    if "fair_dice" not in seat.state:
        return {}
    return {"open": seat.chain(seat.sides[0]).opening(seat.next_roll()).hex()}


async def drifts(numbers: Numbers, end: float) -> None:
    """How late this process would have been for something due every ten milliseconds.

    Where it stood still for longer, all that was due meanwhile was late, not one thing.
    """
    await asyncio.sleep(WARM_UP)  # this process has just begun thousands of tasks
    due = time.perf_counter() + DRIFT_EVERY
    while time.monotonic() < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        now = time.perf_counter()
        while due <= now:
            numbers.drift.append((now - due) * 1000)
            due += DRIFT_EVERY


async def load(
    server: Running,
    path: str,
    games: int,
    rate: float,
    seconds: float,
    dice: str,
    *,
    graph: bool = False,
) -> Numbers:
    """Open all tables, play for so long, close; with `graph` as browsers do, else as programs."""
    numbers = Numbers(path)
    kinds = ("backgammon", "abak", "abalone")
    seats: list[tuple[Seat, str]] = []
    white = await Guest.enter(server.base, fresh_address())
    black = await Guest.enter(server.base, fresh_address())
    for number in range(games):
        if number % 90 == 89:  # one person has at most a hundred unfinished games
            white = await Guest.enter(server.base, fresh_address())
            black = await Guest.enter(server.base, fresh_address())
        kind = kinds[number % 3]
        agreement = {"game": kind, "dice": dice, "time": "fischer 30+10"}
        offer = await white.post("/api/offers", agreement=agreement, side="white", invitation=True)
        began = await black.post(f"/api/offers/{offer['id']}/accept")
        seats += [(await guest.sit(began["game"], graph=graph), kind) for guest in (white, black)]
    gc.collect()
    gc.disable()  # looking for garbage among all frames heard takes this client a third of a second
    before, start = server.cpu_seconds(), time.monotonic()
    end, pace = start + seconds, Pace(rate)
    await asyncio.gather(
        drifts(numbers, end), *(play(seat, kind, pace, end, numbers) for seat, kind in seats)
    )
    numbers.wall, numbers.cpu = time.monotonic() - start, server.cpu_seconds() - before
    numbers.memory = server.memory_mb()
    gc.enable()
    for seat, _ in seats:
        await seat.close()
    for guest in {seat.guest for seat, _ in seats}:
        await guest.close()
    return numbers


def report(measured: list[Numbers], games: int, rate: float) -> None:
    """One table: what was measured on each way, and the goal beside it."""
    columns = [column(numbers, games) for numbers in measured]
    goals = {
        "moves a second": f"{rate:.0f}",
        "errors": "0",
        "server CPU a move": "<= 1 ms",
        "server memory": "<= 300 MB",
        "p99 above the control": "<= 100 ms",
    }
    print(f"{'':30}", *(f"{numbers.path:>24}" for numbers in measured), f"{'goal':>12}")
    for name in columns[0]:
        cells = (f"{values[name]:>24}" for values in columns)
        print(f"{name:30}", *cells, f"{goals.get(name, ''):>12}")
    for error in sorted({error for numbers in measured for error in numbers.errors})[:5]:
        print("error:", error)


def column(numbers: Numbers, games: int) -> dict[str, str]:
    """What was measured on one way, by name."""
    moves, commands = max(1, numbers.moves), max(1, numbers.commands)
    acknowledged, drift = quantiles(numbers.latencies), quantiles(numbers.drift)
    return {
        "games, sockets": f"{games}, {2 * games}",
        "moves, commands": f"{numbers.moves}, {numbers.commands} in {numbers.wall:.1f} s",
        "moves a second": f"{numbers.moves / numbers.wall:.0f}",
        "errors": f"{len(numbers.errors)}",
        "server CPU a move": f"{numbers.cpu / moves * 1000:.2f} ms",
        "server CPU a command": f"{numbers.cpu / commands * 1000:.2f} ms",
        "server memory": f"{numbers.memory:.0f} MB",
        "acknowledged p50, p99, most": milliseconds(acknowledged),
        "sleep drift p50, p99, most": milliseconds(drift),
        "p99 above the control": f"{acknowledged[1] - drift[1]:.1f} ms",
    }


def quantiles(values: list[float]) -> tuple[float, float, float]:
    """The median, the 99th of a hundred, and the largest."""
    if len(values) < 2:
        return (0.0, 0.0, 0.0)
    cut = statistics.quantiles(values, n=100, method="inclusive")
    return cut[49], cut[98], max(values)


def milliseconds(values: tuple[float, float, float]) -> str:
    return ", ".join(f"{value:.1f}" for value in values) + " ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=60, help="moves a second, all together")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--dice", choices=["server", "fair"], default="server")
    parser.add_argument("--path", choices=["both", *PATHS], default="both")
    parser.add_argument("--rounds", type=int, default=1, help="how often each way is measured")
    parser.add_argument("--graph", action="store_true", help="legal steps as browsers get them")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    measured = [
        measure(path, chosen)
        for _ in range(chosen.rounds)
        for path in (PATHS if chosen.path == "both" else (chosen.path,))
    ]
    report(measured, chosen.games, chosen.rate)
    return 1 if any(numbers.errors for numbers in measured) else 0


def measure(path: str, chosen: argparse.Namespace) -> Numbers:
    """Play against a fresh server whose sockets go this way."""
    with tempfile.TemporaryDirectory() as folder:
        server = Running(
            Path(folder), workers=0, sockets_per_user=1000, log_level="warning",
            fast_sockets=PATHS[path],
        ).start()  # fmt: skip
        try:
            plan = chosen.games, chosen.rate, chosen.seconds, chosen.dice
            return asyncio.run(load(server, path, *plan, graph=chosen.graph))
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
