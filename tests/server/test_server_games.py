"""Whole games over real sockets, from the invitation to the record."""

from __future__ import annotations

import asyncio
import random

import pytest

from server_running import guest, run, table_at
from tablas import record
from tablas.fair_dice.verify import check

KINDS = ("abak", "backgammon", "abalone")


@pytest.mark.parametrize("kind", KINDS)
def test_two_people_play_a_whole_game_and_can_replay_its_record(server, kind):
    async def scenario():
        limits = {"plies": 60} if kind == "abalone" else {}
        async with table_at(server.base, game=kind, **limits) as table:
            rng = random.Random(7)
            await asyncio.gather(*(seat.play_on(kind, rng) for seat in table.seats))
            assert table.white.state["result"] == table.black.state["result"]
            assert table.white.n == table.black.n
            answer = await table.white.guest.http.get(f"/api/games/{table.game}/record")
            played = record.read(answer.text)
            assert played.game.result
            assert [e["n"] for e in table.white.events] == sorted(
                {e["n"] for e in table.white.events}
            )
            if kind != "abalone":
                (report,) = check(answer.text)
                assert report.proven, report

    run(scenario())


def test_a_guest_plays_a_bot_to_the_end(make_server):
    server = make_server(workers=1)

    async def scenario():
        me = await guest(server.base)
        began = await me.post(
            "/api/games", agreement={"game": "backgammon"}, bot="bot:random", side="white"
        )
        seat = await me.sit(began["id"])
        await seat.play_on("backgammon", random.Random(3))
        assert seat.state["status"] == "finished"
        await seat.close()
        await me.close()

    run(scenario(), 90)
