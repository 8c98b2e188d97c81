"""The table: questions and the end stand on the board, and a phone shows everything at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from web_accounts import registered
from web_modules import with_modules

PHONE = {"viewport": {"width": 390, "height": 600}, "has_touch": True, "is_mobile": True}
GAMMON = "XGID=-BB----------o------------:1:1:1:00:0:0:0:0:10"
MIDDLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
INSIDE = """([inner, outer]) => {
  const [a, b] = [inner, outer].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.top >= b.top && a.bottom <= b.bottom && a.left >= b.left && a.right <= b.right;
}"""
SEEN = """(parts) => parts.every((part) => {
  const { top, bottom, width } = part.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= innerHeight;
})"""
WIDEST = """(ways) => {
  const widths = ways.map((way) => [way.getBoundingClientRect().width, way.className]);
  return widths.sort(([a], [b]) => b - a)[0][1];
}"""
SIZES = ((320, 568), (667, 375), (390, 664))  # small, on its side, and as it was
NOTCH = {"top": 47, "bottom": 34}  # of an installed app, which has the whole screen
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
}"""
BLACK_TO_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
# Every frame that calls somebody away.
AWAY = """
  globalThis.away = [];
  const Line = globalThis.WebSocket;
  globalThis.WebSocket = class extends Line {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(data);
        const { away } = frame.presence ?? frame;
        if (away) globalThis.away.push(away);
      });
    }
  };
"""
RATED = {
    "agreement": {"game": "abalone", "rated": True, "time": "fischer 5+3"},
    "side": "black",
    "invitation": True,
}
ASKED = """async ([path, body]) => {
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}"""
NOTICE = "document.querySelector('#notices').textContent"
WARNED = with_modules(
    """async () => (await use("app/page_frame.js")).notice("Una regla lo prohíbe.")"""
)


def invited(host: Any, friend: Any, position: str) -> None:
    """Host and friend at one table, the host with White and on roll."""
    host.at_table_with(friend, "backgammon", position=position)


def stands_on_the_board(one: Any) -> None:
    """Whatever a phone is asked can be read and answered, however it is held."""
    for width, height in SIZES:
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.evaluate("scrollTo(0, 0)")
        assert one.page.evaluate(INSIDE, [".ask", ".board"]), width
        assert one.page.locator(".ask .actions > *").evaluate_all(SEEN), width
        assert not one.page.evaluate("document.documentElement.scrollWidth > innerWidth"), width


def resign(one: Any, level: str) -> None:
    one.menu()
    one.press(one.page.get_by_role("button", name=level))
    one.press(one.page.locator("dialog").get_by_role("button", name="Resign"))


@pytest.mark.parametrize(("width", "height"), [(390, 600), (320, 568)])
def test_a_phone_shows_both_players_the_board_and_the_buttons_at_once(person, width, height):
    me = person(**PHONE | {"viewport": {"width": width, "height": height}}, locale="es-ES")
    me.against_bot("backgammon", position=MIDDLE, time="fischer 5+3", cube=False)
    expect(me.page.locator(".player .clock")).to_have_count(2)
    expect(me.page.locator(".player small").first).to_contain_text("pasos")
    me.until("() => document.querySelector('.board > *').active")
    parts = me.page.locator(
        ".player .clock, .player small, .board > *, .actions button, .more > summary"
    )
    assert parts.evaluate_all(SEEN)
    assert not me.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    # A stack of five uses its whole point: the checkers of a phone do not hide each other.
    gaps = me.page.evaluate("""() => {
      const board = document.querySelector('.board > *');
      const at = (i) => board.geometry.spot('p6', i, 4).x;
      return [Math.abs(at(1) - at(0)), board.geometry.measures.deep];
    }""")
    assert gaps[0] > 0.93
    # What comes up in passing lies above the board, not on it.
    me.page.evaluate(WARNED)
    expect(me.page.locator(".notice")).to_be_visible()
    assert not me.page.evaluate(OVERLAP, [".notice", ".board > *"])
    me.page.locator(".notice button").tap()
    # What is seldom needed opens over the page, and goes with Escape or a tap elsewhere.
    sheet = me.page.locator(".sheet")
    me.menu()
    assert sheet.evaluate_all(SEEN)
    me.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    me.menu()
    me.page.locator(".player").first.tap()
    expect(sheet).to_be_hidden()
    # An installed app has the whole screen, with a notch above and a bar below.
    line = me.context.new_cdp_session(me.page)
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": NOTCH})
    top = me.page.locator(".player").first.bounding_box()
    below = me.page.locator(".more > summary").bounding_box()
    assert top["y"] >= NOTCH["top"]
    assert below["y"] + below["height"] <= height - NOTCH["bottom"]
    assert parts.evaluate_all(SEEN)


