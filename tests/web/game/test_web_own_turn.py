"""My own turn: pips count with every step, what is obvious plays itself, taps bear off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from web_modules import with_modules

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MIDDLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
RACE = "XGID=-D----------------------d-:0:0:1:00:0:0:0:0:10"  # no roll leaves a choice
TWO_POINTS = "XGID=-BB--------------------bb-:0:0:1:00:0:0:0:0:10"
ONE_ON_FOUR = "XGID=----A-------------------b-:0:0:1:00:0:0:0:0:10"
# The soldier below the druid is trapped; nobody of White is wounded.
TRAPPED = "4/S/9/SS/2/sD/5/ss -/- EGGNOSSSSSS/deggnossssss w"
NO_NEWCOMER = """
  localStorage["tablas-at-ease"] = '{"abak": true}';
  localStorage["tablas-known"] = "1";
"""
LONG_RACE = "XGID=-CC--------------------cc-:0:0:1:00:0:0:0:0:10"
# The turn that I have to play: the position and the roll.
TURN = """() => {
  const board = document.querySelector('.board > *');
  return board.active ? [board.graph.nodes[0].position, board.graph.dice.join('')] : null;
}"""
PATH = "() => document.querySelector('.board > *').turn.path.map((step) => step.word)"
WATCH_SHIFTS = """
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
# When a finger came down, by the test's own clock: a busy machine has no time for a double tap.
TAP_TIMES = """
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => globalThis.tapTime ?? 0 });
"""
INSIDE = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [a, b] = [box(".ask"), box(".board")];
  return a.top >= b.top && a.bottom <= b.bottom && a.left >= b.left && a.right <= b.right;
}"""
AT_EASE = """() => {
  localStorage["tablas-at-ease"] = '{"backgammon": true}';
  localStorage["tablas-settings"] = '{"speed": "none"}';
}"""
# Along every way through a turn, the pips that are counted here and those that the server counts.
COUNTED = with_modules("""async ([game, position, first, second]) => {
  const { withSteps } = await use("app/game/table.js");
  const { pieces } = await ({
    abak: () => use("app/games/abak.js"), backgammon: () => use("app/games/backgammon.js"),
  })[game]();
  const ask = async (query) =>
    (await fetch(`/api/board/${game}?${new URLSearchParams(query)}`)).json();
  const { board, graph } = await ask({ position, first, second });
  const found = [];
  const walk = async (way) => {
    const node = graph.nodes[way.at(-1)?.next ?? 0];
    if (node.complete) {
      const after = await ask({ position: pieces.after(position, node.position) });
      const counted = withSteps(board, graph.side, way).pips;
      found.push([way.map((step) => step.effect), counted, after.board.pips]);
    }
    const tried = node.steps.filter((one) => one.effect !== 'plain' || way.length);
    for (const step of tried) await walk([...way, step]);
  };
  await walk([]);
  return found;
}""")

# The rolls with which a turn of backgammon leaves something to decide.
UNDECIDED = with_modules("""async (position) => {
  const { obviousPlay } = await use("app/game/obvious.js");
  const { readStacks } = await use("board/backgammon/stacks.js");
  const rolls = [1, 2, 3, 4, 5, 6].flatMap((first) =>
    [1, 2, 3, 4, 5, 6].filter((second) => second <= first).map((second) => [first, second]));
  const left = await Promise.all(rolls.map(async ([first, second]) => {
    const query = new URLSearchParams({ position, first, second });
    const { graph } = await (await fetch(`/api/board/backgammon?${query}`)).json();
    return obviousPlay(graph, readStacks) ? [] : [`${first}${second}`];
  }));
  return left.flat();
}""")


def pips(me: Any) -> list[int]:
    """Black's, who sits above, and mine."""
    return [int(text.split()[0]) for text in me.page.locator(".player small").all_inner_texts()]


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_pips_change_with_every_step_and_nothing_else_moves(person, options):
    me = person(**options)
    me.page.add_init_script(WATCH_SHIFTS)
    me.against_bot("backgammon", position=MIDDLE, cube=False)
    me.until("() => document.querySelector('.board > *').active")
    assert pips(me) == [167, 167]
    me.press(me.page.locator("[data-place=p8] .stand").last)  # every die moves it
    me.until(f"() => ({PATH})().length === 1")
    (word,) = me.page.evaluate(PATH)
    source, target = (int(part) for part in word.split("/"))
    mine = me.page.locator(".player small").last
    expect(mine).to_contain_text(f"167 → {167 - (source - target)} pips")
    me.press(me.page.locator(".actions").get_by_role("button", name="Undo"))
    expect(mine).to_contain_text("167 pips")
    # Through whole turns of both sides, what one is about to press stays where it is.
    bar = me.page.locator(".actions").first.bounding_box()
    me.play_on("backgammon", 2)
    me.until("() => document.querySelector('.board > *').active")
    assert me.page.locator(".actions").first.bounding_box() == bar
    if not options:  # a phone's note above the buttons has one line or two
        assert me.page.evaluate("globalThis.shifted") == 0


