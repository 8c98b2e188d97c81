"""A server that is killed again and again while people play, and what must still be true.

`make kills` is the long run, of 1,000 kills; the test does 4.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

from machine_delay import Delay
from server_client import Guest, Seat
from server_running import Running, fresh_address

OVER = ("finished", "aborted")
CLOCK_MS = 1_500  # a running clock may be off by this much after a crash


@dataclass(frozen=True)
class Asked:
    """A command when it was first sent, and the last event that its sender knew of then."""

    what: str
    play: str | None
    known: int


@dataclass
class Seen:
    """What the clients were told, to be held against the log afterwards."""

    asked: dict[tuple[str, str, str], Asked] = field(default_factory=dict)
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    events: dict[tuple[str, int], Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    clock_errors: list[float] = field(default_factory=list)
    resent: int = 0
    reconnects: int = 0
    unsure: int = 0  # "try again": stored or not, only the log knows


class Stubborn:
    """A player who sends every command until it is answered, over any number of crashes."""

    pause = 0.0  # seconds before a command, at most

    def __init__(
        self, server: Running, seat: Seat, kind: str, seen: Seen, rng: random.Random, delay: Delay
    ) -> None:
        self.server, self.seat, self.kind, self.seen, self.rng = server, seat, kind, seen, rng
        self.delay = delay
        self.count = 0
        self.answered_at = 0  # the event of the last command that was acknowledged
        self.looked = 0
        self.watched = False

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set() and self.seat.state.get("status") not in OVER:
            try:
                if self.seat.closed is not None or self.seat._socket is None:
                    await self.reconnect()
                await self.one_command()
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(self.rng.uniform(0.2, 0.5))

    async def reconnect(self) -> None:
        expected = self.expected_clock()
        frames = len(self.seat.frames)
        await self.seat.connect(since=self.seat.n or None)
        self.seen.reconnects += 1
        await self.seat.until(
            lambda s: s.closed or any(f["t"] in ("state", "resumed") for f in s.frames[frames:]), 10
        )
        if self.seat.closed:
            raise OSError("closed again")
        self.note(frames)
        self.watched = False
        if expected:
            self.compare_clock(expected, frames)

    def expected_clock(self) -> tuple[int, str, float, float] | None:
        """Number, side and time left when the line broke, and since when this client knows."""
        clock = self.seat.state.get("clock")
        if not self.watched:
            return None
        if not clock or not clock["running"] or self.seat.state.get("fair_dice", {}).get("awaits"):
            return None
        since = (self.seat.cut_at - self.seat.state_at) * 1000
        return self.seat.n, clock["running"], clock[clock["running"]] - since, self.seat.state_at

    def compare_clock(self, expected: tuple[int, str, float, float], frames: int) -> None:
        n, side, left, known = expected
        for frame in self.seat.frames[frames:]:
            if frame["t"] in ("state", "resumed") and frame["n"] == n:
                # The clock has gone on since the server came back, and not before.
                since = (self.seat.state_at - self.server.started_at) * 1000
                error = abs(left - frame["state"]["clock"][side] - since)
                # A busy machine reads a frame long after it was sent: no fault of the clock.
                held_back = self.delay.between(known - 1, self.seat.state_at) * 1000
                self.seen.clock_errors.append(max(0.0, error - held_back))

    async def one_command(self) -> None:
        seat = self.seat
        self.forget()
        try:
            # After an acknowledgement the board is old until what was acknowledged is shown.
            await seat.until(
                lambda s: s.closed or (s.n >= self.answered_at and s.mine and not s.waiting), 0.5
            )
        except TimeoutError:
            self.note()
            return
        self.note()
        if seat.closed or seat.state["phase"] not in ("to-roll", "to-play"):
            return
        await asyncio.sleep(self.rng.uniform(0.0, self.pause))
        self.count += 1
        id = f"k{self.count}"  # noqa: A001
        message: dict[str, Any] = {"what": "roll"}
        if seat.state["phase"] == "to-play":
            message = {"what": "play", "play": self.rng.choice(seat.legal(self.kind))}
        elif "fair_dice" in seat.state:
            opening = seat.chain(seat.sides[0]).opening(seat.next_roll())
            message["open"] = opening.hex()
        key = seat.game, seat.sides[0][0], id
        self.seen.asked[key] = Asked(message["what"], message.get("play"), seat.n)
        answer = await self.answered(id, message)
        if answer["t"] == "ack":
            self.seen.acknowledged[key] = self.answered_at = answer["seq"]
        else:
            self.seen.faults.append(f"{seat.game} {message}: {answer['error']['en']}")
        await seat.until(lambda s: s.closed or s.n >= answer.get("seq", 0), 10)
        self.note()

    async def answered(self, id: str, message: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        """Send a command again and again, by the same id, until it is taken or refused for good."""
        seat, first = self.seat, True
        while True:
            self.seen.resent += not first
            first = False
            try:
                answer: dict[str, Any] = await seat.do(id=id, **message)
            except (OSError, TimeoutError, websockets.WebSocketException):
                pass
            else:
                if answer["t"] == "ack" or not answer["error"].get("retry_after"):
                    return answer
                self.seen.unsure += 1
                await self.told_to_wait()
            await asyncio.sleep(self.rng.uniform(0.2, 0.5))
            if seat.closed is not None:
                await self.reconnect_for_sure()

    async def told_to_wait(self) -> None:
        """The server could not store a command just now, or does not know whether it has."""

    async def reconnect_for_sure(self) -> None:
        while True:
            try:
                return await self.reconnect()
            except (OSError, TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(self.rng.uniform(0.2, 0.5))

    def note(self, _from: int | None = None) -> None:
        """Remember every event; the same number must always say the same."""
        for frame in self.seat.events[self.looked :]:
            key = self.seat.game, frame["n"]
            if self.seen.events.setdefault(key, frame["event"]) != frame["event"]:
                self.seen.faults.append(f"{key} told twice, differently: {frame['event']}")
        self.looked = len(self.seat.events)

    def forget(self) -> None:
        """Let go of what was heard and noted: in an hour it would fill the memory."""
        self.note()
        self.seat.events.clear()
        self.seat.frames.clear()
        self.looked = 0


async def torment(server: Running, kills: int, games: int, seed: int = 1) -> Seen:
    """Play many games while the server is killed; gives what the clients saw."""
    with Delay(server) as delay:
        return await _torment(server, kills, games, seed, delay)


async def _torment(server: Running, kills: int, games: int, seed: int, delay: Delay) -> Seen:
    rng = random.Random(seed)
    seen, stop = Seen(), asyncio.Event()
    white = await Guest.enter(server.base, fresh_address())
    black = await Guest.enter(server.base, fresh_address())
    players = []
    for number in range(games):
        kind = ("backgammon", "abalone", "abak")[number % 3]
        agreement = {
            "game": kind, "time": "sudden 120", "dice": "fair" if number % 2 else "server",
            "length": None if kind == "abalone" else 25, "plies": 0, "quiet": 0,
        }  # fmt: skip
        offer = await white.post("/api/offers", agreement=agreement, side="white", invitation=True)
        began = await black.post(f"/api/offers/{offer['id']}/accept")
        for guest in (white, black):
            seat = Seat(guest, began["game"])
            own = random.Random(rng.random())
            players.append(Stubborn(server, seat, kind, seen, own, delay))
    tasks = [asyncio.create_task(player.play(stop)) for player in players]
    for _ in range(kills):
        # Killed in full swing: when half as many commands as games were answered, and a bit later.
        goal = len(seen.acknowledged) + games // 2
        while len(seen.acknowledged) < goal:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0.0, 0.3))
        now = time.monotonic()
        for player in players:
            # Whoever was away while the clock ran cannot say what it should show.
            seat = player.seat
            player.watched = seat.closed is None and seat.state_at > server.started_at
            player.seat.cut_at = now
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.sleep(1.0)
    stop.set()
    await asyncio.gather(*tasks)
    for player in players:
        player.note()
        await player.seat.close()
    await white.close()
    await black.close()
    return seen


def held_against_the_log(database: Path, seen: Seen) -> list[str]:
    """Every difference between what clients were told and what is stored."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT game, seq, client_id, body FROM events").fetchall()
    return differences(rows, seen)


