"""The pace of the other side: a roll, a pause, movements, marks; a tap skips, clocks hurry."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web_modules import with_modules

# Black, the bot, is to roll; whatever it rolls it can play.
BLACK_TO_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
# One black checker goes as far as its dice say; or it stands before a closed board.
FORCED = "XGID=-a---------------------B--:0:0:-1:00:0:0:0:0:10"
SHUT_OUT = "XGID=aBBBBBB-C----------n------:0:0:-1:00:0:0:0:0:10"
# What has stood on a plate on the board, and for how long: told by the board's own changes, since a
# busy machine draws few frames.
PLATES = """
  globalThis.plates = [];
  const look = () => {
    const root = document.querySelector('.board > *')?.renderRoot;
    if (!root) return requestAnimationFrame(look);
    const note = () => {
      const text = root.querySelector('.dance-text')?.textContent ?? '';
      const last = plates.at(-1);
      if (last && !last.shown && last.text !== text) last.shown = performance.now() - last.since;
      if (text && last?.text !== text) plates.push({ text, since: performance.now() });
    };
    const changes = { childList: true, subtree: true, characterData: true };
    new MutationObserver(note).observe(root, changes);
    note();
  };
  requestAnimationFrame(look);
"""
# What is seen, frame by frame, until it is my turn: each state once.
WATCH = """() => new Promise((done) => {
  const seen = [];
  const look = () => {
    const board = document.querySelector('.board > *');
    const root = board?.renderRoot;
    const now = !root ? 'nothing'
      : board.active ? 'mine'
      : root.querySelector('.rest .die.black') ? 'played'
      : root.querySelector('.die.black') ? 'rolled' : 'nothing';
    if (seen.at(-1) !== now) seen.push(now);
    if (now === 'mine') done(seen);
    else requestAnimationFrame(look);
  };
  look();
})"""
HOLDS = with_modules("""async () => {
  const { diceAtRest, holdOf } = await use("app/game/turn_player.js");
  const table = (clock, you = ['white']) => ({
    you, received: performance.now(), events: [],
    state: { status: 'playing', clock: clock && { white: clock, black: clock, running: 'black' },
      board: { last: { side: 'black', steps: [{ source: 13, target: 8 }] } } },
  });
  const played = { do: 'played', side: 'black' };
  const hold = (...given) => Math.round(holdOf(...given));
  const events = [{ do: 'rolled', side: 'black', dice: [5, 2] }, played];
  return {
    roll: hold(table(null), events[0], 1),
    plain: hold(table(null), played, 1), twice: hold(table(null), played, 2),
    minute: hold(table(59000), played, 1), last: hold(table(19000), played, 1),
    forced: hold({ ...table(null), state: { forced: true } }, events[0], 1),
    dance: hold({ ...table(null), state: { status: 'playing', board: { last: { steps: [] } } } },
      { do: 'played', side: 'white', play: '-' }, 1),
    none: hold(table(null), played, 0), own: hold(table(null), { do: 'played', side: 'white' }, 1),
    screen: hold(table(null, ['white', 'black']), played, 1),
    rest: diceAtRest({ you: ['white'], state: {}, events }),
    rolled: diceAtRest({ you: ['white'], state: { dice: [3, 1] }, events }),
  };
}""")


def test_a_turn_of_the_other_side_can_be_watched_and_leaves_its_marks(person):
    me = person(paced=True)
    me.against_bot("backgammon", position=BLACK_TO_ROLL, cube=False)
    seen = me.page.evaluate(WATCH)
    # Each is drawn before the next; how long it stays is told by `holdOf`, tested below.
    assert [now for now in seen if now != "nothing"] == ["rolled", "played", "mine"]
    marks = me.page.locator(".board .marks")
    assert marks.locator(".arrived").count() >= 1
    movable = me.page.locator(".board .place.movable .stand").last
    movable.click(force=True)
    expect(marks).to_have_count(0)  # with my own first step they are gone


def test_a_tap_on_the_board_skips_to_the_present_and_moves_nothing(person):
    me = person(paced=True)
    me.open("/settings")
    me.page.get_by_role("combobox", name="Speed of the moves of others").select_option("slow")
    me.against_bot("backgammon", position=BLACK_TO_ROLL, cube=False)
    me.page.locator(".board .die.black").first.wait_for()
    me.page.locator(".board > *").click()
    me.until("() => document.querySelector('.board > *').active")
    assert me.page.locator(".board > *").evaluate("board => board.turn.path.length") == 0


def test_clocks_and_settings_shorten_what_is_watched(person):
    me = person()
    me.open("/rules")
    held = me.page.evaluate(HOLDS)
    assert held.pop("rest") == {"side": "black", "dice": [5, 2]}
    assert held.pop("rolled") is None
    plain = 160 + 8 * 5 + 150 + 250
    assert held == {
        "roll": 380 + 450, "forced": 380 + 900, "plain": plain, "twice": plain // 2,
        "minute": plain // 2, "last": 0,
        "dance": 900, "none": 0, "own": 0, "screen": 0,
    }  # fmt: skip


def test_who_cannot_move_is_told_on_the_board(shown):
    page = shown(only="backgammon-start")
    page.value("backgammon-start", "(board.lastMove = { side: 'black', steps: [] }, 0)")
    plate = page.page.locator("#backgammon-start .dance-text")
    expect(plate).to_have_text("No move possible")
    page.value("backgammon-start", "(board.lastMove = null, board.graph = null, 0)")
    page.value("backgammon-start", "(board.dice = [6, 5], board.forced = true, 0)")
    expect(plate).to_have_text("Only one move")
    assert page.announced("backgammon-start").endswith("Only one move")


@pytest.mark.parametrize(
    ("position", "text"), [(FORCED, "Only one move"), (SHUT_OUT, "No move possible")]
)
def test_a_turn_without_a_choice_says_so_on_the_board_and_stays(person, position, text):
    me = person(paced=True)
    me.page.add_init_script(PLATES)
    me.against_bot("backgammon", position=position, cube=False)
    me.until("() => document.querySelector('.board > *').active")
    plates = me.page.evaluate("globalThis.plates")
    assert [plate["text"] for plate in plates] == [text]
    assert plates[0]["shown"] >= 890  # milliseconds, of 900; a timer may be early by some
