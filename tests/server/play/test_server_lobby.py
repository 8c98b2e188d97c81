"""Finding an opponent: offers, pairing, invitations, bots; and what the server says of itself."""

from __future__ import annotations

import asyncio
import json

import pytest
import websockets

from server_running import guest, run, told_here
from tablas import games

AGREED = {"game": "backgammon", "time": "fischer 5+3", "length": 3}


async def heard(line, name):
    async with asyncio.timeout(60):
        while True:
            told = json.loads(await line.recv())
            if told["t"] == name:
                return told


async def lobby_line(who):
    url = f"{who.base.replace('http', 'ws', 1)}/socket"
    return await websockets.connect(url, additional_headers={"cookie": who.cookie})


@pytest.mark.refuses("no-such-offer", "your-own-offer")
def test_an_open_offer_is_listed_accepted_once_and_heard_of(club):
    async def scenario():
        ana, luis, eva = await guest(club.base), await guest(club.base), await guest(club.base)
        line = await lobby_line(ana)
        offer = await ana.post("/api/offers", agreement=AGREED, side="black")
        await heard(line, "offers")
        listed = (await luis.get("/api/offers"))["offers"]
        assert next(o for o in listed if o["id"] == offer["id"])["agreement"] == AGREED
        own = await ana.http.post(f"/api/offers/{offer['id']}/accept")
        assert own.json()["error"]["code"] == "your-own-offer"
        began = await luis.post(f"/api/offers/{offer['id']}/accept")
        assert (await heard(line, "began"))["game"] == began["game"]
        late = await eva.http.post(f"/api/offers/{offer['id']}/accept")
        assert (late.status_code, late.json()["error"]["code"]) == (404, "no-such-offer")
        game = await eva.get(f"/api/games/{began['game']}")
        assert game["black"]["name"] == ana.name
        assert game["white"]["name"] == luis.name
        assert (await ana.get(f"/api/offers/{offer['id']}"))["game"] == began["game"]
        await line.close()
        for who in (ana, luis, eva):
            await who.close()

    run(scenario())


def test_an_invitation_is_found_only_by_its_link(club):
    async def scenario():
        ana, luis = await guest(club.base), await guest(club.base)
        offer = await ana.post("/api/offers", agreement=AGREED, invitation=True)
        assert offer["id"] not in [o["id"] for o in (await luis.get("/api/offers"))["offers"]]
        assert offer["link"] == f"{club.base}/invitation/{offer['id']}"
        assert (await luis.get(f"/api/offers/{offer['id']}"))["name"] == ana.name
        await luis.post(f"/api/offers/{offer['id']}/accept")
        for who in (ana, luis):
            await who.close()

    run(scenario())


def test_two_who_seek_the_same_are_paired_and_others_are_not(club):
    async def scenario():
        people = [await guest(club.base) for _ in range(4)]
        ana, luis, eva, mar = people
        first = await ana.post("/api/seek", agreement=AGREED | {"length": 5})
        assert first["game"] is None
        different = await eva.post("/api/seek", agreement=AGREED | {"length": 7})
        assert different["game"] is None
        paired = await luis.post("/api/seek", agreement=AGREED | {"length": 5})
        assert paired["game"]
        assert (await ana.get(f"/api/offers/{first['offer']['id']}"))["game"] == paired["game"]
        await mar.post("/api/seek", agreement=AGREED | {"length": 9}, side="white")
        clash = await ana.post("/api/seek", agreement=AGREED | {"length": 9}, side="white")
        assert clash["game"] is None
        for who in people:
            await who.close()

    run(scenario())


@pytest.mark.refuses("too-many-offers")
def test_an_offer_is_withdrawn_by_its_owner_only_and_there_are_not_too_many(club):
    async def scenario():
        ana, luis = await guest(club.base), await guest(club.base)
        offer = await ana.post("/api/offers", agreement=AGREED)
        assert (await luis.http.delete(f"/api/offers/{offer['id']}")).status_code == 404
        assert (await ana.http.delete(f"/api/offers/{offer['id']}")).status_code == 204
        for _ in range(10):
            await ana.post("/api/offers", agreement=AGREED)
        answer = await ana.http.post("/api/offers", json={"agreement": AGREED})
        assert answer.json()["error"]["code"] == "too-many-offers"
        for who in (ana, luis):
            await who.close()

    run(scenario())


@pytest.mark.refuses("local-offer")
def test_what_cannot_be_agreed_on_is_refused_with_the_field(club):
    async def scenario():
        ana = await guest(club.base)
        for agreement, word in (
            ({"game": "chess"}, "game"),
            ({"game": "abak", "time": "fast"}, "time control"),
            ({"game": "abak", "length": 3, "jacoby": True}, "money play"),
            ({"game": "abak", "raccoons": True}, "beavers"),
            ({"game": "abak", "rated": True}, "clock"),
            ({"game": "abalone", "start": "moon"}, "start"),
            ({"game": "abak", "days": 3, "time": "sudden 5"}, "days"),
            ({"game": "abak", "color": "red"}, "color"),
        ):
            answer = await ana.http.post("/api/offers", json={"agreement": agreement})
            assert answer.status_code == 422, agreement
            assert word in answer.json()["error"]["en"], answer.text
        local = await ana.http.post(
            "/api/offers", json={"agreement": {"game": "abak", "local": True}}
        )
        assert local.json()["error"]["code"] == "local-offer"
        await ana.close()

    run(scenario())


@pytest.mark.refuses("no-such-bot", "not-rated")
def test_bots_are_labelled_and_rated_games_against_them_refused(make_server):
    server = make_server(workers=1)

    async def scenario():
        ana = await guest(server.base)
        bots = (await ana.get("/api/bots"))["bots"]
        assert all(bot["bot"] and bot["en"] and bot["es"] for bot in bots)
        assert {bot["game"] for bot in bots} == {"abak", "backgammon", "abalone"}
        assert all(bot["title"]["en"] and bot["title"]["es"] for bot in bots)
        assert [bot["game"] for bot in bots if bot["usual"]] == list(games.NAMES)
        began = await ana.post("/api/games", agreement={"game": "abak"}, bot="bot:greedy")
        sides = [began["white"], began["black"]]
        assert [s["name"] for s in sides if s["bot"]] == ["greedy"]
        rated = {"game": "abak", "time": "fischer 5+3", "rated": True}
        for body, code in (
            ({"agreement": {"game": "abak"}, "bot": "bot:deep"}, "no-such-bot"),
            ({"agreement": rated, "bot": "bot:greedy"}, "not-rated"),
        ):
            answer = await ana.http.post("/api/games", json=body)
            assert answer.json()["error"]["code"] == code
        await ana.close()

    run(scenario())


@pytest.mark.refuses("no-bots")
def test_a_server_without_workers_has_no_bots(club):
    async def scenario():
        ana = await guest(club.base)
        answer = await ana.http.post(
            "/api/games", json={"agreement": {"game": "abak"}, "bot": "bot:greedy"}
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "no-bots")
        await ana.close()

    run(scenario())


def test_the_server_tells_how_it_is(club):
    async def scenario():
        ana = await guest(club.base)
        assert (await ana.get("/api/health"))["status"] == "alive"
        assert (await ana.get("/api/ready"))["status"] == "ready"
        metrics = (await told_here(club.base, "/api/metrics")).text
        for name in ("tablas_moves_total", "tablas_commits_total", "tablas_rooms"):
            assert f"\n{name} " in metrics
        answer = await ana.http.get("/api/openapi.json")
        assert "/api/offers" in answer.json()["paths"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        await ana.close()

    run(scenario())
