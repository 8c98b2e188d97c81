"""What a judge says: costs of plays, hints and the tutor, and to whom it says nothing."""

from __future__ import annotations

import pytest

from server_running import Running, guest, run, table_at
from tablas import games

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.fixture(scope="module")
def coached(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("coached"), workers=1, reviewers=0).start()
    yield running
    running.stop()


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("game", ["backgammon", "abak", "abalone"])
def test_a_play_is_judged_beside_the_best_ones_in_every_game(coached, game):
    kind = games.kind(game)
    dice = [kind.example.dice.high, kind.example.dice.low] if kind.example.dice else None

    async def scenario():
        me = await guest(coached.base)
        where = {"game": game, "position": kind.example.position, "dice": dice, "care": "fast"}
        judged = await me.post("/api/judgement", **where, play=kind.example.play)
        best = judged["alternatives"][0]
        costs = await me.post("/api/judgement", **where, play=judged["alternatives"][-1]["text"])
        assert costs["cost"] > 0
        assert costs["played"] != costs["best"] == best["text"]
        assert judged["does"][0]["en"] != judged["does"][0]["es"]
        assert all(judged["shown"]["ways"])
        if dice:
            assert "luck" in judged
            cube = await me.post("/api/judgement", **(where | {"dice": None}))
            if "cube" in cube:  # the example of one game tells its roll
                assert set(cube["cube"]) >= {"no_double", "double_take", "double_drop"}
        await me.close()

    run(scenario())


@pytest.mark.refuses("illegal", "unreadable-play")
def test_what_is_no_play_is_refused_by_its_rule(coached):
    async def scenario():
        me = await guest(coached.base)
        asked = {"game": "backgammon", "position": OPENING}
        for play, expected in (("13/7", "illegal:"), ("nonsense", "unreadable-play")):
            answer = await me.http.post("/api/judgement", json=asked | {"play": play})
            assert code(answer)[1].startswith(expected)
        await me.close()

    run(scenario())


@pytest.mark.refuses("no-advice", "no-advice-now")
def test_advice_is_for_who_plays_an_unrated_game_against_a_bot(coached):
    async def scenario():
        me, watcher = await guest(coached.base), await guest(coached.base)
        agreement = {"game": "abalone", "dice": "server"}
        made = await me.post("/api/games", agreement=agreement, bot="bot:greedy", side="black")
        path = f"/api/games/{made['id']}/advice"
        seat = await me.sit(made["id"])
        await seat.until(lambda s: s.mine)
        hint = await me.post(path)
        assert hint["best"] in seat.legal("abalone")
        worst = hint["alternatives"][-1]["text"]
        told = await me.post(path, play=worst)
        assert (told["played"], told["cost"] >= 0) == (worst, True)
        assert code(await watcher.http.post(path, json={})) == (403, "no-advice")
        # What the bot plays is explained to who plays against it, and to nobody else.
        words = f"/api/games/{made['id']}/explanation"
        assert (await me.http.get(words)).json() == {"play": "", "side": None, "does": []}
        await seat.acked("play", play=hint["best"])
        await seat.until(lambda s: s.mine)
        told = (await me.http.get(words)).json()
        assert (told["play"], told["side"]) == (seat.events[-1]["event"]["play"], "white")
        assert told["does"][0]["en"] != told["does"][0]["es"]
        assert code(await watcher.http.get(words)) == (403, "no-advice")
        await seat.acked("resign", level=1)
        assert code(await me.http.post(path, json={})) == (409, "no-advice-now")
        await seat.close()
        async with table_at(coached.base, game="abalone") as table:
            path = f"/api/games/{table.game}/advice"
            answer = await table.black.guest.http.post(path, json={})
            assert code(answer) == (403, "no-advice")
        await me.close()
        await watcher.close()

    run(scenario())


@pytest.mark.refuses("rated-position")
def test_nobody_is_told_about_the_board_of_a_live_rated_game(coached):
    async def scenario():
        terms = {"game": "abalone", "time": "fischer 5+3", "rated": True}
        async with table_at(coached.base, **terms) as table:
            friend = await guest(coached.base)
            await table.black.until(lambda s: s.mine)  # who begins has heard of it
            for _ in range(6):
                seat = table.black if table.black.mine else table.white
                n = seat.n
                await seat.acked("play", play=seat.legal("abalone")[0])
                for one in table.seats:
                    await one.until(lambda s, n=n: s.n > n)
            asked = {"game": "abalone", "position": table.white.state["position"]}
            for path in ("/api/judgement", "/api/analysis"):
                answer = await friend.http.post(path, json=asked)
                assert code(answer) == (403, "rated-position")
            # A friend may look at other positions, and at those that stand in every book.
            start = games.kind("abalone")
            asked["position"] = start.formats.write(start.start())
            assert (await friend.http.post("/api/judgement", json=asked)).status_code == 200
            await friend.close()

    run(scenario())
