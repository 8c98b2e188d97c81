"""The first page: everything in sight at every width, small, still, and a board to take over."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tablas import games
from tablas.engine.bot import opponents
from tablas.values import Dice

SHOWCASE = Path(__file__).resolve().parents[3] / "src" / "tablas" / "web" / "app" / "showcase"
MOST = 150_000  # bytes of the whole first load, as it is sent, with the fonts and the live board
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
WATCH_SHIFTS = """
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
IN_SIGHT = """(button) => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""
# Checkers or marbles whose cards would stand alone in a line of their own.
ROWS = (
    """(cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().top))).size"""
)
COVERED = """() => {
  const [a, b] = [".levels", ".start"].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
}"""
WIDER = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("name", games.NAMES)
def test_the_game_of_the_bots_is_legal(name):
    known = games.kind(name)
    turns = json.loads((SHOWCASE / f"{name}.json").read_text(encoding="utf-8"))["turns"]
    assert len(turns) >= 20
    for turn, after in itertools.pairwise(turns):
        position = known.formats.read(turn["position"]).position
        dice = Dice(*turn["dice"]) if turn["dice"] else None
        reached = known.formats.read(after["position"]).position
        assert reached in known.rules.plays(position, dice), turn["position"]


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_button_is_in_sight_and_nothing_is_orphaned_at_any_width(person, locale):
    me = person(live=True, locale=locale, color_scheme="dark" if locale == "es-ES" else "light")
    me.open("/")
    for width, height in ((1440, 900), (1024, 768), (390, 664), (320, 568), (844, 390), (667, 375)):
        me.page.set_viewport_size({"width": width, "height": height})
        expect(me.page.locator(".game-card .miniature")).to_have_count(3)
        assert me.page.locator(".game-card").evaluate_all(ROWS) == 1, width
        assert me.page.locator(".start").evaluate(IN_SIGHT), width
        assert me.page.locator(".levels input").evaluate(IN_SIGHT), width
        assert not me.page.evaluate(COVERED), width
        assert not me.page.evaluate(WIDER), width
        if width >= 1024:
            assert me.page.locator(".play-form .row > *").evaluate_all(ROWS) == 1, width
    # Abak's classes are told apart even here: a silhouette each.
    signs = me.page.locator(".game-card:has([value=abak]) .sign")
    assert len(set(signs.evaluate_all("all => all.map((one) => one.getAttribute('d'))"))) == 5


def test_the_whole_first_load_is_small_and_nothing_jumps(person):
    me = person(live=True, unused=True, **PHONE, locale="es-ES")
    bodies: list[int] = []
    me.page.on(
        "requestfinished",
        lambda request: bodies.append(request.sizes()["responseBodySize"]),
    )
    me.page.add_init_script(WATCH_SHIFTS)
    me.open("/")
    expect(me.page.locator(".live-board .place")).to_have_count(28)
    me.page.wait_for_load_state("networkidle")
    assert me.page.evaluate("document.fonts.check('16px Figtree')")
    assert sum(bodies) <= MOST
    assert me.page.evaluate("globalThis.shifted") == 0


def test_one_slider_chooses_the_level_and_says_what_was_measured(person, web):
    me = person()
    me.open("/")
    slider = me.page.get_by_role("slider", name="Level")
    *_, strongest, roller = opponents("abak").values()  # the last one has played no games
    levels = list(opponents("abak").values())
    line = me.page.locator("#level-line")
    slider.press("End")
    for level in (roller, strongest):
        expect(slider).to_have_attribute("aria-valuetext", level.title.en)
        expect(line).to_contain_text(f"performance rating {500 * level.strength.judged:.1f}")
        slider.press("ArrowLeft")
    slider.press("ArrowRight")
    measured = strongest.strength
    expect(line).to_contain_text(f"won {round(100 * measured.won)} % of {measured.games} games")
    slider.press("Home")
    expect(line).to_contain_text(levels[0].title.en)
    me.page.locator(".start").click()
    told = httpx.get(f"{web.base}/api/games/{me.seated()}").json()
    # Whoever comes for the first time has ivory and no cube.
    assert told["black"]["bot"]
    assert not told["white"]["bot"]
    assert told["agreement"]["cube"] is False


def test_two_bots_play_until_somebody_touches_the_board_and_plays_on(person, web):
    me = person(live=True)
    me.open("/")
    me.page.locator(".game-card:has([value=abalone])").click()
    board = me.page.locator(".live-board tablas-abalone")
    expect(board.locator(".cell")).to_have_count(61)
    first = board.evaluate("board => board.position.position")
    me.until(
        f"() => document.querySelector('.live-board > div > *').position.position !== '{first}'"
    )
    me.page.get_by_role("button", name="Pause").click()
    shown = board.evaluate("board => ({ ...board.position })")
    me.page.get_by_role("button", name="Take over this game").click()
    game = me.seated()
    told = httpx.get(f"{web.base}/api/games/{game}").json()
    assert told["agreement"]["position"].split()[0] == shown["position"]
    assert told[shown["turn"]]["bot"] is False
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")


def test_who_wants_no_motion_sees_the_board_stand_still(person):
    me = person(live=True, reduced_motion="reduce")
    me.open("/")
    pause = me.page.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("aria-pressed", "true")