def differences(rows: Iterable[Sequence[Any]], seen: Seen) -> list[str]:
    """The same for rows of the log: game, number, client id and body."""
    faults, rows = list(seen.faults), list(rows)
    stored = {(game, seq): json.loads(body) for game, seq, _, body in rows}
    ids = {(game, *client.split(":", 1)): seq for game, seq, client, _ in rows if client}
    for key, seq in seen.acknowledged.items():
        if ids.get(key) != seq:
            faults.append(f"acknowledged {key} at {seq}, stored at {ids.get(key)}")
    faults += [f for key, seq in ids.items() if (f := unasked(key, seq, stored, seen))]
    for key, event in seen.events.items():
        if stored.get(key) != event:
            faults.append(f"shown {key}: {event}, stored {stored.get(key)}")
    games = {game for game, _ in stored}
    for game in games:
        numbers = sorted(seq for name, seq in stored if name == game)
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(f"{game}: numbers with a gap")
    return faults


def unasked(key: Any, seq: int, stored: Any, seen: Seen) -> str | None:
    """What is wrong with a stored command: nobody sent it, not then, or it was another one.

    This counts for commands without an answer as well: such a one is stored once or not at all, and
    after all that its sender knew of when it was sent.
    """
    game, _, id = key  # noqa: A001
    if not id.startswith("k"):
        return None  # the client's dice, which go out by themselves
    if not (asked := seen.asked.get(key)):
        return f"stored {key} at {seq}, which nobody asked for"
    body = stored[game, seq]
    done = ("played",) if asked.what == "play" else ("rolled", "opened", "skipped")
    if body["do"] not in done or body.get("play") != asked.play:
        return f"stored {key} at {seq} as {body}, asked for {asked}"
    return f"stored {key} at {seq}, but it knew of {asked.known}" if seq <= asked.known else None


def told(seen: Seen, seconds: float, kills: int) -> str:
    errors = seen.clock_errors
    worst = max(errors, default=0.0)
    return (
        f"{kills} kills, {len(seen.acknowledged)} acknowledged commands, "
        f"{len(seen.events)} events seen, {seen.reconnects} reconnects, {seen.resent} resends, "
        f"{len(errors)} clocks compared, worst {worst:.0f} ms, in {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--games", type=int, default=50)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder), workers=0, sockets_per_user=1000).start()
        start = time.monotonic()
        seen = asyncio.run(torment(server, chosen.kills, chosen.games))
        server.stop()
        faults = held_against_the_log(server.data / "tablas.sqlite", seen)
        print(told(seen, time.monotonic() - start, chosen.kills))  # noqa: T201
        print(f"{len(faults)} faults", *faults[:20], sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
