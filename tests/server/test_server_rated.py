"""From an invitation to a rating: a rated match between two accounts, on both databases."""

from __future__ import annotations

import asyncio
import random

import pytest

from server_backends import have_postgres, postgres, redis, redis_program
from server_client import Guest
from server_running import Running, fresh_address, run

AGREED = {"game": "backgammon", "length": 3, "time": "fischer 5+3", "rated": True}


@pytest.fixture(params=["sqlite", "postgresql"])
def any_server(request, tmp_path):
    if request.param == "sqlite":
        running = Running(tmp_path / "data", workers=0).start()
        yield running
        running.stop()
        return
    if not (have_postgres() and redis_program()):
        pytest.skip("needs Debian's postgresql and valkey or redis-server")
    with postgres() as database, redis() as bus:
        running = Running(tmp_path / "data", workers=0, database=database, bus=bus).start()
        yield running
        running.stop()


async def account(base, name):
    member = Guest(base, fresh_address())
    await member.post("/api/register", name=name, password="a long enough secret 42")
    member.name = name
    return member


async def rating_of(member, name):
    profile = await member.get(f"/api/people/{name}")
    return next(r for r in profile["ratings"] if r["game"] == "backgammon")


def test_a_rated_match_is_played_to_its_end_and_rated_once(any_server):
    server = any_server

    async def scenario():
        ana, luis = await account(server.base, "Ana Ruiz"), await account(server.base, "Luis Gil")
        offer = await ana.post("/api/offers", agreement=AGREED, side="white", invitation=True)
        game = (await luis.post(f"/api/offers/{offer['id']}/accept"))["game"]
        white, black = await ana.sit(game), await luis.sit(game)
        rng = random.Random(9)
        await asyncio.gather(*(seat.play_on("backgammon", rng) for seat in (white, black)))
        score = white.state["match"]
        winner, loser = (
            ("Ana Ruiz", "Luis Gil") if score["white"] == 3 else ("Luis Gil", "Ana Ruiz")
        )
        won, lost = await rating_of(ana, winner), await rating_of(ana, loser)
        assert won["rating"] > 1500 > lost["rating"]
        assert won["wins"] == lost["losses"] == 1
        for seat in (white, black):
            await seat.close()
        server.kill()
        server.start()
        again = await rating_of(ana, winner)
        assert again["rating"] == won["rating"]
        assert again["wins"] == 1
        for member in (ana, luis):
            await member.close()

    run(scenario(), 150)
