"""Two server processes on PostgreSQL and Valkey or Redis: each player sits at another one."""

from __future__ import annotations

import asyncio
import json
import random

import asyncpg
import pytest
import redis.asyncio as redis_client
import websockets
from sqlalchemy import insert

from haunting import Wanderer
from machine_delay import Delay
from server_backends import have_postgres, patient, postgres, redis, redis_program
from server_client import Guest, Seat
from server_kill import Seen, differences
from server_running import Running, fresh_address, guest, run, table_at, told_here
from tablas.server.storage.schema import events

pytestmark = pytest.mark.skipif(
    not (have_postgres() and redis_program()),
    reason="needs Debian's postgresql and valkey or redis-server",
)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    with postgres() as database, redis() as bus:
        shared = {
            "database": database,
            "bus": bus,
            "secret": "shared by both processes of this test",
            "workers": 1,
        }
        both = []
        try:
            both += [Running(folder / "one", **shared).start()]
            both += [Running(folder / "two", **shared).start()]
            yield both
        finally:
            for server in both:
                server.stop()


async def split_table(pair, **agreement):
    """White at the first process, Black at the second."""
    one, two = pair
    host, friend = await guest(one.base), await guest(two.base)
    offer = await host.post("/api/offers", agreement=agreement, side="white", invitation=True)
    began = await friend.post(f"/api/offers/{offer['id']}/accept")
    return await host.sit(began["game"]), await friend.sit(began["game"])


def test_of_a_move_and_a_flag_in_two_processes_exactly_one_wins(pair):
    async def scenario():
        for _ in range(3):
            seats = await split_table(pair, game="abalone", time="move 0+1")
            white, black = seats
            await black.until(lambda s: s.state.get("status") == "playing")
            play = black.legal("abalone")[0]
            await asyncio.sleep(random.Random(3).uniform(0.97, 1.0))
            answer = await black.do("play", play=play)
            await white.until(lambda s: s.state["status"] == "finished")
            await black.until(lambda s, white=white: s.n == white.n)
            loser = "black" if answer["t"] == "refused" else "white"
            flagged = [e for e in white.events if e["event"]["do"] == "flagged"]
            assert [e["event"]["side"] for e in flagged] == [loser]
            for seat in seats:
                await seat.close()
                await seat.guest.close()

    run(scenario(), 60)


def test_a_game_goes_on_at_the_other_process_when_one_dies(pair):
    async def scenario():
        one, two = pair
        white, black = await split_table(pair, game="backgammon", dice="server")
        for seat in (white, black):
            await seat.until(lambda s: s.state.get("phase") == "to-play")
        mover, other = (white, black) if white.mine else (black, white)
        await mover.acked("play", id="x", play=mover.legal("backgammon")[0])
        await other.until(lambda s: s.mine)
        two.kill()
        moved = await guest(one.base)
        moved.http.cookies = black.guest.http.cookies
        back = await moved.sit(white.game, since=0)
        await back.frame("resumed")
        assert back.sides == ["black"]
        mover = white if white.mine else back
        await mover.acked("roll")
        two.start()
        for seat in (white, black, back):
            await seat.close()
            await seat.guest.close()

    run(scenario(), 60)


@pytest.mark.refuses("rated-position")
def test_the_board_of_a_rated_game_is_refused_by_the_process_that_does_not_play_it(pair):
    async def scenario():
        one, two = pair
        terms = {"game": "abalone", "time": "fischer 5+3", "rated": True}
        async with table_at(one.base, **terms) as table:
            friend = await guest(two.base)
            await table.black.until(lambda s: s.mine)  # who begins has heard of it
            asked = {"game": "abalone", "position": table.black.state["position"]}
            statuses = []
            for _ in range(8):
                seat = table.black if table.black.mine else table.white
                n = seat.n
                await seat.acked("play", play=seat.legal("abalone")[0])
                for each in table.seats:
                    await each.until(lambda s, n=n: s.n > n)
                asked["position"] = table.white.state["position"]
                answer = await friend.http.post("/api/judgement", json=asked | {"care": "fast"})
                statuses.append(answer.status_code)
            # The first positions stand in every book; each later one is known at once.
            assert statuses == [200] * 5 + [403] * 3
            assert answer.json()["error"]["code"] == "rated-position"
            await friend.close()

    run(scenario(), 90)


async def stored_elsewhere(url, game, seq, body):
    """A transaction in which somebody stores an event of a game, without any hint."""
    database = patient(url)
    transaction = database.writing()
    connection = await transaction.__aenter__()
    row = {"game": game, "seq": seq, "at": 1, "stored_at": 1, "served_at": 1}
    await connection.execute(insert(events).values(**row, body=json.dumps(body)))
    return database, transaction


def test_who_comes_from_another_process_is_shown_no_less_than_there(pair):
    async def scenario():
        white, black = await split_table(pair, game="abalone")
        await black.until(lambda s: s.state.get("status") == "playing")
        play = {"do": "played", "side": "black", "play": black.legal("abalone")[0]}
        url, seq = pair[0].settings["database"], black.n + 1
        database, transaction = await stored_elsewhere(url, white.game, seq, play)
        await transaction.__aexit__(None, None, None)
        await database.close()
        again = await white.guest.sit(white.game, since=seq)
        assert (await again.frame("resumed"))["n"] == seq
        assert again.state["turn"] == "white"
        for seat in (white, black, again):
            await seat.close()
            await seat.guest.close()

    run(scenario(), 60)


