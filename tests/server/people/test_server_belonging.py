"""Sockets and games belong to people: what happens when a session or an account ends."""

from __future__ import annotations

import pytest

from server_backends import have_postgres, postgres, redis, redis_program
from server_client import Guest
from server_running import Running, fresh_address, run

PASSWORD = "a fine long password"


async def account(base, name):
    somebody = await Guest.enter(base, fresh_address())
    answer = await somebody.http.post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.is_success, answer.text
    return somebody


async def seated(base, name):
    """Somebody with an account at a table of their own."""
    somebody = await account(base, name)
    began = await somebody.post("/api/games", agreement={"game": "abalone"})
    return somebody, await somebody.sit(began["id"])


async def closed(seat):
    await seat.until(lambda s: s.closed is not None)
    assert seat.closed == 1008


def test_sockets_close_with_their_session(server):
    async def scenario():
        somebody, seat = await seated(server.base, "Leaver")
        watcher = await account(server.base, "Watcher")
        watching = await watcher.sit(seat.game)
        await somebody.post("/api/logout")
        await closed(seat)
        assert watching.closed is None
        for one in (somebody, watcher):
            await one.close()
        await watching.close()
        await seat.close()

    run(scenario())


def test_logging_in_again_closes_the_sockets_of_the_session_before(server):
    async def scenario():
        somebody, seat = await seated(server.base, "Returner")
        await somebody.post("/api/login", name="Returner", password=PASSWORD)
        await closed(seat)
        again = await somebody.sit(seat.game)
        await again.until(lambda s: sorted(s.sides) == ["black", "white"])
        await again.close()
        await seat.close()
        await somebody.close()

    run(scenario())


def test_sockets_opened_with_a_token_close_when_it_is_revoked_or_the_account_is_deleted(server):
    async def scenario():
        somebody, seat = await seated(server.base, "Tokener")
        made = await somebody.post("/api/tokens", label="bot", scopes=["play"])
        program = Guest(server.base, fresh_address())
        program.http.headers["authorization"] = f"Bearer {made['token']}"
        seats = [await program.sit(seat.game) for _ in range(2)]
        revoked = await somebody.http.delete(f"/api/tokens/{made['id']}")
        assert revoked.is_success
        for one in seats:
            await closed(one)
            await one.close()
        assert seat.closed is None
        assert (await somebody.http.delete("/api/me")).is_success
        await closed(seat)
        await seat.close()
        for one in (somebody, program):
            await one.close()

    run(scenario())


def test_chat_appears_at_the_table_except_for_whoever_muted_its_author(server):
    async def scenario():
        ana, berto = await account(server.base, "Ana"), await account(server.base, "Berto")
        offer = await ana.post("/api/offers", agreement={"game": "abalone"}, side="white")
        game = (await berto.post(f"/api/offers/{offer['id']}/accept"))["game"]
        white, black = await ana.sit(game), await berto.sit(game)
        await ana.post(f"/api/games/{game}/chat", text="<b>hello</b>")
        said = await black.frame("said")
        assert (said["line"]["name"], said["line"]["text"]) == ("Ana", "<b>hello</b>")
        assert (await berto.http.put("/api/mutes/Ana")).is_success
        await ana.post(f"/api/games/{game}/chat", text="again")
        await white.until(lambda seat: sum(f["t"] == "said" for f in seat.frames) == 2)
        await berto.post(f"/api/games/{game}/chat", phrase="hello")
        await black.until(lambda seat: sum(f["t"] == "said" for f in seat.frames) == 2)
        heard = [f["line"].get("text") for f in black.frames if f["t"] == "said"]
        assert heard == ["<b>hello</b>", None]
        for seat in (white, black):
            await seat.close()
            await seat.guest.close()

    run(scenario())


@pytest.mark.refuses("guests-unrated")
def test_guests_offer_and_accept_no_rated_games(server):
    async def scenario():
        ana, guest = await account(server.base, "Ana"), await Guest.enter(server.base)
        agreement = {"game": "abak", "time": "fischer 5+3", "rated": True}
        offer = await ana.post("/api/offers", agreement=agreement)
        for path, body in (
            ("/api/offers", {"agreement": agreement}),
            ("/api/seek", {"agreement": agreement}),
            (f"/api/offers/{offer['id']}/accept", {}),
        ):
            refused = await guest.http.post(path, json=body)
            assert refused.json()["error"]["code"] == "guests-unrated", path
        await ana.close()
        await guest.close()

    run(scenario())


@pytest.mark.skipif(
    not (have_postgres() and redis_program()),
    reason="needs Debian's postgresql and valkey or redis-server",
)
def test_a_session_that_ends_in_one_process_closes_its_sockets_in_the_other(tmp_path):
    with postgres() as database, redis() as bus:
        shared = {"database": database, "bus": bus, "secret": "0123456789abcdef" * 2, "workers": 0}
        one, two = (Running(tmp_path / name, **shared).start() for name in ("one", "two"))
        try:

            async def scenario():
                somebody, seat = await seated(one.base, "Wanderer")
                elsewhere = Guest(two.base, fresh_address())
                elsewhere.http.cookies = somebody.http.cookies
                assert (await elsewhere.get("/api/me"))["name"] == "Wanderer"
                await elsewhere.post("/api/logout")
                await closed(seat)
                await seat.close()
                for guest in (somebody, elsewhere):
                    await guest.close()

            run(scenario())
        finally:
            one.stop()
            two.stop()
