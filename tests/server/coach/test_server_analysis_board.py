"""The analysis board's questions: trees worked out by the rules, lines as files, known openings."""

from __future__ import annotations

import httpx
import pytest

from tablas import files, games

BOARD = "XGID=-b----E-C---eE---c-e----B-"
START = f"{BOARD}:0:0:1:00:0:0:0:0:10"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    from server_running import Running  # noqa: PLC0415

    running = Running(tmp_path_factory.mktemp("board"), workers=0, analysts=0).start()
    yield running
    running.stop()


def tree(server, *acts, game="backgammon", position=START, **more):
    asked = {"game": game, "position": position, "acts": list(acts), **more}
    return httpx.post(f"{server.base}/api/tree", json=asked, headers={"x-tablas": "test"})


def play(text, *dice, parent=0):
    return {"parent": parent, "dice": dice or None, "play": text}


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_variations_lead_on_from_the_act_that_they_follow(server):
    nodes = tree(
        server,
        play("8/5 6/5", 3, 1),
        play("24/20", 3, 1),
        {"parent": 1, "do": "double"},
        {"parent": 3, "do": "take"},
        play("24/18 13/11", 6, 2, parent=4),
    ).json()["nodes"]
    start, made, ran, doubled, taken, reply = nodes
    assert (start["phase"], start["turn"], start["may_double"]) == ("to-roll", "white", True)
    assert (made["play"], made["side"], made["turn"]) == ("8/5 6/5", "white", "black")
    assert ran["play"] == "24/20"
    assert ran["position"] != made["position"]
    assert (doubled["phase"], doubled["turn"]) == ("to-answer", "white")
    assert taken["cube"] == {"value": 2, "owner": "white"}
    assert (reply["side"], reply["cube"]["value"]) == ("black", 2)
    assert len(reply["last"]["steps"]) == 2


def test_score_and_cube_come_beside_positions_that_have_no_room_for_them(server):
    kind = games.kind("abak")
    text = kind.formats.write(kind.start())
    match = {"length": 5, "white": 4, "black": 2, "crawford": True}
    start, after = tree(
        server, play("S8/5 N6/5", 3, 1), game="abak", position=text, match=match
    ).json()["nodes"]
    assert start["match"] == match
    assert not start["may_double"]
    assert after["match"] == match
    money = tree(server, position=f"{BOARD}:1:1:1:00:2:0:0:7:10", money=True).json()["nodes"][0]
    assert money["match"] is None
    assert money["cube"] == {"value": 2, "owner": "white"}


@pytest.mark.refuses("bad-act")
@pytest.mark.parametrize(
    ("acts", "number", "why"),
    [
        ([play("8/5 6/5", 3, 1), play("8/5 6/5", 6, 2, parent=1)], 2, "8/5"),
        ([play("8/5 6/5")], 1, "dice"),
        ([{"parent": 0, "do": "take"}], 1, "a roll or a double comes next"),
        ([play("8/5 6/5", 3, 1, parent=3)], 1, "before"),
    ],
)
def test_what_the_rules_do_not_allow_is_named_with_its_number(server, acts, number, why):
    answer = tree(server, *acts)
    assert code(answer) == (422, "bad-act")
    error = answer.json()["error"]
    assert error["en"].startswith(f"number {number} of the tree")
    assert error["es"].startswith(f"el número {number} del árbol")
    assert why in error["en"]


def test_a_dance_and_a_finished_game_are_followed(server):
    closed = "XGID=------N-----e-------bbbbbA:0:0:1:00:0:0:0:0:10"
    dance = tree(server, play("", 2, 1), position=closed).json()["nodes"][1]
    assert (dance["last"]["steps"], dance["turn"]) == ([], "black")
    ending = "XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10"
    over = tree(server, play("1/off(2)", 2, 1), position=ending).json()["nodes"][1]
    assert over["phase"] == "over"


@pytest.mark.parametrize("name", ["mat", "sgf", "record"])
def test_a_line_is_written_and_read_back(server, name):
    known = {one.name for one in files.formats()}
    assert name in known, known
    acts = [
        play("8/5 6/5", 3, 1) | {"comment": "the best there is"},
        play("24/18 13/11", 6, 2),
        {"parent": 0, "do": "double"},
        {"parent": 0, "do": "drop"},
    ]
    asked = {"game": "backgammon", "position": START, "acts": acts, "white": "Ana", "black": "Bob"}
    answer = httpx.post(
        f"{server.base}/api/tree/files/{name}", json=asked, headers={"x-tablas": "test"}
    )
    assert answer.status_code == 200, answer.text
    match = files.read(answer.content, f".{name}" if name != "record" else ".jsonl")
    (game,) = match.games
    assert not match.faults
    assert (game.record.white, game.record.black) == ("Ana", "Bob")
    assert game.record.game.result is not None
    assert [type(one.action).__name__ for one in game.record.game.log] == [
        "OpeningRolled", "Played", "Rolled", "Played", "Doubled", "Dropped",
    ]  # fmt: skip


@pytest.mark.refuses("not-written", "not-found")
def test_a_line_that_a_format_has_no_room_for_is_refused(server):
    asked = {"game": "abalone", "position": "belgian-daisy", "acts": []}
    path = f"{server.base}/api/tree/files"
    answer = httpx.post(f"{path}/mat", json=asked, headers={"x-tablas": "test"})
    assert code(answer) == (404, "not-found")
    asked = {"game": "backgammon", "position": f"{BOARD}:1:1:1:00:0:0:0:0:10"}
    asked["acts"] = [play("8/5 6/5", 3, 1)]
    answer = httpx.post(f"{path}/mat", json=asked, headers={"x-tablas": "test"})
    assert code(answer) == (422, "not-written"), answer.text


@pytest.mark.parametrize(
    ("game", "dice", "unit"),
    [("backgammon", (3, 1), "points"), ("abak", (3, 1), "points"), ("abalone", None, "marbles")],
)
def test_openings_are_known_with_their_replies_and_nothing_else_is(server, game, dice, unit):
    kind = games.kind(game)
    position = kind.formats.write(kind.start())
    asked = {"position": position} | ({"first": dice[0], "second": dice[1]} if dice else {})

    def known(**question):
        return httpx.get(f"{server.base}/api/openings/{game}", params=question).json()

    first = known(**asked)
    assert first["unit"] == unit
    worths = [one["worth"] for one in first["plays"]]
    assert len(worths) >= 3
    assert worths == sorted(worths, reverse=True)
    best = first["plays"][0]["play"]
    acts = [{"parent": 0, "play": best, **({"dice": dice} if dice else {})}]
    reached = tree(server, *acts, game=game, position=position).json()["nodes"][1]["position"]
    rolls = [(6, 2), (1, 1), (5, 5)] if dice else [None]
    for roll in rolls:
        more = {"first": roll[0], "second": roll[1]} if roll else {}
        reply = known(position=reached, **more)
        assert reply["plays"], (best, roll)
        one = [{"parent": 0, "play": reply["plays"][0]["play"], **({"dice": roll} if roll else {})}]
        assert tree(server, *one, game=game, position=reached).status_code == 200
    late = {
        "backgammon": "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10",
        "abak": "s/22/S -/- DEGGNOSSSSSSSS/deggnossssssss w",
        "abalone": "5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5 b 5-4 0",
    }[game]
    assert known(**asked | {"position": late})["plays"] == []
