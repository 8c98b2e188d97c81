"""The check of the dice in the browser, on the server's page and as a file saved to disk."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from web_players import Person


@pytest.fixture(scope="module")
def record(lender, web):
    """The record of a short game with fair dice, and its id."""
    me = Person(lender, web.base)
    end = "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10"
    game = me.against_bot("backgammon", position=end)
    me.play_out("backgammon")
    me.close()
    return game, httpx.get(f"{web.base}/api/games/{game}/record").text


def changed(record: str) -> str:
    """The same record with another first die."""
    told = re.sub(r'("do": ?"rolled".*?"dice": ?\[)(\d)', _other_die, record, count=1)
    assert told != record
    return told


def _other_die(found: re.Match[str]) -> str:
    return f"{found[1]}{int(found[2]) % 6 + 1}"


def test_the_dice_of_a_game_are_proven_and_a_changed_one_is_found(person, record, tmp_path):
    me = person()
    game, text = record
    me.open(f"/dice?game={game}")
    expect(me.page.locator(".verdict")).to_contain_text("Proven", use_inner_text=True)
    file = tmp_path / "changed.jsonl"
    file.write_text(changed(text), encoding="utf-8")
    me.page.set_input_files("input[type=file]", file)
    me.page.locator(".verdict.no").wait_for()
    expect(me.page.locator("li.bad").first).to_contain_text("Roll 1, line", use_inner_text=True)


def test_the_check_works_saved_to_disk_without_any_network(lender, web, record, tmp_path):
    saved = tmp_path / "tablas-dice.html"
    files = [tmp_path / f"{name}.jsonl" for name in ("true", "changed", "nonsense")]
    for file, text in zip(files, (record[1], changed(record[1]), "no record"), strict=True):
        file.write_text(text, encoding="utf-8")
    saved.write_text(httpx.get(f"{web.base}/dice.html").text, encoding="utf-8")
    me = Person(lender, "file://", locale="es-ES")
    me.context.set_offline(True)
    me.page.goto(saved.as_uri())
    me.page.set_input_files("#file", files[0])
    me.page.locator("#report .yes").wait_for()
    expect(me.page.locator("#report .no")).to_have_count(0)
    me.page.set_input_files("#file", files[1])
    me.page.locator("#report .no").first.wait_for()
    told = me.page.locator("#report").inner_text()
    assert "Los dados NO están probados" in told
    assert "tirada 1" in told
    me.page.set_input_files("#file", files[2])
    me.page.get_by_text("Esto no es un registro").wait_for()
    me.close()
    assert (me.faults, me.outside) == ([], [])