@pytest.mark.parametrize(
    ("game", "position", "roll", "effect"),
    [
        ("backgammon", "XGID=-a----EaC---dE---c-e----B-:0:0:1:00:0:0:0:0:10", [6, 2], "hit"),
        ("abak", "4/S/9/SS/2/g/5/ss -/- DEGGNOSSSSSS/degnosssssss w", [3, 3], "assault"),
    ],
)
def test_pips_of_hits_are_those_of_the_rules(person, game, position, roll, effect):
    me = person()
    me.open("/rules")
    found = me.page.evaluate(COUNTED, [game, position, *roll])
    assert effect in {one for effects, _, _ in found for one in effects}
    assert all(counted == after for _, counted, after in found), found


def test_a_bear_off_is_obvious_unless_the_roll_leaves_a_choice(person):
    me = person()
    me.open("/rules")
    assert me.page.evaluate(UNDECIDED, TWO_POINTS) == ["11"]
    assert me.page.evaluate(UNDECIDED, RACE) == []
    assert len(me.page.evaluate(UNDECIDED, MIDDLE)) == 21


def test_what_is_obvious_plays_itself_once_somebody_has_said_so(person):
    me = person(paced=True, **PHONE)
    me.open("/rules")
    me.page.evaluate(AT_EASE)
    me.against_bot("backgammon", position=RACE, cube=False)
    card = me.page.locator(".ask")
    expect(card.get_by_role("heading")).to_have_text("Nothing to decide here")
    assert me.page.evaluate(INSIDE)
    assert me.page.evaluate(PATH) == []
    card.get_by_role("button", name="By themselves").press("Enter")  # a hasty tap would not count
    expect(me.page.locator(".ask.end")).to_be_visible()  # the whole race, and nothing was pressed
    me.open("/settings")
    box = me.page.get_by_label("Play forced moves")
    expect(box).to_be_checked()
    box.uncheck()
    me.against_bot("backgammon", position=RACE, cube=False)
    me.until("() => document.querySelector('.board > *').active")
    expect(me.page.locator(".ask")).to_have_count(0)


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_double_tap_bears_a_checker_off_with_both_dice(person, options):
    me = person(**options)
    me.page.add_init_script(TAP_TIMES)
    tap = me.page.touchscreen.tap if options else me.page.mouse.click
    for apart, played in ((300, "4/1 1/off"), (400, "4/1")):
        me.open(f"/editor?game=backgammon&position={ONE_ON_FOUR}&roll=31")
        me.until("() => Boolean(document.querySelector('.board > *')?.active)")
        spot = me.page.locator("[data-place=p4] .stand").bounding_box()
        x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        for when in (0, apart):
            me.page.evaluate(f"globalThis.tapTime = {when}")
            tap(x, y)
            me.until(f"() => document.querySelector('.board > *').tapped.at === {when}")
        assert " ".join(me.page.evaluate(PATH)) == played, apart


def test_a_die_that_is_tapped_bears_off(shown):
    name = "backgammon-off"
    page = shown(only=name)
    page.board(name)
    page.page.locator(f"#{name} [data-die='3']").click()
    assert page.told(name, "change")[0] == "3/off"
    page.drawn(name)
    page.page.locator(f"#{name} [data-die='6']").press("Enter")
    assert page.told(name, "change")[0] == "3/off 6/off"


