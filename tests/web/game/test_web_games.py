"""Whole games in a real browser: against a bot by mouse, keys and touch, and two people by link."""

from __future__ import annotations

import os
import time

import pytest
from playwright.sync_api import expect

from server_running import Running
from web_keys import KeyboardPerson
from web_players import PATIENCE, Person

GAMES = ["abak", "backgammon", "abalone"]
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
    "locale": "es-ES",
}
NEW_GAME = """async ({ agreement, bot }) => {
  const headers = {"content-type": "application/json", "x-tablas": "test"};
  const post = (path, body) => fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
  await post("/api/guest", {});
  return (await (await post("/api/games", { agreement, bot, side: "white" })).json()).id;
}"""
EVERY = bool(os.environ.get("TABLAS_WHOLE_GAMES"))
WHOLE = GAMES if EVERY else []
# Each way to play on two of the boards, each board in two ways: dice games share one, and its keys.
BY_KEYS = GAMES if EVERY else ["abak", "abalone"]
BY_TOUCH = GAMES if EVERY else ["abak", "backgammon"]
TURNS = 4
# The last checkers of both sides; White has lost five marbles, Black four.
ENDINGS = {
    "abak": "sg/s/18/SG/1/S/1 -/- DEGNOSSSSSSS/degnosssssss w",
    "backgammon": "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10",
    "abalone": "5/2ww2/4b2/3wbb2/3wbb3/1w1bbw2/ww1wbb1/2b3/5 b 5-4 0",
}
# Of people each pushes on; a bot might run about for long, and cannot save three marbles at once.
AGAINST_A_BOT = ENDINGS | {"abalone": "bb3/bb4/3wwwb/3w4/5wwwb/8/3wwwb/b5/bb3 w 4-4 0"}
# By mouse from the bar past each other and off the board: six of each side, one of them hit.
LONGER = AGAINST_A_BOT | {"backgammon": "XGID=a-----B-A---bB---a-b-----A:0:0:1:00:0:0:0:0:10"}
# Two of each on the bar, and only the sixth point of either home is open.
BOTH_ON_THE_BAR = "XGID=bBBBBB-C----------c-bbbbbB:0:0:1:00:0:0:0:0:10"

IN_DANGER = "wwwww/wwww2/wwww3/8/5bbbw/8/bbbb3/bbbb2/bbb2 b 0-0 0"  # the white marble on e9


def ended(me: Person) -> bool:
    """Whether the table says who won, or why nobody did: Abalone may repeat."""
    told = me.page.locator(".status").first.inner_text().lower()
    return any(word in told for word in ("win", "gana", "draw", "tablas"))


@pytest.mark.parametrize("game", GAMES)
def test_games_against_a_bot_by_mouse(person, game):
    me = person()
    asked = []
    me.page.on("request", lambda request: asked.append(request.url))
    if game in WHOLE:
        me.start(game)
        assert me.play_out(game) > 5
        assert ended(me)
    else:
        turns = begins_and_ends(me, game, LONGER)
        assert game != "backgammon" or turns > 5
    me.page.get_by_role("button", name="Rematch").wait_for()
    # The frames of the socket bring the legal steps: no turn asks for anything else.
    assert [url for url in asked if "/steps" in url or "/plays" in url] == []
    review = me.page.get_by_role("link", name="Review", exact=True)
    expect(review).to_be_visible()
    if game in WHOLE:
        return  # its review takes the server seconds; those of the short ones open the same page
    # By key: a finger has to wait until what came up by itself could be read.
    review.press("Enter")
    expect(me.page.locator(".review-moves li").first).to_be_visible()
    expect(me.page.locator(".curve")).to_be_visible()


def test_a_double_a_beaver_and_a_raccoon_are_offered_one_after_another(person):
    me = person()
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    me.alone("backgammon", position=start, dice="server", beavers=True, raccoons=True)
    for pressed, offered in (
        ("Double", ["Drop", "Take", "Beaver"]),
        ("Beaver", ["Drop", "Take", "Raccoon"]),
        ("Raccoon", ["Drop", "Take"]),
    ):
        # By key: a finger has to wait until a button that came up by itself could be read.
        me.page.locator(".actions button", has_text=pressed).press("Enter")
        me.page.locator(".actions button", has_text=offered[-1]).wait_for()
        expect(me.page.locator(".ask .actions button")).to_have_text(offered)
    me.page.locator(".actions button", has_text="Take").press("Enter")
    me.until("() => document.querySelector('.board > *').cube.value === 8")


