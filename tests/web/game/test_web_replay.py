"""Turns that can be watched outside one's own games: replays, spectators, lessons."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MIDDLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
# What a board shows, frame by frame, each state once: dice to be played, or a play with its dice.
RECORD = """() => {
  globalThis.shown = [];
  const look = () => {
    const board = document.querySelector('.board > *');
    const root = board?.renderRoot;
    const die = root?.querySelector('.die');
    const side = die?.classList.contains('white') ? 'white' : 'black';
    const played = root?.querySelector('.rest') || board?.lastMove?.side === side;
    const what = !die ? 'nothing' : `${side} ${played ? 'played' : 'rolled'}`;
    if (globalThis.shown.at(-1) !== what) globalThis.shown.push(what);
    requestAnimationFrame(look);
  };
  look();
}"""
NUMBERS = (
    """board => [...board.renderRoot.querySelectorAll('.number')].map((one) => one.textContent)"""
)
TURNS = ["white rolled", "white played", "black rolled", "black played"]
BOTH_SHOWN = "() => globalThis.shown.filter((what) => what !== 'nothing').length >= 4"
LISTED = """row => {
  const [a, b] = [row, row.closest('.panel-body')].map((one) => one.getBoundingClientRect());
  return b.height > 0 && a.top >= b.top && a.bottom <= b.bottom;
}"""
OFFERED = ".board .cube.offered text"


def seen(me: Any) -> list[str]:
    return [what for what in me.page.evaluate("globalThis.shown") if what != "nothing"]


def doubled(me: Any) -> str:
    """A game of both sides at one screen in which White has doubled and Black has taken."""
    game: str = me.alone("backgammon", position=MIDDLE)
    me.page.locator(".actions").get_by_role("button", name="Double", exact=True).click()
    me.page.get_by_role("button", name="Take").press("Enter")
    me.until("() => document.querySelector('.board > *').active")
    return game


def test_spectators_and_replays_show_each_roll_and_each_play(person):
    me, watcher = person(), person(paced=True, **PHONE)
    game = doubled(me)
    watcher.open(f"/game/{game}")
    watcher.page.locator(".board .die.white").first.wait_for()
    watcher.page.evaluate(RECORD)
    me.play_on("backgammon", 2)
    watcher.until(BOTH_SHOWN)
    assert seen(watcher)[:4] == TURNS
    me.play_on("backgammon", 6)
    for reader in (watcher, person(paced=True)):
        reader.open(f"/replay/{game}")
        replayed(reader)
    numbered_from_my_side(reader, game)


def numbered_from_my_side(me: Any, game: str) -> None:
    """The moves of the other side with the numbers that stand on my board, where that is chosen."""
    rows = me.page.locator(".moves .play")
    me.open(f"/replay/{game}")
    rounds = me.page.locator(".moves .round")
    expect(rounds.nth(2)).to_have_text("1")  # after a double and a take, which have no number
    numbers = list(filter(None, rounds.all_inner_texts()))
    assert numbers == [str(number + 1) for number in range(len(numbers))]
    assert len(numbers) > 2
    theirs = [row.split() for row in rows.all_inner_texts()[2:4]]
    me.open("/settings")
    me.page.get_by_role("combobox", name="Moves of the other side").select_option("reader")
    me.open(f"/replay/{game}")
    expect(rounds.nth(2)).to_have_text("1")
    mine = [row.split() for row in rows.all_inner_texts()[2:4]]
    assert mine[0] == theirs[0]  # White's, who sits below
    turned = [
        re.sub(r"\d+", lambda n: str(25 - int(n[0])), re.sub(r"\(\d\)", "", w)) for w in theirs[1]
    ]
    assert [re.sub(r"\(\d\)", "", word) for word in mine[1]] == turned


def to_the_last_but_one(me: Any) -> None:
    """To the end and one back; the page is drawn a moment after a press, its links with it."""
    link = me.page.get_by_role("link", name="Analyse", exact=True).last
    for button in ("To the end", "One move back"):
        before = link.get_attribute("href")
        me.page.get_by_role("button", name=button).press("Enter")
        expect(link).not_to_have_attribute("href", before)


def replayed(me: Any) -> None:
    board, status = me.page.locator(".board > *"), me.page.locator(".status")
    on = me.page.get_by_role("button", name="One move on")
    numbers = board.evaluate(NUMBERS)
    me.press(on)
    expect(status).to_have_text("White doubles")
    expect(me.page.locator(OFFERED)).to_have_text("2")
    me.press(on)
    expect(status).to_have_text("Black takes")
    expect(me.page.locator(OFFERED)).to_have_count(0)
    me.page.evaluate(RECORD)
    for side in ("White", "Black"):
        me.press(on)
        expect(status).to_have_text(re.compile(rf"^{side} [1-6]{{2}}: "))
    me.until(BOTH_SHOWN)  # what is said stands there before the play is to be seen
    assert seen(me) == TURNS
    assert board.evaluate(NUMBERS) == numbers  # they stay where they are, whoever moves

    # The list follows, and what was to be decided opens in the editor, with its roll.
    to_the_last_but_one(me)
    row = me.page.locator(".moves [aria-current]")
    assert row.evaluate(LISTED)
    roll = row.locator(".faces").inner_text()
    replay = me.page.url
    me.page.get_by_role("link", name="Open in the editor").press("Enter")
    me.page.get_by_text(f"Trying the roll {roll}").wait_for()
    # The analysis opens with the whole game, where this was decided.
    me.page.goto(replay)
    to_the_last_but_one(me)
    me.page.get_by_role("link", name="Analyse", exact=True).last.press("Enter")
    expect(me.page.locator(".dice-row .rolled")).to_have_text(" ".join(roll))
    expect(me.page.locator(".tree .move[aria-current]")).to_be_visible()


def test_a_replay_opens_from_the_side_that_one_has_played(person):
    me, stranger = person(), person()
    game = me.begun("backgammon", "bot:greedy", side="black")
    for who, side in ((me, "black"), (stranger, "white")):
        who.open(f"/replay/{game}")
        board = who.page.locator(".board > *")
        board.wait_for()
        assert board.evaluate("board => board.view") == side


def test_a_reply_in_a_lesson_is_rolled_and_played_and_a_tap_skips_it(person):
    me = person(paced=True, **PHONE)
    me.open("/learn#backgammon-1")
    me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
    me.page.evaluate("localStorage['tablas-settings'] = '{\"speed\": \"slow\"}'")
    me.page.evaluate(RECORD)
    assert me.page.locator(".board > *").evaluate("board => board.type('24/18 18/13')")
    me.page.get_by_role("button", name="Undo").last.wait_for()
    me.page.locator(".board > *").evaluate("board => (board.undo(), board.type('13/8'))")
    me.page.get_by_role("button", name="Confirm turn", exact=True).last.tap()
    me.page.locator(".board .die.black").first.wait_for()
    assert "black played" not in seen(me)
    me.press(me.page.locator(".board > *"))
    me.page.locator(".board .marks").wait_for(state="attached")
    assert seen(me)[-2:] == ["black rolled", "black played"]
