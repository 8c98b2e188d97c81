"""Load: many games at once over real sockets, with our own client; errors, latency, CPU a move.

    python bench/load.py                       200 games in short, as CI does it
    make load                                  1,000 games at 200 moves a second, for a minute

A move is a whole turn: in the dice games a roll and a play, each acknowledged once it is committed
and synced. Beside the acknowledgement times stands a control: how late a plain `asyncio.sleep` of
the same process wakes up. What the machine, and this client, add to everything is seen there.
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
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from bench.load_plays import some_play

from server_client import Guest, Seat  # type: ignore[import-not-found]
from server_running import Running, fresh_address  # type: ignore[import-not-found]
from tablas.values import Dice

DRIFT_EVERY: Final = 0.01  # seconds
WARM_UP: Final = 1.0  # seconds without a control; what the server does in them is measured


@dataclass
class Numbers:
    """What was measured."""

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
    return some_play(kind, seat.state["position"], Dice(*dice) if dice else None, rng)


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


async def load(server: Running, games: int, rate: float, seconds: float, dice: str) -> Numbers:
    """Open all tables, play for so long, close."""
    numbers = Numbers()
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
        seats += [(await guest.sit(began["game"]), kind) for guest in (white, black)]
    gc.collect()
    gc.disable()  # looking for garbage among all frames heard takes this client a third of a second
    before, start = server.cpu_seconds(), time.monotonic()
    end, pace = start + seconds, Pace(rate)
    await asyncio.gather(
        drifts(numbers, end), *(play(seat, kind, pace, end, numbers) for seat, kind in seats)
    )
    wall, cpu = time.monotonic() - start, server.cpu_seconds() - before
    report(numbers, games, rate, wall, cpu, server.memory_mb())
    for seat, _ in seats:
        await seat.close()
    for guest in {seat.guest for seat, _ in seats}:
        await guest.close()
    return numbers


def report(
    numbers: Numbers, games: int, rate: float, wall: float, cpu: float, memory: float
) -> None:
    """One table: what was measured, and the goal beside it."""
    moves, commands = max(1, numbers.moves), max(1, numbers.commands)
    acknowledged, drift = quantiles(numbers.latencies), quantiles(numbers.drift)
    above = acknowledged[1] - drift[1]
    rows = (
        ("games, sockets", f"{games}, {2 * games}", ""),
        ("moves, commands", f"{numbers.moves}, {numbers.commands} in {wall:.1f} s", ""),
        ("moves a second", f"{numbers.moves / wall:.0f}", f"{rate:.0f}"),
        ("errors", f"{len(numbers.errors)}", "0"),
        ("server CPU a move", f"{cpu / moves * 1000:.2f} ms", "<= 1 ms"),
        ("server CPU a command", f"{cpu / commands * 1000:.2f} ms", ""),
        ("server memory", f"{memory:.0f} MB", "<= 300 MB"),
        ("acknowledged p50, p99, most", told(acknowledged), ""),
        ("sleep drift p50, p99, most", told(drift), ""),
        ("p99 above the control", f"{above:.1f} ms", "<= 100 ms"),
    )
    print(f"{'':30} {'measured':>28} {'goal':>12}")
    for name, measured, goal in rows:
        print(f"{name:30} {measured:>28} {goal:>12}")
    for error in sorted(set(numbers.errors))[:5]:
        print("error:", error)


def quantiles(values: list[float]) -> tuple[float, float, float]:
    """The median, the 99th of a hundred, and the largest."""
    if len(values) < 2:
        return (0.0, 0.0, 0.0)
    cut = statistics.quantiles(values, n=100, method="inclusive")
    return cut[49], cut[98], max(values)


def told(values: tuple[float, float, float]) -> str:
    return ", ".join(f"{value:.1f}" for value in values) + " ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=60, help="moves a second, all together")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--dice", choices=["server", "fair"], default="server")
    chosen = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Running(
            Path(folder), workers=0, sockets_per_user=1000, log_level="warning"
        ).start()
        try:
            numbers = asyncio.run(
                load(server, chosen.games, chosen.rate, chosen.seconds, chosen.dice)
            )
        finally:
            server.stop()
    return 1 if numbers.errors else 0


if __name__ == "__main__":
    sys.exit(main())