def begins_and_ends(me: Person, game: str, positions: dict[str, str] = AGAINST_A_BOT) -> int:
    """Four turns of a game from its beginning, and another from near its end until it is over.

    The turns between take a minute and are all alike: `make whole-games` plays them too. Gives the
    number of turns of the second game.
    """
    me.start(game)
    assert me.play_on(game, turns=TURNS) == TURNS
    agreed = {"game": game, "dice": "server", "position": positions[game]}
    me.open(f"/game/{me.page.evaluate(NEW_GAME, {'agreement': agreed, 'bot': 'bot:greedy'})}")
    me.seated()
    turns = me.play_out(game)
    assert ended(me)
    return turns


@pytest.mark.parametrize("game", BY_KEYS)
def test_games_by_keyboard_alone(lender, web, game):
    me = KeyboardPerson(lender, web.base, reduced_motion="reduce")
    begins_and_ends(me, game)
    me.close()
    assert me.faults == []


@pytest.mark.parametrize("game", BY_TOUCH)
def test_games_by_touch_on_a_phone_in_spanish(person, game):
    me = person(**PHONE)
    begins_and_ends(me, game)
    wide = me.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


@pytest.mark.parametrize("game", BY_TOUCH if EVERY else ["backgammon", "abalone"])
def test_two_people_play_from_a_set_up_position_with_a_cut_line_in_the_middle(person, game):
    host, friend = person(), person()
    host.open(f"/editor?game={game}&position={ENDINGS[game].replace(' ', '+')}")
    host.page.locator("[name=opponent]").select_option("friend")
    host.page.locator("[name=side]").select_option("white")
    host.page.get_by_role("button", name="Play from here").click()
    friend.page.goto(host.page.locator("#link").input_value())
    friend.page.get_by_role("button", name="Accept and play").click()
    for one in (host, friend):
        one.seated()
    _both_until(game, (host, friend), turns=1)
    friend.cut()
    friend.page.locator(".connection").wait_for()
    _both_until(game, (host,), turns=1, most=20)
    friend.mend()
    friend.page.locator(".connection").wait_for(state="detached")
    boards = [one.page.locator(".board > *") for one in (host, friend)]
    friend.until("() => document.querySelector('.board > *').position !== null")
    _both_until(game, (host, friend))
    for one in (host, friend):
        one.page.locator(".status", has_text="win").wait_for()
    first, second = (one.evaluate("(board) => board.position.position") for one in boards)
    assert first == second


def _both_until(game, people, turns=10_000, most=2000):
    """Let them move in turn until so many turns are played, the game is over, or nobody can."""
    for _ in range(most):
        for one in people:
            now = one.standing()
            if now["over"] or turns <= 0:
                return
            turns -= one.act(game, now)
            one.page.wait_for_timeout(20)


def test_two_strangers_who_want_the_same_are_paired(person):
    first, second = person(), person()
    for one in (first, second):
        one.open("/")
        one.page.wait_for_selector(".levels input")
        one.opponent("anyone")
        one.page.locator(".start").click()
        if one is first:
            one.page.get_by_role("heading", name="Waiting for an opponent").wait_for()
    assert first.seated() == second.seated()


def test_two_people_at_one_screen_take_a_move_back(person):
    me = person()
    me.open("/")
    me.page.wait_for_selector(".levels input")
    me.page.locator(".game-card:has([value=abalone])").click()
    me.opponent("here")
    me.page.locator(".start").click()
    me.seated()
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    me.push()
    me.page.locator(".moves li").wait_for()
    me.menu()
    me.page.get_by_role("button", name="Take back").click()
    me.page.get_by_text("No moves yet.").wait_for()


def test_who_plays_both_sides_rolls_on_after_turns_that_cannot_be_played(person):
    me = person()
    me.alone("backgammon", position=BOTH_ON_THE_BAR)
    passed = me.page.locator(".moves .play").filter(has_text="no move")
    end = time.monotonic() + PATIENCE
    while passed.count() < 3:
        now = me.ready()
        assert time.monotonic() < end, now
        me.act("backgammon", now)