def test_a_double_is_asked_on_the_board_and_taking_it_goes_wrong_nowhere(person):
    host, friend = person(), person(**PHONE | {"viewport": {"width": 390, "height": 664}})
    invited(host, friend, MIDDLE)
    host.page.get_by_role("button", name="Double", exact=True).click()
    card = friend.page.locator(".ask")
    expect(card.get_by_role("heading")).to_have_text(re.compile(r"doubles to 2"))
    expect(card).to_contain_text("Take and play on for 2 points, or drop and lose 1.")
    stands_on_the_board(friend)
    card.get_by_role("button", name="Take").press("Enter")  # a hasty tap would not count
    expect(card).to_have_count(0)
    host.until("() => document.querySelector('.board > *').active")
    resign(host, "Resign a gammon")
    expect(card.get_by_role("heading")).to_have_text(re.compile(r"offers to resign a gammon"))
    stands_on_the_board(friend)
    card.get_by_role("button", name="Accept").press("Enter")
    expect(card.get_by_role("heading")).to_have_text("You win a gammon")
    stands_on_the_board(friend)
    assert [one.page.evaluate(NOTICE).strip() for one in (host, friend)] == ["", ""]


def test_an_opponent_is_away_only_when_it_is_true_and_the_seconds_run(person):
    host, friend = person(), person(**PHONE | {"viewport": {"width": 390, "height": 664}})
    for one in (host, friend):
        one.page.add_init_script(AWAY)
    invited(host, friend, BLACK_TO_ROLL)
    friend.page.get_by_role("button", name="Roll", exact=True).last.tap()
    friend.until("() => document.querySelector('.board > *').active")
    friend.page.goto("about:blank")
    line = host.page.locator(".away")
    expect(line).to_have_text(
        re.compile(r"^Your opponent is away\. In \d+ s you may claim the game")
    )
    # A friend who takes long to come in is away before that, too: what counts is what comes now.
    frames = host.page.evaluate("globalThis.away.length")
    first = int(re.sub(r"\D", "", line.inner_text()))
    expect(line).to_contain_text(f"In {first - 2} s")
    assert host.page.evaluate("globalThis.away.length") == frames  # the page counts by itself
    friend.page.go_back()
    expect(line).to_have_count(0)


def test_the_end_says_who_won_how_and_what_it_counts_and_a_rematch_opens_by_itself(person):
    me = person(**PHONE)
    me.against_bot("backgammon", position=GAMMON)
    me.play_out("backgammon")
    card = me.page.locator(".ask.end")
    expect(card.get_by_role("heading")).to_have_text("You win a gammon")
    expect(card.locator(".points")).to_have_text("+4")
    expect(card.locator(".chips li")).to_have_text(["played to the end", "gammon 2 × cube 2"])
    stands_on_the_board(me)
    assert "primary" in card.locator(".actions > *").evaluate_all(WIDEST)
    expect(card.get_by_role("link", name="Review")).to_have_attribute(
        "href", re.compile(r"^/review/")
    )
    card.get_by_role("button", name="Close and look at the board").tap()
    expect(card).to_have_count(0)
    before = me.page.url
    me.page.get_by_role("button", name="Rematch").press("Enter")
    me.page.wait_for_url(lambda url: "/game/" in url and url != before)
    me.seated()
    assert me.page.evaluate(NOTICE).strip() == ""


def test_a_rated_game_shows_ratings_and_one_press_of_each_leads_into_the_next(person):
    host, friend = person(), person(**PHONE | {"viewport": {"width": 390, "height": 664}})
    for one, name in ((host, "Rating Rosa"), (friend, "Rating Raul")):
        registered(one, name)
    game = host.page.evaluate(ASKED, ["/api/offers", RATED])
    game = friend.page.evaluate(ASKED, [f"/api/offers/{game['id']}/accept", {}])["game"]
    for one in (host, friend):
        one.open(f"/game/{game}")
        expect(one.page.locator(".player .rating")).to_have_text(["1500?", "1500?"])
    for one in (host, friend):
        one.until("() => Boolean(document.querySelector('.board > *').moves.length)")
        one.push()
    host.menu()
    host.page.get_by_role("button", name="Offer a draw").click()
    asked = friend.page.locator(".ask")
    expect(asked.get_by_role("heading")).to_have_text("A draw is offered.")
    stands_on_the_board(friend)
    asked.get_by_role("button", name="Decline").press("Enter")
    expect(asked).to_have_count(0)
    resign(host, "Resign")
    won, lost = friend.page.locator(".ask.end"), host.page.locator(".ask.end")
    expect(won.get_by_role("heading")).to_have_text("You win")
    expect(won.locator(".chips")).to_contain_text(re.compile(r"rating 1500 → 1[67]\d\d"))
    expect(lost.locator(".chips")).to_contain_text(re.compile(r"rating 1500 → 1[34]\d\d"))
    lost.get_by_role("button", name="Rematch").press("Enter")
    friend.page.get_by_role("button", name="Accept the rematch").press("Enter")
    for one in (host, friend):
        one.page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
        one.seated()
        expect(one.page.locator(".player .rating").first).not_to_have_text("1500?")
    assert host.page.url == friend.page.url
