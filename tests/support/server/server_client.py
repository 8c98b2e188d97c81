"""Our own asyncio client: it enters as a guest, opens sockets, plays, resumes, keeps fair dice.

Tests and `bench/load.py` use it. It speaks the protocol of docs/server-protocol.md and knows the
rules only where a test asks it to choose a play.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

from quick_plays import some_play
from tablas import games
from tablas.fair_dice.chain import Chain
from tablas.fair_dice.fields import read_receipt
from tablas.strict_json import Reader
from tablas.values import Dice

Frame = dict[str, Any]
PATIENCE = 60.0  # seconds; a wait ends as soon as what it waits for is there


class Guest:
    """Somebody with a cookie and a REST client."""

    def __init__(self, base: str, address: str | None = None) -> None:
        self.base = base
        headers = {"x-tablas": "test"} | ({"x-forwarded-for": address} if address else {})
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE)
        self.name = ""

    @classmethod
    async def enter(cls, base: str, address: str | None = None) -> Guest:
        guest = cls(base, address)
        answer = await guest.http.post("/api/guest", json={})
        answer.raise_for_status()
        guest.name = answer.json()["name"]
        return guest

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path)
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def sit(self, game: str, since: int | None = None, **options: Any) -> Seat:
        """Open the socket of a game."""
        seat = Seat(self, game, **options)
        await seat.connect(since)
        return seat

    async def close(self) -> None:
        await self.http.aclose()


class Seat:
    """One socket at a table: sends commands, waits for their answers, follows the state."""

    numbers = itertools.count(1)

    def __init__(
        self,
        guest: Guest,
        game: str,
        *,
        auto_dice: bool = True,
        pong_delay: float = 0.0,
        graph: bool = False,
    ) -> None:
        self.guest, self.game = guest, game
        self.wants_graph = graph
        self.pong_delay = pong_delay
        self._sending_later: set[asyncio.Task[None]] = set()
        self.auto_dice = auto_dice
        self.chains: dict[str, Chain] = {}  # by dealing and side
        self.n = 0
        self.state: Frame = {}
        self.may: Frame = {}  # by side
        self.graph: Frame | None = None
        self.sides: list[str] = []
        self.events: list[Frame] = []
        self.frames: list[Frame] = []
        self.refusals: list[Frame] = []
        self.closed: int | None = None
        self.state_at = 0.0  # when the state came, by this machine's clock
        self.cut_at = 0.0  # when the line was lost
        self._answers: dict[str, asyncio.Future[Frame]] = {}
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._dice_sent: set[tuple[str, str, int]] = set()
        self._dice: dict[str, Frame] = {}  # by id, to be sent again

    async def connect(self, since: int | None = None) -> None:
        url = f"{self.guest.base.replace('http', 'ws', 1)}/socket/{self.game}"
        url += f"?graph={str(self.wants_graph).lower()}"
        if since is not None:
            url += f"&since={since}"
        headers = dict(self.guest.http.headers)
        extra = {"cookie": self.guest.cookie, "origin": self.guest.base}
        for name in ("x-forwarded-for", "authorization"):
            if name in headers:
                extra[name] = headers[name]
        self._socket = await websockets.connect(
            url, additional_headers=extra, compression=None, max_size=1 << 22,
            open_timeout=PATIENCE,
            ping_interval=None,  # like a browser, which only answers the server's pings
        )  # fmt: skip
        self.closed = None
        self._dice_sent.clear()
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await asyncio.gather(self._reader, return_exceptions=True)

    def cut(self) -> None:
        """Lose the line without a word."""
        assert self._socket
        self._socket.transport.abort()

    async def send(self, message: Frame) -> None:
        assert self._socket
        await self._socket.send(json.dumps(message))

    async def send_raw(self, text: str | bytes) -> None:
        assert self._socket
        await self._socket.send(text)

    async def do(self, what: str, *, id: str | None = None, **fields: Any) -> Frame:  # noqa: A002
        """Send a command and wait until it is acknowledged or refused."""
        id = id or f"c{next(self.numbers)}"  # noqa: A001
        waiting = self._answers.setdefault(id, asyncio.get_running_loop().create_future())
        await self.send({"t": what, "id": id, **fields})
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(waiting)
        finally:
            self._answers.pop(id, None)

    async def acked(self, what: str, **fields: Any) -> Frame:
        answer = await self.do(what, **fields)
        assert answer["t"] == "ack", answer
        return answer

    async def refused(self, what: str, **fields: Any) -> str:
        """Send a command that must be refused; gives the code."""
        answer = await self.do(what, **fields)
        assert answer["t"] == "refused", answer
        assert answer["error"]["en"], answer["error"]["es"]
        code: str = answer["error"]["code"]
        return code

    async def until(self, seen: Any, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Wait until `seen(self)` is true; looks again after each frame."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: bool(seen(self)))

    @property
    def presence(self) -> Frame:
        """Who is there, by the last frame about it; frames about other things may follow it."""
        return next((f for f in reversed(self.frames) if f["t"] == "presence"), {})

    async def frame(self, name: str, timeout: float = PATIENCE) -> Frame:  # noqa: ASYNC109
        """The first frame of that name, now or later."""
        await self.until(lambda s: any(f["t"] == name for f in s.frames), timeout)
        return next(f for f in self.frames if f["t"] == name)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._hear(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = socket.close_code or 1006
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError(f"closed with {self.closed}"))
            async with self._changed:
                self._changed.notify_all()

    async def _hear(self, frame: Frame) -> None:
        self.frames.append(frame)
        match frame["t"]:
            case "event":
                self.events.append(frame)
            case "ack" | "refused":
                if frame["t"] == "refused":
                    self.refusals.append(frame)
                    self._send_again(frame)
                waiting = self._answers.get(frame.get("id", ""))
                if waiting and not waiting.done():
                    waiting.set_result(frame)
            case "ping":
                self._later(self.pong_delay, {"t": "pong", "k": frame["k"]})
        self.n = max(self.n, frame["n"])
        self.sides = frame.get("you", self.sides)
        self.may = frame.get("may", self.may)
        if "state" in frame:
            self.state = frame["state"]
            self.graph = frame.get("graph")
            self.state_at = time.monotonic()
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._make_dice()
        async with self._changed:
            self._changed.notify_all()

    # Fair dice: anchors and answers go out by themselves, as a browser would do it.

    def chain(self, side: str) -> Chain:
        name = f"{self.state['fair_dice']['game']} {side}"
        if name not in self.chains:
            self.chains[name] = Chain.fresh()
        return self.chains[name]

    async def _make_dice(self) -> None:
        dice = self.state.get("fair_dice")
        if not dice or not self.auto_dice:
            return
        for side in self.sides:
            if "anchors" in dice:
                key = dice["game"], side, 0
                if side not in dice["anchors"] and key not in self._dice_sent:
                    self._dice_sent.add(key)
                    anchor = self.chain(side).anchor.hex()
                    id = f"a-{dice['game']}-{side}"  # noqa: A001
                    await self._send_dice({"t": "anchor", "id": id, "side": side, "anchor": anchor})
            elif dice.get("awaits") == side:
                number = self.next_roll()
                key = dice["game"], side, number
                if key not in self._dice_sent:
                    self._dice_sent.add(key)
                    opening = self.chain(side).opening(number).hex()
                    id = f"o-{dice['game']}-{side}-{number}"  # noqa: A001
                    await self._send_dice({"t": "open", "id": id, "side": side, "open": opening})

    async def _send_dice(self, message: Frame) -> None:
        self._dice[message["id"]] = message
        await self.send(message)

    def _send_again(self, refused: Frame) -> None:
        """What the dice need is sent again where the server could not store it."""
        message = self._dice.get(refused.get("id", ""))
        if message and (seconds := refused["error"].get("retry_after")):
            self._later(seconds, message)

    def _later(self, seconds: float, message: Frame) -> None:
        async def later() -> None:
            await asyncio.sleep(seconds)
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.send(message)

        task = asyncio.create_task(later())
        self._sending_later.add(task)
        task.add_done_callback(self._sending_later.discard)

    def next_roll(self) -> int:
        """The number of the roll under way, or of the next one."""
        return int(self.state["fair_dice"]["roll"])

    async def roll(self) -> Frame:
        """Roll, with one's own opening where dice are fair."""
        fields: Frame = {}
        if "fair_dice" in self.state:
            side = self.state["turn"]
            fields["open"] = self.chain(side).opening(self.next_roll()).hex()
        return await self.do("roll", **fields)

    # A player who knows the rules, for scripted games.

    @property
    def mine(self) -> bool:
        return self.state.get("to_act") in self.sides

    def legal(self, kind_name: str) -> list[str]:
        kind = games.kind(kind_name)
        setup = kind.formats.read(self.state["position"])
        dice = Dice(*self.state["dice"]) if self.state.get("dice") else None
        plays = kind.rules.plays(setup.position, dice)
        return [kind.notation.write(setup.position, play) for play in plays.values()]

    async def act(self, kind_name: str, rng: random.Random) -> Frame | None:
        """Do something sensible if it is one's turn."""
        state = self.state
        if state.get("resignation"):
            return await self.do("accept-resignation")
        match state["phase"]:
            case "to-roll":
                return await self.roll()
            case "to-answer":
                return await self.do("take")
            case "to-play":
                return await self.do("play", play=self.some_play(kind_name, rng))
        return None

    def some_play(self, kind_name: str, rng: random.Random) -> str:
        """A legal play; all of them are only looked for where somebody wants to see them."""
        dice = Dice(*self.state["dice"]) if self.state.get("dice") else None
        return some_play(kind_name, self.state["position"], dice, rng)

    async def play_on(self, kind_name: str, rng: random.Random, until: Any = None) -> None:
        """Play whenever it is one's turn, until the match is over."""
        done = until or (lambda s: s.state.get("status") in ("finished", "aborted"))
        while True:
            await self.until(
                lambda s: (
                    done(s)
                    or (s.mine and not s.waiting)
                    or s.state.get("status") == "between-games"
                    or s.closed
                ),
                PATIENCE,
            )
            if done(self) or self.closed:
                return
            if self.state["status"] == "between-games":
                await self.do("next")
                await self.until(lambda s: s.state["status"] != "between-games" or s.closed)
                continue
            n = self.n
            await self.act(kind_name, rng)
            await self.until(lambda s, n=n: s.n > n or s.closed)

    @property
    def waiting(self) -> bool:
        """Whether fair dice wait for an opening, which goes out by itself."""
        return bool(self.state.get("fair_dice", {}).get("awaits"))


def receipt_of(fields: Frame, white: str, black: str) -> Any:
    """The signed receipt in a `sealed` event."""
    return read_receipt(Reader({"dice": fields}), white, black)
