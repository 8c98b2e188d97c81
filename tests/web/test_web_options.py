"""Everything that can be agreed on can be chosen on the first page, and the game has it."""

from __future__ import annotations

import httpx
import pytest


def agreed(web, game: str) -> dict:
    return httpx.get(f"{web.base}/api/games/{game}").json()["agreement"]


def at_the_form(me, game: str) -> None:
    me.open("/")
    me.page.wait_for_selector(".levels .choice")
    me.page.locator(f".game-card:has([value={game}])").click()


def test_abalone_begins_as_on_the_sheet_with_the_daisy_beside_it_in_plain_sight(person, web):
    me = person()
    at_the_form(me, "abalone")
    shown = me.page.get_by_role("group", name="Start position").get_by_role("radio")
    assert [one.get_attribute("value") for one in shown.all()] == ["standard", "belgian-daisy"]
    assert me.page.get_by_role("radio", name="Standard").is_checked()
    assert not me.page.locator("details").evaluate("(more) => more.open")
    me.page.locator(".start").click()
    assert "start" not in agreed(web, me.seated())
    me.until("() => document.querySelector('.board > *').position?.position.startsWith('wwwww/')")
    at_the_form(me, "abalone")
    me.page.get_by_text("Belgian Daisy", exact=True).first.click()
    me.page.locator(".start").click()
    assert agreed(web, me.seated())["start"] == "belgian-daisy"
    me.until("() => document.querySelector('.board > *').position?.position.startsWith('ww1bb/')")


def test_every_start_can_be_chosen_among_the_options_and_in_the_editor(person, web):
    me = person()
    at_the_form(me, "abalone")
    me.page.get_by_text("Time, length and more").click()
    listed = me.page.locator("select", has=me.page.locator("[value=snakes]"))
    assert listed.locator("option").count() == 16
    listed.select_option("snakes")
    me.page.get_by_role("radio", name="Snakes").wait_for()  # now it is in plain sight, too
    me.page.locator(".start").click()
    assert agreed(web, me.seated())["start"] == "snakes"
    me.open("/editor?game=abalone")
    me.page.get_by_label("Start position").select_option("the-wall")
    me.until("() => document.querySelector('[name=position]').value.startsWith('2w2/')")


@pytest.mark.parametrize("start", ["nackgammon", "longgammon"])
def test_the_starts_of_backgammon_can_be_chosen(person, web, start):
    me = person()
    at_the_form(me, "backgammon")
    me.page.get_by_text("Time, length and more").click()
    me.page.get_by_label("Start position").select_option(start)
    me.page.locator(".start").click()
    assert agreed(web, me.seated())["start"] == start
