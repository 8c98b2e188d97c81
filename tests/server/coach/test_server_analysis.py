"""Analysis for people: every game, budgets and quotas, nobody helped in the middle of a game."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal

import httpx
import pytest

from machine_delay import Delay
from server_running import children, guest, run, table_at
from tablas import games
from tablas.server.limits import Rate, RateLimits
from tablas.server.refusals import Refused
from tablas.values import Setup, Side

OPENING = {"game": "backgammon", "dice": [3, 1]}


def start(game):
    kind = games.kind(game)
    return kind.formats.write(kind.start())


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture(scope="module")
def analysts(tmp_path_factory):
    from server_running import Running  # noqa: PLC0415

    running = Running(tmp_path_factory.mktemp("analysts"), workers=0, analysts=1).start()
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("game", "dice", "unit"),
    [
        ("backgammon", [3, 1], "points"),
        ("abak", [3, 1], "points"),
        ("abalone", None, "marbles"),
    ],
)
def test_the_plays_of_a_position_are_ranked_in_every_game(analysts, game, dice, unit):
    async def scenario():
        me = await guest(analysts.base)
        # A net answers at once; a search needs time to look ahead, on a busy machine too.
        time = 200 if dice else 2000
        told = await me.post(
            "/api/analysis", game=game, position=start(game), dice=dice, milliseconds=time, plays=4
        )
        assert told["unit"] == unit
        assert told["engine"]
        scores = [play["score"] for play in told["plays"]]
        assert len(scores) == 4
        # Plays that were looked at more deeply come first; within one depth the best. A search
        # that time cuts short has lines of two depths, in its own order.
        depths = [play.get("plies", 0) for play in told["plays"]]
        if game != "abalone":
            order = sorted(zip(depths, scores, strict=True), reverse=True)
            assert list(zip(depths, scores, strict=True)) == order
        kind = games.kind(game)
        for play in told["plays"]:
            assert kind.formats.read(play["leads"])
        if game == "backgammon":
            assert told["plays"][0]["play"] == "8/5 6/5"  # the best 3-1 there is
        if game != "abalone":
            assert 0 < told["plays"][0]["chances"][0] < 1
        if game == "abalone":
            assert told["depth"] > 1
            assert told["plays"][0]["line"][0] == told["plays"][0]["play"]
        await me.close()

    run(scenario())


@pytest.mark.refuses(
    "dice-needed", "no-dice", "position-over", "bad-position", "unreadable-position"
)
def test_what_cannot_be_analysed_is_refused_with_its_reason(analysts):
    crowded = "XGID=-b----E-C---eE---c-e----O-:0:0:1:00:0:0:0:0:10"

    async def scenario():
        me = await guest(analysts.base)
        for question, expected in (
            ({"game": "backgammon", "position": start("backgammon")}, (422, "dice-needed")),
            ({"game": "abalone", "position": start("abalone"), "dice": [1, 2]}, (422, "no-dice")),
            ({**OPENING, "position": "nonsense"}, (422, "unreadable-position")),
            ({**OPENING, "position": crowded}, (422, "bad-position")),
            ({**OPENING, "position": start("backgammon"), "dice": [7, 1]}, (422, "bad-request")),
        ):
            assert code(await me.http.post("/api/analysis", json=question)) == expected
        finished = finished_backgammon()
        answer = await me.http.post("/api/analysis", json={**OPENING, "position": finished})
        assert code(answer) == (409, "position-over")
        await me.close()

    run(scenario())


def finished_backgammon():
    from tablas.backgammon.rules import Position  # noqa: PLC0415

    own, opp = [0] * 26, [0] * 26
    own[5], opp[0] = 15, 15
    kind = games.kind("backgammon")
    return kind.formats.write(Setup(Position(tuple(own), tuple(opp)), Side.WHITE))


BOARD = "XGID=-b----E-C---eE---c-e----B-"
LAST_POINT = {"length": 5, "white": 4, "black": 4}


def asked_in_turn(server, *questions: dict) -> list[dict]:
    """The answers to questions about the opening 21, one after another."""

    async def scenario():
        me = await guest(server.base)
        usual = {"game": "backgammon", "milliseconds": 400, "plays": 50}
        told = [await me.post("/api/analysis", **usual | question) for question in questions]
        await me.close()
        return told

    return run(scenario())


def same_depth(answer: dict) -> list[dict]:
    """The plays that were looked at most deeply, which alone are compared."""
    plays = answer["plays"]
    return [play for play in plays if play["plies"] == plays[0]["plies"]]


def farthest_from_winning_alone(plays: list[dict]) -> float:
    """How far a score is from what the chance to win would make it, at most."""
    return max(abs(play["score"] - (2 * play["chances"][0] - 1)) for play in plays)


def test_at_the_last_point_of_a_match_the_chance_to_win_alone_counts(analysts):
    money = {"position": f"{BOARD}:0:0:1:21:0:0:0:0:10"}
    by_text = {"position": f"{BOARD}:0:0:1:21:4:4:0:5:10"}
    by_fields = {"position": f"{BOARD}:0:0:1:00:0:0:0:0:10", "dice": [2, 1], "match": LAST_POINT}
    for_money, *at_the_end = asked_in_turn(analysts, money, by_text, by_fields)
    assert farthest_from_winning_alone(for_money["plays"]) > 0.01  # gammons count, too
    for plays in map(same_depth, at_the_end):
        wins = [play["chances"][0] for play in plays]
        assert wins == sorted(wins, reverse=True)
        assert farthest_from_winning_alone(plays) < 0.001
        assert ":4:4:0:5:10" in plays[0]["leads"]


def test_the_cube_counts_where_it_was_turned_or_is_asked_for(analysts):
    roll = {"position": f"{BOARD}:0:0:1:21:0:0:0:0:10"}
    own = {**roll, "cube": {"value": 2, "owner": "white"}}
    theirs = {**roll, "cube": {"value": 2, "owner": "black"}}
    questions = (roll, own, theirs, {**roll, "cubeful": True}, {**roll, "jacoby": True})
    points, mine, yours, cubeful, jacoby = asked_in_turn(analysts, *questions)
    # Of one play two ways to count may agree by chance; not of all of them.
    scores = [[play["score"] for play in one["plays"]] for one in (points, cubeful, jacoby)]
    best = scores[0][0]
    assert mine["plays"][0]["score"] > best > yours["plays"][0]["score"]
    assert scores[0] != scores[1] != scores[2]
    assert ":1:1:" in mine["plays"][0]["leads"]


def test_abak_has_a_score_too(analysts):
    question = {"game": "abak", "position": start("abak"), "dice": [3, 1]}
    money, match = asked_in_turn(analysts, question, {**question, "match": LAST_POINT})
    assert [play["score"] for play in money["plays"]] != [play["score"] for play in match["plays"]]
    wins = [play["chances"][0] for play in same_depth(match)]
    assert wins == sorted(wins, reverse=True)


@pytest.mark.refuses("bad-situation")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"match": {"length": 5, "white": 5}}, "5-0"),
        ({"match": {"length": 5, "crawford": True}}, "Crawford"),
        ({"cube": {"value": 3}}, "cube 3"),
    ],
)
def test_a_score_that_cannot_be_is_refused_in_both_languages(analysts, more, told):
    async def scenario():
        me = await guest(analysts.base)
        question = {**OPENING, "position": start("backgammon"), **more}
        answer = await me.http.post("/api/analysis", json=question)
        assert code(answer) == (422, "bad-situation")
        error = answer.json()["error"]
        assert told in error["en"]
        assert error["es"].startswith("el cubo y el marcador")
        await me.close()

    run(scenario())


def test_a_board_tells_back_the_cube_and_the_score_of_its_position(analysts):
    text = f"{BOARD}:1:-1:1:00:2:0:0:7:10"
    for said in (text, text.replace(":00:", ":31:")):
        answer = httpx.get(f"{analysts.base}/api/board/backgammon", params={"position": said})
        assert answer.json()["text"] == text
        xgid, gnubg = answer.json()["notations"]
        assert xgid["text"] == text
        _, situation = games.kind("backgammon").formats.read_situation(gnubg["text"])
        assert (situation.cube, situation.length, situation.score) == (2, 7, (2, 0))


@pytest.mark.refuses("still-playing")
def test_nobody_is_helped_in_the_middle_of_a_game_against_a_person(analysts):
    async def scenario():
        async with table_at(analysts.base, game="abalone") as table:
            await table.black.until(lambda s: s.state.get("status") == "playing")
            question = {"game": "abalone", "position": table.black.state["position"]}
            for seat in table.seats:
                answer = await seat.guest.http.post("/api/analysis", json=question)
                assert code(answer) == (403, "still-playing")
            watcher = await guest(analysts.base)
            answer = await watcher.http.post("/api/analysis", json={**question, "milliseconds": 50})
            assert answer.status_code == 200
            await watcher.close()

    run(scenario())


@pytest.mark.refuses("one-analysis-at-a-time")
def test_one_person_has_one_question_under_way(analysts):
    async def scenario():
        me = await guest(analysts.base)
        question = {"game": "abalone", "position": start("abalone"), "milliseconds": 2000}
        both = (me.http.post("/api/analysis", json=question) for _ in range(2))
        first, second = sorted(await asyncio.gather(*both), key=lambda one: one.status_code)
        assert first.status_code == 200
        assert code(second) == (429, "one-analysis-at-a-time")
        await me.close()

    run(scenario())


def test_whoever_goes_away_frees_the_worker(analysts):
    async def scenario():
        me, other = await guest(analysts.base), await guest(analysts.base)
        position = start("abalone")
        long = {"game": "abalone", "position": position, "milliseconds": 10_000}
        await me.post("/api/analysis", game="abalone", position=position, milliseconds=50)
        with contextlib.suppress(httpx.ReadTimeout):
            await me.http.post("/api/analysis", json=long, timeout=0.5)
        with Delay(analysts) as delay:
            answer = await other.http.post("/api/analysis", json={**long, "milliseconds": 50})
        assert answer.status_code == 200
        assert delay.took < 9
        for who in (me, other):
            await who.close()

    run(scenario())


@pytest.mark.refuses("thinking-failed")
def test_an_analyst_that_hangs_is_replaced_and_the_question_refused(analysts):
    async def scenario():
        me = await guest(analysts.base)
        question = {"game": "abalone", "position": start("abalone"), "milliseconds": 50}
        await me.post("/api/analysis", **question)
        (worker,) = children(analysts.process.pid)
        os.kill(worker, signal.SIGSTOP)
        answer = await me.http.post("/api/analysis", json=question)
        assert code(answer) == (503, "thinking-failed")
        assert (await me.post("/api/analysis", **question))["plays"]
        assert children(analysts.process.pid) != [worker]
        await me.close()

    run(scenario())


def test_engine_time_is_a_budget_that_refills():
    now = [0.0]
    limits, rate = RateLimits(lambda: now[0]), Rate(900, 3600)
    for _ in range(90):
        limits.spend("analysis", "me", rate, 10)
    with pytest.raises(Refused) as refused:
        limits.spend("analysis", "me", rate, 10)
    assert refused.value.retry_after == 40
    now[0] = 40.0
    limits.spend("analysis", "me", rate, 10)


FORCED = "XGID=-A----------------------o-:0:0:1:00:0:0:0:0:10"  # one play, whatever is rolled


@pytest.mark.refuses("engine-quota")
def test_who_has_used_up_the_engine_is_told_how_long_to_wait(make_server):
    server = make_server(analysts=1)

    async def scenario():
        me = await guest(server.base)
        asked = {"game": "backgammon", "position": FORCED, "dice": [6, 5], "care": "rollout"}
        for _ in range(30):  # each is charged as half a minute
            assert (await me.http.post("/api/judgement", json=asked)).status_code == 200
        search = {**OPENING, "position": FORCED, "milliseconds": 10_000}
        for path, question in (("/api/judgement", asked), ("/api/analysis", search)):
            answer = await me.http.post(path, json=question)
            assert code(answer) == (429, "engine-quota")
            assert re.search(r"in \d+ minutes", answer.json()["error"]["en"])
            assert int(answer.headers["retry-after"]) > 0
        await me.close()

    run(scenario())


@pytest.mark.refuses("no-analysis")
def test_a_server_without_analysts_says_so(make_server):
    server = make_server(analysts=0)

    async def scenario():
        me = await guest(server.base)
        answer = await me.http.post(
            "/api/analysis", json={**OPENING, "position": start("backgammon")}
        )
        assert code(answer) == (503, "no-analysis")
        await me.close()

    run(scenario())
