"""A real server on loopback for the tests about people: uvicorn, a SQLite file, a clock to turn."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from sqlalchemy import insert

from fresh_database import put_fresh_database
from tablas.server.app import create_app
from tablas.server.limits import RateLimits
from tablas.server.people.passwords import Passwords
from tablas.server.people.sign_in import SignIn
from tablas.server.running import configured, prepare
from tablas.server.settings import Settings
from tablas.server.storage.context import Context, SystemClock
from tablas.server.storage.schema import games

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse battery"


class TurnedClock(SystemClock):
    """The machine's clock, put forward by as much as a test says, or held: then by nothing else."""

    ahead = 0
    held: tuple[int, int] | None = None

    def hold(self) -> None:
        self.held = super().wall(), super().monotonic()

    def wall(self) -> int:
        return (self.held[0] if self.held else super().wall()) + self.ahead

    def monotonic(self) -> int:
        return (self.held[1] if self.held else super().monotonic()) + self.ahead


class PeopleServer:
    """The running server; `call` runs a coroutine function of the database inside its loop."""

    def __init__(self, data: Path, clock: TurnedClock | None = None, **settings: Any) -> None:
        self.clock = clock or TurnedClock()
        self.browsers: list[httpx.Client] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        chosen = {"workers": 0, "log_level": "warning", "requests_per_minute": 100_000}
        self.settings = Settings(data=data, port=self.port, **(chosen | settings))
        self.url = f"http://localhost:{self.port}"
        put_fresh_database(data)
        asyncio.run(prepare(self.settings))
        self.app = create_app(self.settings, self.clock)
        self.context: Context = self.app.state.context
        self.sign_in: SignIn = self.app.state.sign_in
        self.sign_in.passwords = Passwords(QUICK)
        self.sign_in.limits = RateLimits(lambda: self.clock.monotonic() / 1000)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.server = uvicorn.Server(configured(self.settings, self))
        self.thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()
        await self.app(scope, receive, send)

    def start(self) -> None:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        for browser in self.browsers:
            browser.close()
        self.server.should_exit = True
        self.thread.join(10)

    def call(self, function: Callable[[], Awaitable[Any]]) -> Any:
        assert self.loop
        return asyncio.run_coroutine_threadsafe(function(), self.loop).result(20)  # type: ignore[arg-type]

    def written(self, statement: Any) -> None:
        async def write() -> None:
            async with self.context.database.writing() as connection:
                await connection.execute(statement)

        self.call(write)

    def rows(self, statement: Any) -> list[dict[str, Any]]:
        async def read() -> list[dict[str, Any]]:
            async with self.context.database.reading() as connection:
                return [dict(row) for row in (await connection.execute(statement)).mappings()]

        found: list[dict[str, Any]] = self.call(read)
        return found

    def browser(self, **headers: str) -> httpx.Client:
        """A visitor with cookies of its own, on our own pages."""
        client = httpx.Client(base_url=self.url, headers={"Origin": self.url} | headers)
        self.browsers.append(client)
        return client

    def registered(self, name: str, password: str = PASSWORD) -> httpx.Client:
        """A browser in which an account of this name was just made."""
        browser = self.browser()
        answer = browser.post("/api/register", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        self.sign_in.limits = RateLimits(lambda: self.clock.monotonic() / 1000)
        return browser

    def game(self, white: str, black: str, **values: Any) -> str:
        """A row of a game between two people, by their ids."""
        number = values.pop("id", f"g{time.monotonic_ns():x}"[-16:])
        row = {
            "id": number,
            "kind": "backgammon",
            "terms": '{"game": "backgammon"}',
            "white": white,
            "black": black,
            "white_name": "white",
            "black_name": "black",
            "mode": "live",
            "rated": False,
            "speed": "blitz",
            "status": "playing",
            "created_at": self.clock.wall(),
        }
        self.written(insert(games).values(**(row | values)))
        return number


@contextlib.contextmanager
def people_server(data: Path, **settings: Any) -> Iterator[PeopleServer]:
    server = PeopleServer(data, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def code(answer: httpx.Response) -> str:
    """The code of a refusal, after checking that it has our form and both languages."""
    error = answer.json()["error"]
    assert error["en"]
    assert error["es"]
    found: str = error["code"]
    return found
