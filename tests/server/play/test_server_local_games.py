"""Games that were played without the server: checked by the rules, kept once, counted nowhere."""

from __future__ import annotations

import random
import time

import pytest

from random_games import random_action
from server_running import Running, guest, run
from tablas.games import NAMES, kind
from tablas.play.game import Game
from tablas.play.terms import Stakes, Terms
from tablas.record.actions import action_fields

BODY = {"bot": "bot:expert", "side": "white", "began_at": int(time.time() - 3600) * 1000}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("local") / "data", workers=1).start()
    yield running
    running.stop()


def actions_of(name, seed, most=4000):
    """The actions of a game at random, and whether it is over."""
    rng, terms = random.Random(seed), Terms(stakes=Stakes(cube=False))
    game, actions = Game.begin(kind(name), terms), []
    while game.result is None and len(actions) < most:
        action = random_action(game, rng)
        actions.append(action_fields(game.state, action))
        game = game.apply(action)
    return actions, game


def body_of(name, actions, **changed):
    terms = {"game": name, "dice": "device", **({"cube": False} if kind(name).dice else {})}
    return {"id": f"{name}12345678", "agreement": terms, "actions": actions, **BODY, **changed}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_a_device_is_kept_once_and_replayed_like_any_other(server, name):
    async def scenario():
        me, other = await guest(server.base), await guest(server.base)
        seed = next(one for one in range(99) if len(actions_of(name, one)[0]) < 1500)
        actions, game = actions_of(name, seed)
        body = body_of(name, actions)
        first = await me.http.post("/api/local-games", json=body)
        again = await me.http.post("/api/local-games", json=body)
        assert (first.status_code, again.status_code) == (201, 200), first.text
        kept = first.json()
        assert again.json()["id"] == kept["id"]
        assert (kept["status"], kept["white"]["name"]) == ("finished", me.name)
        assert (kept["black"], kept["agreement"]["dice"]) == (
            {"name": "expert", "bot": True}, "device",
        )  # fmt: skip
        winner = game.result.winner.value if game.result.winner else "none"
        assert (kept["winner"], kept["created_at"]) == (winner, BODY["began_at"])
        replay = await other.get(f"/api/games/{kept['id']}/replay")
        told = [one["event"] for one in replay["games"][0]["moments"][1:]]
        assert told == actions
        assert [one["id"] for one in (await me.get("/api/games"))["games"]] == [kept["id"]]
        # Under the same name another person has another game.
        theirs = await other.post("/api/local-games", **body)
        assert theirs["id"] != kept["id"]
        dice = (await me.get("/api/dice"))["all"]
        assert dice["rolls"] == 0
        for who in (me, other):
            await who.close()

    run(scenario())


def test_an_unfinished_game_goes_on_on_the_server(server):
    async def scenario():
        me = await guest(server.base)
        actions = [
            {"do": "opening", "white": 3, "black": 3},
            {"do": "opening", "white": 3, "black": 1},
            {"do": "played", "side": "white", "play": "8/5 6/5"},
        ]
        kept = await me.post("/api/local-games", **body_of("backgammon", actions))
        assert kept["status"] == "playing"
        seat = await me.sit(kept["id"])
        # The bot has rolled and played.
        await seat.until(lambda one: one.state.get("turn") == "white")
        assert (await seat.do("roll", side="white"))["t"] == "ack"
        await seat.close()
        await me.close()

    run(scenario())


@pytest.mark.refuses("illegal-local-game", "not-a-local-game", "device-dice", "no-such-bot")
def test_what_no_device_can_have_played_is_refused_by_name(server):
    async def scenario():
        me = await guest(server.base)

        async def refused(body, path="/api/local-games"):
            answer = await me.http.post(path, json=body)
            assert answer.status_code in (404, 422), answer.text
            return answer.json()["error"]

        opening = {"do": "opening", "white": 3, "black": 1}
        play = {"do": "played", "side": "white", "play": "24/10"}
        error = await refused(body_of("backgammon", [opening, play]))
        assert error["code"] == "illegal-local-game"
        assert "action 2 ('24/10')" in error["en"]
        assert "-b----E-C---eE---c-e----B-" in error["en"]
        assert "acción 2" in error["es"]
        for action in (
            {"do": "flagged", "side": "white"}, {"do": ["played"]}, {}, opening | {"proof": {}},
            opening | {"white": 7}, opening | {"more": 1},
        ):  # fmt: skip
            wrong = await refused(body_of("backgammon", [action]))
            assert wrong["code"] == "illegal-local-game", action
        over = [{"do": "resigned", "side": "black", "level": 1}] * 2
        assert "action 1" in (await refused(body_of("backgammon", over)))["en"]
        for field, value in (("length", 3), ("time", "fischer 5+3"), ("dice", "fair")):
            body = body_of("backgammon", [])
            body["agreement"] |= {field: value}
            error = await refused(body)
            assert (error["code"], field in error["en"]) == ("not-a-local-game", True)
        strongest = body_of("backgammon", [], bot="bot:strongest")  # not one that a browser can be
        assert (await refused(strongest))["code"] == "no-such-bot"
        terms = body_of("backgammon", [])["agreement"]
        begun = {"agreement": terms, "bot": "bot:expert"}
        assert (await refused(begun, "/api/games"))["code"] == "device-dice"
        assert (await refused({"agreement": terms}, "/api/offers"))["code"] == "device-dice"
        long = await refused(body_of("backgammon", [opening] * 4001))
        assert long["code"] == "bad-request"
        assert (await me.get("/api/games"))["games"] == []
        await me.close()

    run(scenario())