def test_a_take_back_rewinds_the_bot_too_and_the_dice_stay_proven(person):
    me = person(**PHONE)
    me.against_bot("backgammon", position=LONG_RACE, cube=False)
    game = me.page.url.rpartition("/")[2]
    me.until("() => document.querySelector('.board > *').active")
    first = me.page.evaluate(TURN)
    me.play_on("backgammon", 1)
    me.until(f"() => {{ const now = ({TURN})(); return now && now[0] !== {first[0]!r}; }}")
    me.menu()
    me.page.get_by_role("button", name="Take back").tap()
    me.until(f"() => JSON.stringify(({TURN})()) === JSON.stringify({first!r})")
    expect(me.page.locator(".moves li")).to_have_count(0)
    me.play_out("backgammon")
    me.open(f"/dice?game={game}")
    expect(me.page.locator(".verdict")).to_contain_text("Proven", use_inner_text=True)


PLATE_APART = """() => {
  const root = document.querySelector('.board > *').renderRoot;
  const plate = root.querySelector('[data-act=roll]').getBoundingClientRect();
  return [...root.querySelectorAll('.way-name')].every((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return right <= plate.left || left >= plate.right || bottom <= plate.top || top >= plate.bottom;
  });
}"""
AT_BOARD = """() => {
  const place = document.activeElement.shadowRoot?.activeElement;
  return place?.dataset.place && getComputedStyle(place.querySelector('.focus')).display;
}"""


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_newcomer_reads_the_way_home_and_keys_start_at_the_board(person, options):
    me = person(**options)
    me.against_bot("backgammon", position=MIDDLE)
    me.page.locator(".board [data-act=roll]").wait_for()
    expect(me.page.locator(".board .way-name")).to_have_text(
        ["their home", "your home", "outer board", "outer board"]
    )
    assert me.page.evaluate(PLATE_APART)
    expect(me.page.locator(".board .homeward.tip")).to_have_count(1)
    assert me.page.evaluate(AT_BOARD) == "none"  # and no ring, before anybody has used a key
    me.page.keyboard.press("ArrowLeft")
    assert me.page.evaluate(AT_BOARD) == "inline"
    me.page.keyboard.press("Space")
    me.until("() => document.querySelector('.board > *').active")
    expect(me.page.locator(".board .homeward.tip")).to_have_count(1)


def test_what_cannot_be_guessed_is_said_once_and_leads_to_the_classes(person):
    me = person(**PHONE)
    me.page.add_init_script(NO_NEWCOMER)
    me.against_bot("abak", position=TRAPPED, cube=False)
    me.until("() => document.querySelector('.board > *').active")
    note = me.page.locator(".hint")
    expect(note).to_contain_text("A dashed collar: trapped")
    note.get_by_role("button", name="Who is who").tap()
    expect(me.page.locator(".legend dt")).to_have_count(6)
    expect(me.page.locator(".legend dt").first).to_be_in_viewport()
    expect(me.page.locator(".player strong")).to_have_text(["Beginner", "You"])
    me.page.reload()
    me.until("() => document.querySelector('.board > *')?.active")
    expect(note).to_have_count(0)


def test_a_move_chosen_ahead_stays_here_until_it_is_my_turn(person):
    me, friend = person(**PHONE), person()
    me.open("/settings")
    me.page.get_by_label("Choose a move while the other side thinks").check()
    me.at_table_with(friend, "abalone", start="belgian-daisy")
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    me.push()
    away = me.page.get_by_role("button", name="after all")
    away.tap()
    me.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    me.push()
    expect(away).to_be_visible()
    for one in (me, friend):
        expect(one.page.locator(".moves li")).to_have_count(0)
    friend.until("() => Boolean(document.querySelector('.board > *')?.moves?.length)")
    friend.push()
    for one in (me, friend):
        expect(one.page.locator(".moves li")).to_have_count(2)
    expect(away).to_have_count(0)