def test_a_process_that_is_cut_off_in_a_transaction_holds_up_nobody(pair):
    async def scenario():
        white, black = await split_table(pair, game="abalone")
        await black.until(lambda s: s.state.get("status") == "playing")
        play, url = black.legal("abalone")[0], pair[0].settings["database"]
        body = {"do": "played", "side": "black", "play": play}
        # Nobody ends this one: whoever began it is gone.
        gone, _ = await stored_elsewhere(url, white.game, black.n + 1, body)
        async with asyncio.timeout(20):
            while (await black.do("play", id="mine", play=play))["t"] != "ack":  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        await gone.close()
        for seat in (white, black):
            await seat.close()
            await seat.guest.close()

    run(scenario(), 60)


def test_a_hint_that_nobody_understands_does_not_stop_those_after_it(pair):
    async def scenario():
        one, two = pair
        bus = redis_client.from_url(two.settings["bus"])
        # Both have just started: what is said before they listen is lost.
        while dict(await bus.pubsub_numsub("tablas"))[b"tablas"] < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        for hint in ({"spent": [1]}, {"game": 7, "said": {}}, {"lobby": {"users": 3}}):
            await bus.publish("tablas", json.dumps({"from": "somebody", **hint}))
        await bus.publish("tablas", "[" * 100_000)
        await bus.aclose()
        url = f"{two.base.replace('http', 'ws', 1)}/socket"
        async with websockets.connect(url, origin=two.base) as lobby:
            host = await guest(one.base)
            await host.post("/api/offers", agreement={"game": "abak"})
            # News of the lobby comes by hints alone.
            async with asyncio.timeout(30):
                assert json.loads(await lobby.recv()) == {"t": "offers"}
        tasks = (await told_here(two.base, "/api/ready")).json()["tasks"]
        assert tasks["bus listener"] is True
        metrics = (await told_here(two.base, "/api/metrics")).text
        assert 'tablas_task_failures_total{task="bus listener"} 1.0' in metrics
        await host.close()

    run(scenario())


def test_both_processes_hear_of_an_offer_and_one_of_two_takers_gets_it(pair):
    async def scenario():
        one, two = pair
        host, first, second = await guest(one.base), await guest(one.base), await guest(two.base)
        offer = await host.post("/api/offers", agreement={"game": "abak"})
        listed = (await second.get("/api/offers"))["offers"]
        assert offer["id"] in [o["id"] for o in listed]
        answers = await asyncio.gather(
            *(who.http.post(f"/api/offers/{offer['id']}/accept") for who in (first, second))
        )
        assert sorted(a.status_code for a in answers) == [201, 404]
        for who in (host, first, second):
            await who.close()

    run(scenario())


def test_guesses_at_one_password_are_counted_by_both_processes_together(pair):
    async def scenario():
        address = fresh_address()
        guesser = [await Guest.enter(server.base, address) for server in pair]
        codes = []
        for number in range(24):
            who = guesser[number // 9 % 2]
            answer = await who.http.post("/api/login", json={"name": "Target", "password": "no"})
            codes.append(answer.json()["error"]["code"])
            if number % 9 == 8:
                await asyncio.sleep(1)  # a hint needs a moment
        # Ten guesses at one name from one address, whichever process they are sent to.
        assert codes.count("login-wrong") <= 12, codes
        assert codes[-1] == "too-many-requests"
        for who in guesser:
            await who.close()

    run(scenario())


def test_a_rolling_restart_under_play_loses_no_move(pair):
    async def scenario(delay):
        seen, stop, rng = Seen(), asyncio.Event(), random.Random(5)
        Wanderer.bases = tuple(server.base for server in pair)
        white, black = [await guest(server.base) for server in pair]
        players = []
        for number in range(8):
            kind = ("backgammon", "abalone")[number % 2]
            agreement = {"game": kind, "time": "sudden 120", "plies": 0, "quiet": 0}
            asked = {"agreement": agreement, "side": "white", "invitation": True}
            offer = await white.post("/api/offers", **asked)
            began = await black.post(f"/api/offers/{offer['id']}/accept")
            for who in (white, black):
                own = Guest(who.base)
                own.http.cookies = who.http.cookies
                seat = Seat(own, began["game"])
                players.append(Wanderer(pair[0], seat, kind, seen, rng, delay))
        tasks = [asyncio.create_task(player.play(stop)) for player in players]

        async def some_moves(count):
            goal = len(seen.acknowledged) + count
            while len(seen.acknowledged) < goal:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

        await some_moves(40)
        for server in pair:
            await asyncio.to_thread(server.stop)
            await some_moves(20)  # the other one goes on alone
            await asyncio.to_thread(server.start)
            await some_moves(20)
        stop.set()
        await asyncio.gather(*tasks)
        for player in players:
            player.note()
            await player.seat.close()
            await player.seat.guest.close()
        for who in (white, black):
            await who.close()
        return seen

    with Delay(pair[0]) as delay:
        seen = run(scenario(delay), 150)

    async def stored():
        url = pair[0].settings["database"]
        connection = await asyncpg.connect(url)
        games = sorted({game for game, *_ in seen.acknowledged})
        query = "SELECT game, seq, client_id, body FROM events WHERE game = ANY($1)"
        rows = await connection.fetch(query, games)
        await connection.close()
        return rows

    assert differences(asyncio.run(stored()), seen) == []
    assert len(seen.acknowledged) > 100