def test_people_talk_and_a_hostile_line_is_only_text(person):
    host, friend, watcher = person(), person(**PHONE | {"locale": "en-GB"}), person()
    host.open("/")
    host.page.get_by_role("button", name="Play a friend").click()
    friend.page.goto(host.page.locator("#link").input_value())
    friend.page.get_by_role("button", name="Accept and play").click()
    game = host.seated()
    friend.seated()
    watcher.open(f"/game/{game}")
    host.page.get_by_text("one is watching").wait_for()
    hostile = "<img src=x onerror=\"document.title='hit'\">"
    host.page.get_by_role("button", name="Chat").click()
    host.page.fill("#say", hostile)
    host.page.get_by_role("button", name="Send").click()
    # On a phone the chat stands below the board: what is said is seen above it, and leads there.
    said = friend.page.locator(".chat-preview")
    expect(said).to_contain_text(hostile)
    expect(said).to_be_in_viewport()
    expect(host.page.locator(".chat-preview")).to_have_count(0)
    said.tap()
    expect(friend.page.locator(".lines")).to_be_in_viewport()
    friend.page.locator(".lines").get_by_text(hostile).wait_for()
    assert "hit" not in friend.page.title()
    expect(friend.page.locator(".lines img")).to_have_count(0)
    host.page.get_by_role("button", name="Good luck!").click()
    friend.page.locator(".lines").get_by_text("Good luck!").wait_for()
    friend.page.reload()
    friend.page.get_by_role("button", name="Chat").click()
    friend.page.locator(".lines").get_by_text("Good luck!").wait_for()


def test_a_line_that_died_without_a_word_is_noticed_and_opened_anew(person):
    me = person()
    me.page.clock.install()
    me.against_bot("abalone")
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    told = me.page.locator(".moves li").count()
    me.page.evaluate("globalThis.lines.forEach((line) => { line.dead = true; })")
    me.push()
    me.page.clock.fast_forward(15_100)  # nothing is heard; the server is asked
    me.page.clock.fast_forward(8_100)  # and does not answer
    me.until("() => globalThis.lines.length > 1")
    me.page.locator(".moves li").nth(told).wait_for()  # the push was sent again


def test_a_game_goes_on_after_the_server_was_restarted(lender, tmp_path):
    server = Running(tmp_path / "data", workers=1).start()
    me = Person(lender, server.base)
    try:
        me.against_bot("abalone")
        me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
        server.stop()
        me.page.get_by_text("The connection is lost").wait_for()
        server.start()
        me.page.get_by_text("The connection is lost").wait_for(state="detached")
        me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
        me.push()
        me.page.locator(".moves li").first.wait_for()
    finally:
        me.close()
        server.stop()


# Presses the rematch in the very moment in which it comes up, as the second half of a double tap.
TOO_SOON = """() => {
  globalThis.hasty = 0;
  const find = () => [...document.querySelectorAll(".actions button")]
    .find((button) => button.textContent.includes("Rematch"));
  new MutationObserver(() => {
    if (globalThis.hasty || !find()) return;
    globalThis.hasty = 1;
    find().dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_double_tap_that_ends_the_game_asks_for_no_rematch(person):
    me = person()
    me.against_bot("abalone")
    me.page.evaluate(TOO_SOON)
    me.menu()
    me.page.get_by_role("button", name="Resign").click()
    me.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    me.until("() => globalThis.hasty === 1")
    me.page.wait_for_timeout(600)  # longer than a new button stays deaf
    expect(me.page.get_by_role("link", name="To the rematch")).to_have_count(0)
    before = me.page.url
    me.page.get_by_role("button", name="Rematch").click()
    me.page.wait_for_url(lambda url: "/game/" in url and url != before)


def test_who_waits_or_watches_sees_the_marbles_in_danger_too(person):
    host, watcher = person(), person()
    watcher.open(f"/game/{host.alone('abalone', position=IN_DANGER)}")
    watcher.menu()
    watcher.page.get_by_text("Show on the board").click()
    watcher.page.get_by_label("Marbles that can be ejected").check()
    watcher.page.locator(".threat").first.wait_for(state="attached")
    assert watcher.page.locator(".board > *").evaluate("(board) => board.graph") is None


def test_to_resign_is_asked_about_first(person):
    me = person()
    me.against_bot("abalone")
    me.menu()
    resign = me.page.get_by_role("button", name="Resign")
    resign.click()
    box = me.page.get_by_role("dialog", name="Resign a single game?")
    expect(box.get_by_role("button", name="Cancel")).to_be_focused()
    me.page.keyboard.press("Escape")
    box.wait_for(state="detached")
    expect(me.page.locator("dialog")).to_have_count(0)
    me.menu()
    resign.click()
    box.get_by_role("button", name="Resign").click()
    me.page.get_by_role("link", name="Replay").wait_for()
