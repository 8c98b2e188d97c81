"""Matches as files over HTTP: what a file holds, and a table taken home."""

from __future__ import annotations

import pytest

from people_server import people_server
from server_running import guest, run
from tablas.files import read
from tablas.server.web.middleware import ROOMY

MATCH = """\
 3 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8
  2) 66: 24/18 24/18 13/7 13/7    Doubles => 2
  3)  Drops                       Wins 1 point
"""

ONE_GAME = " Game 1\n a : 0          b : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n\n"
LONG = " 0 point match\n\n" + ONE_GAME * 3_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("files")) as running:
        yield running


@pytest.fixture
def browser(server):
    one = server.browser()
    one.post("/api/guest", json={})
    return one


def test_an_uploaded_match_comes_back_move_by_move(browser):
    answer = browser.post("/api/files?name=match.mat", content=MATCH)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["format"], told["game"], told["length"]) == ("mat", "backgammon", 3)
    assert (told["white"], told["black"], told["score"]) == ("Ana", "Bob", [0, 1])
    (fault,) = told["faults"]
    assert (fault["line"], fault["column"]) == (5, 34)
    assert fault["en"] != fault["es"]
    (game,) = told["games"]
    illegal = [moment for moment in game["moments"] if "illegal" in moment]
    assert [moment["event"]["play"] for moment in illegal] == ["13/8"]
    assert read(told["record"].encode()).score == (0, 1)


def test_an_analysed_file_is_larger_than_other_requests_may_be(browser):
    long = MATCH.replace(" 3 point", "; " + "x" * 100_000 + "\n 3 point")
    assert browser.post("/api/files?name=match.mat", content=long).status_code == 200
    refused = browser.post("/api/files", content="x" * (ROOMY["/api/files"] + 1))
    assert refused.json()["error"]["code"] == "too-large"


@pytest.mark.refuses("unreadable-file")
@pytest.mark.parametrize(
    ("name", "content", "detail"),
    [
        ("match.mat", "hello", "line 1, column 1"),
        ("", "", "line 1, column 1"),
        ("match.xg", b"RGMH" + bytes(100), "eXtreme Gammon"),
        ("long.mat", LONG, "10000"),
    ],
)
def test_what_is_no_match_is_refused_with_the_place(browser, name, content, detail):
    answer = browser.post(f"/api/files?name={name}", content=content)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "unreadable-file"
    assert detail in error["en"] and error["en"] != error["es"]


def test_a_game_is_taken_home_in_every_format_of_its_game(club):
    async def scenario():
        me = await guest(club.base)
        agreement = {"game": "backgammon", "length": 3}
        made = await me.post("/api/games", agreement=agreement, bot=None)
        seat = await me.sit(made["id"])
        await seat.until(lambda one: one.state.get("status") == "playing")
        await seat.close()
        for one in (await me.get("/api/formats"))["formats"]:
            answer = await me.http.get(f"/api/games/{made['id']}/files/{one['name']}")
            fits = one["writes"] and one["game"] in (None, "backgammon")
            assert answer.status_code == (200 if fits else 404), one["name"]
            if fits:
                suffix = one["suffixes"][0]
                assert suffix in answer.headers["content-disposition"]
                assert read(answer.content, suffix).length == 3
        await me.close()

    run(scenario())
