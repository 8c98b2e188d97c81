"""Every refusal has a code, both languages and a test that brings it about."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re

import pytest

import tablas.server
from server_running import guest, run, table_at
from tablas.server.refusals import TABLE
from tree import ROOT

PAGE = ROOT / "docs" / "server-protocol.md"


def every_refusal():
    """The table, with every module of the server imported that could add to it."""
    for module in pkgutil.walk_packages(tablas.server.__path__, "tablas.server."):
        if ".migrations" not in module.name:
            importlib.import_module(module.name)
    return TABLE


def named_in_tests():
    """Codes named by `refuses` anywhere in the tests of the server; each holds its test to them."""
    found = set()
    for file in (ROOT / "tests" / "server").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.refuses":
                found |= {ast.literal_eval(argument) for argument in node.args}
    return found


def test_every_refusal_is_brought_about_by_a_test_and_no_other_is_named():
    assert named_in_tests() == set(every_refusal())


def test_every_refusal_has_a_code_a_status_and_two_languages():
    for code, refusal in every_refusal().items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert 400 <= refusal.status < 600
        assert refusal.words.en
        assert refusal.words.es
        assert refusal.words.en != refusal.words.es


def test_the_page_about_the_protocol_tells_every_code():
    listed = set(re.findall(r"^\| `([a-z-]+)` \| [45]\d\d \|", PAGE.read_text(), re.MULTILINE))
    assert listed == set(every_refusal())


@pytest.mark.refuses("illegal", "unreadable-play")
def test_a_play_is_refused_by_the_name_of_its_rule_or_because_it_cannot_be_read(club):
    async def scenario():
        async with table_at(club.base, game="backgammon", dice="server") as table:
            for seat in table.seats:
                await seat.until(lambda s: s.state.get("phase") == "to-play")
            mover = next(seat for seat in table.seats if seat.mine)
            assert await mover.refused("play", play="hello") == "unreadable-play"
            assert await mover.refused("play", play="24/1 24/1") == "illegal:wrong-die"
            told = mover.refusals[-2]["error"]
            assert "13/7 8/7" in told["es"]

    run(scenario())


@pytest.mark.refuses("stale")
def test_a_command_for_an_older_board_is_refused(club):
    async def scenario():
        async with table_at(club.base, game="abalone") as table:
            await table.black.until(lambda s: s.state.get("status") == "playing")
            play = table.black.legal("abalone")[0]
            assert await table.black.refused("play", play=play, seen=0) == "stale"
            await table.black.acked("play", play=play, seen=table.black.n)

    run(scenario())


@pytest.mark.refuses("bad-request")
def test_an_agreement_that_cannot_be_played_is_refused_in_both_languages(club):
    async def scenario():
        me = await guest(club.base)
        for agreement, spanish in (
            ({"game": "abak", "time": "fast"}, "fischer 5+3"),
            ({"game": "abak", "length": 3, "jacoby": True}, "son para jugar por dinero"),
            ({"game": "abak", "days": 3, "time": "sudden 5"}, "correspondencia"),
            ({"game": "abak", "colour": "red"}, "campo desconocido"),
            ({"game": "abak", "length": "long"}, "número entero"),
            ({"game": "abak", "length": 0}, "demasiado pequeño"),
            ({}, "falta este campo"),
        ):
            answer = await me.http.post("/api/offers", json={"agreement": agreement})
            assert answer.status_code == 422
            assert spanish in answer.json()["error"]["es"], answer.text
        await me.close()

    run(scenario())
