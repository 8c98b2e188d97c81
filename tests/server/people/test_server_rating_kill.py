"""Rated games while the server is killed again and again: each is counted once, or not over yet."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import subprocess
import sys

import httpx
from websockets.exceptions import WebSocketException

from server_client import Guest
from server_running import fresh_address, run

KILLS = 4
PAIRS = 4
PASSWORD = "a fine long password"
TROUBLE = (OSError, httpx.HTTPError, WebSocketException, AssertionError, TimeoutError, RuntimeError)


async def account(base, name):
    somebody = await Guest.enter(base, fresh_address())
    answer = await somebody.http.post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.is_success, answer.text
    return somebody


async def one_game(host, friend, acknowledged):
    """An invitation, a game, and its end by resignation; anything may fail on the way."""
    agreement = {"game": "abalone", "time": "fischer 5+3", "rated": True}
    with contextlib.suppress(*TROUBLE):
        offer = await host.post("/api/offers", agreement=agreement, side="white", invitation=True)
        game = (await friend.post(f"/api/offers/{offer['id']}/accept"))["game"]
        async with contextlib.AsyncExitStack() as table:
            seats = [await player.sit(game) for player in (host, friend)]
            for seat in seats:
                table.push_async_callback(seat.close)
            await seats[0].acked("resign", level=1)
            acknowledged.add(game)


def test_no_rated_game_is_counted_twice_or_forgotten_when_the_server_is_killed(server):
    rng = random.Random(11)
    acknowledged: set[str] = set()
    news = asyncio.Event()

    async def round_of_games(pairs):
        async def keep_playing(host, friend):
            while True:
                await one_game(host, friend, acknowledged)
                news.set()
                await asyncio.sleep(0.01)

        before = len(acknowledged)
        players = [asyncio.create_task(keep_playing(*pair)) for pair in pairs]
        while len(acknowledged) < before + PAIRS:
            news.clear()
            await news.wait()
        await asyncio.sleep(rng.uniform(0, 0.2))
        await asyncio.to_thread(server.kill)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)

    async def scenario():
        people = [await account(server.base, f"Player {n}") for n in range(2 * PAIRS)]
        pairs = list(zip(people[::2], people[1::2], strict=True))
        for _ in range(KILLS):
            await round_of_games(pairs)
            await asyncio.to_thread(server.start)
        for person in people:
            await person.close()

    run(scenario(), 400)
    server.stop()
    with contextlib.closing(sqlite3.connect(server.data / "tablas.sqlite")) as database:
        ask = database.execute
        finished = {row[0] for row in ask("SELECT id FROM games WHERE status = 'finished'")}
        counted = dict(ask("SELECT game, COUNT(*) FROM rating_changes GROUP BY game"))
        wins, losses = ask("SELECT SUM(wins), SUM(losses) FROM ratings").fetchone()
    assert len(acknowledged) >= KILLS * PAIRS
    assert acknowledged <= finished
    assert counted == dict.fromkeys(finished, 2)
    assert wins == losses == len(finished)
    checked = subprocess.run(
        [sys.executable, "-m", "tablas", "admin", f"--data={server.data}", "check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout
