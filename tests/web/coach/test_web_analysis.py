"""The analysis board in a browser: engine, variations, openings, an imported match, links."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from playwright.sync_api import expect

from uploaded_match import MATCH
from web_accounts import registered
from web_axe import RUN

PLAY = "(board, text) => { board.type(text); board.confirm(); }"
GRAPH = "() => Boolean(document.querySelector('.board > *')?.graph)"


def lines(me):
    return me.page.locator(".engine .alternatives li")


def move(me, text):
    return me.page.locator(".tree .move", has_text=text)


def test_an_imported_match_is_analysed_and_its_link_keeps_the_tree(person, axe):
    me = person(bypass_csp=True)
    me.open("/analysis?game=backgammon")
    bring(me)
    vary(me)
    double(me)
    me.page.evaluate(axe)
    assert [one["id"] for one in me.page.evaluate(RUN)] == []
    me.page.wait_for_function("() => location.hash.length > 20")
    friend = person()
    friend.page.goto(me.page.url)
    take_home(friend)


# As Chromium does it where what is removed has the focus: the blur comes amid the removal.
BLUR_AMID_REMOVAL = """
  const { remove } = Element.prototype;
  Element.prototype.remove = function () {
    this.querySelector?.(".alternative")?.dispatchEvent(new FocusEvent("blur"));
    remove.call(this);
  };
