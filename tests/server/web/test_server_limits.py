"""What a hostile or careless client meets: origins, sizes, rates, slow readers, storms."""

from __future__ import annotations

import asyncio
import json
import socket
import time

import pytest
import websockets

from machine_delay import Delay
from server_running import guest, run, table_at
from tablas.server.play.live.presence import TELL_SECONDS

PLAIN = {"game": "abalone"}


async def opened(base, game, cookie="", origin=None, **options):
    headers = {"cookie": cookie} | ({"origin": origin} if origin else {})
    url = f"{base.replace('http', 'ws', 1)}/socket/{game}"
    return await websockets.connect(url, additional_headers=headers, compression=None, **options)


def test_a_page_of_another_site_cannot_open_a_socket(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            cookie = table.white.guest.cookie
            for origin in ("https://evil.example", "null", f"{club.base}.evil.example"):
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await opened(club.base, table.game, cookie, origin)
                assert refused.value.response.status_code == 403
            own = await opened(club.base, table.game, cookie, club.base)
            await own.close()

    run(scenario())


def test_a_page_of_another_site_cannot_change_anything(club):
    async def scenario():
        me = await guest(club.base)
        body = {"agreement": {"game": "abak"}}
        for headers in (
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
        ):
            answer = await me.http.post("/api/offers", json=body, headers=headers)
            assert answer.status_code == 403
            assert answer.json()["error"]["code"] == "wrong-origin"
        answer = await me.http.post("/api/offers", json=body, headers={"origin": club.base})
        assert answer.status_code == 201
        await me.close()

    run(scenario())


def test_an_allowed_site_may_call(make_server):
    server = make_server(origins="https://club.example")

    async def scenario():
        me = await guest(server.base)
        answer = await me.http.post(
            "/api/offers",
            json={"agreement": {"game": "abak"}},
            headers={"origin": "https://club.example"},
        )
        assert answer.status_code == 201
        await me.close()

    run(scenario())


def test_a_frame_of_more_than_8_kib_closes_its_socket_and_no_other(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            await table.white.frame("state")
            await table.black.frame("state")
            await table.white.send_raw(json.dumps({"t": "play", "id": "x", "play": "a" * 9000}))
            await table.white.until(lambda s: s.closed)
            assert table.white.closed == 1009
            await table.black.send_raw(json.dumps({"t": "ping", "k": 7}))
            assert (await table.black.frame("pong"))["k"] == 7

    run(scenario())


def test_deflate_is_never_negotiated(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            url = f"{club.base.replace('http', 'ws', 1)}/socket/{table.game}"
            line = await websockets.connect(url, compression="deflate")
            assert "sec-websocket-extensions" not in line.response.headers
            await line.close()

    run(scenario())


@pytest.mark.refuses("too-many-messages")
def test_more_than_a_hundred_messages_in_20_seconds_end_the_conversation(make_server):
    server = make_server(messages_per_20s=100)

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            await table.white.frame("state")
            for number in range(120):
                try:
                    await table.white.send({"t": "ping", "k": number})
                except websockets.ConnectionClosed:
                    break
            await table.white.until(lambda s: s.closed)
            assert table.white.closed == 1008
            assert table.white.refusals[-1]["error"]["code"] == "too-many-messages"
            await table.black.send({"t": "ping", "k": 1})
            await table.black.frame("pong")

    run(scenario())


@pytest.mark.refuses("too-many-sockets")
def test_one_person_has_at_most_ten_sockets(club):
    async def scenario():
        async with table_at(club.base, **PLAIN) as table:
            more = [await table.white.guest.sit(table.game) for _ in range(9)]
            eleventh = await table.white.guest.sit(table.game)
            await eleventh.until(lambda s: s.closed)
            assert eleventh.closed == 4429
            assert eleventh.frames[0]["error"]["code"] == "too-many-sockets"
            await more[0].close()
            # The server hears of it a moment later.
            again = eleventh
            while again.closed:
                again = await table.white.guest.sit(table.game)
                await again.until(lambda s: s.closed or s.state)
            for seat in (*more, again, eleventh):
                await seat.close()

    run(scenario())


def test_people_without_a_name_are_counted_by_their_address(make_server):
    server = make_server(sockets_per_user=1)

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            crowd = [await opened(server.base, table.game) for _ in range(5)]
            for line in crowd:
                assert json.loads(await line.recv())["t"] != "refused"
            one_more = await opened(server.base, table.game)
            assert json.loads(await one_more.recv())["error"]["code"] == "too-many-sockets"
            for line in (*crowd, one_more):
                await line.close()

    run(scenario())


def test_handshakes_count_as_requests(make_server):
    server = make_server(requests_per_minute=12)

    async def scenario():
        for _ in range(12):
            line = await opened(server.base, "nosuchgame22")
            await line.close()
        with pytest.raises(websockets.InvalidStatus):
            await opened(server.base, "nosuchgame22")

    run(scenario())


@pytest.mark.refuses("no-such-game")
def test_a_game_that_is_not_there_is_told_in_both_languages(club):
    async def scenario():
        me = await guest(club.base)
        seat = await me.sit("nosuchgame22")
        await seat.until(lambda s: s.closed)
        assert seat.closed == 4404
        assert seat.frames[0]["error"]["es"] == "no existe esa partida"
        answer = await me.http.get("/api/games/nosuchgame22")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-game")
        await seat.close()
        await me.close()

    run(scenario())


def test_a_rotating_forwarded_address_does_not_fool_the_limit(make_server):
    server = make_server(requests_per_minute=20, trusted_proxies="192.0.2.1")

    async def scenario():
        me = await guest(server.base)
        answers = [
            await me.http.get("/api/health", headers={"x-forwarded-for": f"198.51.100.{n}"})
            for n in range(25)
        ]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        await me.close()

    run(scenario())


def test_a_body_that_is_too_large_is_refused(club):
    async def scenario():
        me = await guest(club.base)
        answer = await me.http.post("/api/offers", content=b"x" * 70_000)
        assert answer.status_code == 413

        async def endless():
            for _ in range(20):
                yield b"x" * 10_000

        answer = await me.http.post("/api/offers", content=endless())
        assert answer.status_code == 413
        await me.close()

    run(scenario())


def test_somebody_who_does_not_read_holds_nobody_up(make_server):
    server = make_server(queue=8)

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("status") == "playing")
            # A socket that opens the conversation and then reads nothing at all.
            host, port = server.base.removeprefix("http://").split(":")
            idle = socket.create_connection((host, int(port)))
            idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            idle.sendall(
                f"GET /socket/{table.game} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            slowest = 0.0
            for number in range(120):
                mover = table.black if number % 2 == 0 else table.white
                await mover.until(lambda s: s.mine or s.state["status"] != "playing")
                if mover.state["status"] != "playing":
                    break
                play = mover.legal("abalone")[number % 7]
                with Delay(server) as delay:
                    await mover.acked("play", play=play)
                slowest = max(slowest, delay.took)
            assert slowest < 3
            idle.close()

    run(scenario())


def test_a_storm_of_reconnects_is_survived(make_server):
    server = make_server(sockets_per_user=500)
    began = time.monotonic()

    async def scenario():
        async with table_at(server.base, **PLAIN) as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("status") == "playing")
            watcher = await guest(server.base)
            for _ in range(3):
                crowd = await asyncio.gather(*(watcher.sit(table.game) for _ in range(60)))
                await asyncio.gather(*(seat.frame("state") for seat in crowd))
                for seat in crowd:
                    seat.cut()
                await asyncio.gather(*(seat.close() for seat in crowd))
            await table.black.acked("play", play=table.black.legal("abalone")[0])
            presence = [f for f in table.black.frames if f["t"] == "presence"]
            # One frame tells of all who came and went in its third of a second.
            assert len(presence) <= 2 + (time.monotonic() - began) / TELL_SECONDS
            await watcher.close()

    run(scenario())