"""


def test_a_line_that_has_the_focus_may_go_away(person):
    """Its end is told while the page is being drawn, and nothing else may be drawn amid that."""
    me = person()
    me.page.add_init_script(BLUR_AMID_REMOVAL)
    me.open("/analysis?game=backgammon")
    expect(me.page.locator(".cube-table caption")).to_be_visible()
    for key in "31":
        me.page.keyboard.press(key)
    lines(me).first.get_by_role("button").focus()
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".cube-table caption")).to_be_visible()


def bring(me):
    """A file with a fault, which is told with its line, then the match."""
    me.page.locator(".exchange summary").click()
    field = me.page.get_by_label("Match file, game record or saved analysis")
    me.page.get_by_label("Position, in any notation").fill("nonsense")
    me.page.locator(".exchange").get_by_role("button", name="Show", exact=True).click()
    expect(me.page.locator("#position-fault")).to_contain_text("not a position in any notation")
    wrong = MATCH.replace("24/14", "24/13")
    field.set_input_files({"name": "match.mat", "mimeType": "text/plain", "buffer": wrong.encode()})
    expect(me.page.locator(".faults li").first).to_contain_text("line 5")
    field.set_input_files({"name": "match.mat", "mimeType": "text/plain", "buffer": MATCH.encode()})
    expect(me.page.locator(".faults")).to_have_count(0)
    expect(me.page.locator(".tree .move")).to_have_count(5)


def vary(me):
    """A better play beside the one of the match, made the main line by key."""
    # The roll that was played stands there with the engine's plays; the one played is marked.
    expect(lines(me).first).to_contain_text("8/5 6/5")
    expect(me.page.locator(".engine .played")).to_contain_text("24/23 13/10")
    lines(me).first.get_by_role("button").click()
    expect(move(me, "31: 8/5 6/5")).to_have_attribute("aria-current", "true")
    expect(me.page.locator(".tree .variation")).to_have_count(1)
    me.page.get_by_label("Comment on 31: 8/5 6/5").fill("makes the 5-point")
    # Replies to our opening plays are known, by roll.
    me.page.locator(".explorer").get_by_role("button", name="62", exact=True).click()
    expect(me.page.locator(".explorer tbody tr").first).to_contain_text("24/18 13/11")
    me.page.locator("h1").click()
    me.page.keyboard.press("p")
    expect(me.page.locator(".tree .variation")).to_contain_text("31: 24/23 13/10")
    me.page.keyboard.press("ArrowDown")
    expect(move(me, "31: 24/23 13/10")).to_have_attribute("aria-current", "true")
    me.page.keyboard.press("ArrowUp")


def double(me):
    # A double, its answer, and dice by the keys 6 and 4.
    expect(me.page.locator(".cube-table caption")).to_contain_text("No double")
    me.page.locator(".dice-row").get_by_role("button", name="Double").click()
    me.page.get_by_role("button", name="Take", exact=True).click()
    expect(move(me, "takes")).to_have_attribute("aria-current", "true")
    me.page.locator("h1").click()
    me.page.keyboard.press("6")
    me.page.keyboard.press("4")
    me.until(GRAPH)
    me.page.locator(".board > *").evaluate(PLAY, "24/14")
    expect(move(me, "64: 24/14").first).to_be_visible()
    expect(me.page.locator(".tree .move[aria-current]")).to_contain_text("64: 24/14")


def take_home(friend):
    """A stranger sees the same by the link; lines go home as files that other programs read."""
    expect(friend.page.locator(".tree .move[aria-current]")).to_contain_text("64: 24/14")
    expect(friend.page.locator(".tree .variation")).to_contain_text("31: 24/23 13/10")
    expect(friend.page.locator(".tree .comment")).to_have_text("makes the 5-point")
    friend.page.locator(".exchange summary").click()
    with friend.page.expect_download() as saved:
        friend.page.get_by_role("button", name="Save the line as Jellyfish match").click()
    text = saved.value.path().read_text()
    assert "31: 8/5 6/5" in text
    assert "Doubles => 2" in text
    with friend.page.expect_download() as saved:
        friend.page.get_by_role("button", name="Save the analysis").click()
    whole = json.loads(saved.value.path().read_text())
    assert (whole["tablas"], whole["game"], whole["names"]["white"]) == (
        "analysis", "backgammon", "Ana",
    )  # fmt: skip
    move(friend, "31: 8/5 6/5").click()
    friend.page.locator("h1").click()
    friend.page.keyboard.press("Delete")
    expect(friend.page.locator(".tree .variation")).to_have_count(0)
    expect(move(friend, "8/5 6/5")).to_have_count(0)
    friend.page.locator(".exchange input[type=file]").set_input_files(saved.value.path())
    expect(friend.page.locator(".tree .comment")).to_have_text("makes the 5-point")
    friend.page.get_by_role("combobox", name="Game of the match").wait_for(state="detached")


def test_every_game_is_analysed_at_its_cube_and_score_and_played_on(person):
    me = person()
    me.open("/analysis?game=abak&roll=31")
    expect(lines(me)).to_have_count(6)
    before = lines(me).first.locator(".worth").inner_text()
    me.page.locator("summary", has_text="Cube and score").click()
    for name, value in (("Match to", "3"), ("Points of White", "2"), ("Points of Black", "2")):
        me.page.get_by_label(name).fill(value)
    me.page.get_by_role("button", name="Use this cube and score").click()
    expect(me.page.locator(".situation .hint")).to_have_text("2–2 in a match to 3")
    expect(lines(me).first.locator(".worth")).not_to_have_text(before)
    me.page.get_by_label("Points of White").fill("3")
    me.page.get_by_role("button", name="Use this cube and score").click()
    expect(me.page.locator(".notice")).to_contain_text("over at that score")

    me.page.get_by_role("button", name="Abalone", exact=True).click()
    expect(me.page.locator(".explorer tbody tr")).to_have_count(4)
    expect(lines(me).first.locator(".worth")).to_contain_text("%")
    me.page.locator(".explorer tbody button").first.click()
    expect(me.page.locator(".tree .move")).to_have_count(1)
    expect(me.page.locator(".status")).to_have_text("White is to play.")
    expect(lines(me).first).to_be_visible()
    me.page.locator(".exchange summary").click()
    me.page.get_by_role("button", name="Play on from here").click()
    me.seated()


# One play, whatever is rolled: each question is charged as half a minute of the engine's time.
USED_UP = """async () => {
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  const position = "XGID=-A----------------------o-:0:0:1:00:0:0:0:0:10";
  const body = JSON.stringify({ game: "backgammon", position, dice: [6, 5], care: "rollout" });
  const asked = () => fetch("/api/judgement", { method: "POST", headers, body });
  for (let i = 0; i < 40; i += 1) if ((await asked()).status === 429) return i;
  return 40;
}"""


def test_who_has_used_up_the_engine_reads_how_long_to_wait(person):
    me = person()
    registered(me, "Ida Idle")
    assert me.page.evaluate(USED_UP) == 30
    # Without the kernel in the browser, whose time nobody counts, the server is asked.
    me.page.route("**/api/engine", lambda route: route.fulfill(status=404))
    me.faults.clear()  # the refusals that were asked for
    me.open("/analysis?game=abak&roll=31")
    # By the time that a busy machine shows the page a quick look can be paid for again.
    me.page.get_by_label("How carefully").select_option(label="Rollouts")
    fault = me.page.locator(".engine [role=alert]")
    expect(fault).to_contain_text("You have used your share of engine time: the next look is")
    expect(me.page.locator(".explorer tbody tr").first).to_be_visible()  # the rest goes on
    me.faults.clear()


def test_of_two_games_that_are_asked_for_quickly_the_last_one_is_shown(person):
    me, held = person(), []
    me.open("/analysis?game=backgammon&roll=31")
    expect(lines(me).first).to_contain_text("8/5 6/5")

    def slowly(route):
        abak = route.request.post_data_json["game"] == "abak"
        held.append(route) if abak else route.continue_()

    me.page.route("**/api/tree", slowly)
    for game in ("Abak", "Abalone"):
        me.page.get_by_role("button", name=game, exact=True).click()
    pressed = me.page.locator(".games-tabs [aria-pressed=true]")
    expect(pressed).to_have_text("Abalone")
    with me.page.expect_response("**/api/tree"):
        held.pop().continue_()
    me.page.get_by_role("button", name="Flip").click()  # what had been held back has been heard
    expect(pressed).to_have_text("Abalone")
    assert "game=abalone" in me.page.url


def test_the_roller_is_offered_where_it_plays_and_asked_of_the_server(person):
    me = person()
    me.open("/analysis?game=backgammon&roll=31")
    expect(lines(me).first).to_contain_text("8/5 6/5")
    care = me.page.get_by_label("How carefully")
    with me.page.expect_request("**/api/judgement") as asked:
        care.select_option(label="Roller")
    assert asked.value.post_data_json["care"] == "roller"
    expect(lines(me).first).to_contain_text("8/5 6/5")
    for game, cares in (("Abak", 5), ("Abalone", 3)):  # without dice nothing is rolled out
        me.page.get_by_role("button", name=game, exact=True).click()
        expect(care.locator("option")).to_have_count(cares)


# Fewer marbles and better; at the first depths the engine likes another move than further on.
COMPACT = "5/1wb3/1wbbw2/1wbb4/1wwbb1w2/1wbbbw2/1w1bw2/1www2/5 b 0-3 0"


def abalone(me):
    me.open(f"/analysis?{urlencode({'game': 'abalone', 'position': COMPACT})}")
    expect(me.page.locator(".engine[aria-busy=false] .alternatives li").first).to_be_visible()


def test_abalone_compares_both_sides_and_says_why_fewer_marbles_are_better(person, axe):
    me = person(bypass_csp=True)
    abalone(me)
    rows = me.page.locator(".balance tbody tr")
    expect(rows).to_contain_text(["Marbles1114", "neighbours a marble1.731.00", "1.552.64"])
    expect(me.page.locator(".balance p")).to_contain_text(
        "closer together and nearer to the centre"
    )
    me.page.evaluate(axe)
    assert [one["id"] for one in me.page.evaluate(RUN)] == []
    me.open("/analysis?game=backgammon")
    expect(me.page.locator(".cube-table caption")).to_be_visible()
    expect(me.page.locator(".balance")).to_have_count(0)


def test_the_arrow_is_that_of_the_line_that_stands_there_now(person):
    me = person()
    abalone(me)
    arrow = me.page.locator(".arrows [data-way=best]").first
    drawn = arrow.get_attribute("d")
    lines(me).nth(1).hover()
    expect(arrow).not_to_have_attribute("d", drawn)
    me.page.mouse.move(5, 5)
    expect(arrow).to_have_attribute("d", drawn)
