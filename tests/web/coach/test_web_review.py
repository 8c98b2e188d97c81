"""The review in a real browser: a match brought from elsewhere, its mistakes, a second try."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from uploaded_match import MATCH
from web_axe import RUN
from web_modules import with_modules

# The arrows of a kind that a board draws, and what it may play.
ARROWS = "[data-way={}]"
# The one engine of all pages, asked for everything that it answers; rolled out is a bear-off, since
# a game from the opening on takes a quarter of a minute.
ENGINE = with_modules("""async () => {
  const { engine } = await use("app/coach/engine.js");
  const position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
  const where = { game: "backgammon", position, dice: [3, 1] };
  const bearOff = "XGID=-CCB------------------bcc-:0:0:1:00:0:0:0:3:10";
  const late = { game: "backgammon", position: bearOff, dice: [2, 1] };
  const { alternatives } = await engine.rollout(late, "3/1 3/2");
  return {
    choose: await engine.choose(where),
    cost: (await engine.analyse(where, "24/23 13/10")).cost,
    chances: (await engine.chances(where)).length,
    luck: await engine.luck(where),
    doubles: (await engine.cube(where)).cube.doubles,
    trials: alternatives.slice(0, 2).map((one) => one.trials),
  };
}""")
PLAY = "(board, text) => { board.type(text); board.confirm(); }"


def brought(me, name="match.mat", text=MATCH):
    me.open("/review")
    me.page.get_by_label("Match file").set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )


def cube(me, title):
    """A drop looked at again: rolled out, then answered better."""
    me.page.locator(".review-moves button", has_text="drops").click()
    expect(title).to_have_text(re.compile("cube: Ana gave away"))
    me.page.get_by_role("button", name="Roll out").click()
    expect(me.page.locator(".depth span")).to_contain_text("324 trials")
    me.page.get_by_role("button", name="Try it again").click()
    attempt = me.page.locator(".attempt")
    expect(attempt.locator("h2")).to_have_text("What is right with the cube?")
    attempt.get_by_role("button", name="Drop").click()
    expect(attempt.locator("h2")).to_have_text(re.compile(r"^Drop gives away \d\.\d+"))
    attempt.get_by_role("button", name="Try once more").click()
    attempt.get_by_role("button", name="Take").click()
    expect(attempt.locator("h2")).to_have_text("Right: take")
    attempt.get_by_role("button", name="Back to the review").click()


def shared(me):
    """The decision as a picture, the curve as another, and the way into the analysis."""
    me.page.get_by_role("button", name="Share this review").click()
    dialog = me.page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="The board as a picture")).to_be_visible()
    path = dialog.get_by_role("link", name="Picture with the curve").get_attribute("href")
    answer = me.page.request.get(me.base + path)
    assert answer.headers["content-type"] == "image/png"
    dialog.get_by_role("button", name="Close").click()
    way = me.page.locator(".ways-on").get_by_role("link", name="Analyse")
    expect(way).to_have_attribute("href", re.compile(r"^/analysis\?replay=file-\w+&which=0&at=\d+"))


def test_a_match_from_elsewhere_is_reviewed_and_a_mistake_can_be_tried_again(person, axe):
    me = person(bypass_csp=True)
    brought(me, "broken.mat", "nonsense")
    expect(me.page.get_by_role("alert")).to_contain_text("cannot be read as a match")
    brought(me)
    me.page.wait_for_url("**/review/file-*")
    title = me.page.locator("#decision-title")
    expect(title).to_have_text(re.compile(r"Move 1 · 31: Ana gave away 0\.\d+"))
    expect(me.page.locator(".sides strong")).to_have_text(["Ana", "Bob"])
    board = me.page.locator(".board > *")
    expect(board.locator(ARROWS.format("played"))).to_have_count(2)
    expect(board.locator(ARROWS.format("best"))).to_have_count(2)
    expect(me.page.locator(".why")).to_contain_text("Better is 8/5 6/5: makes the 5-point")
    assert me.page.locator(".alternatives li").count() >= 5
    expect(me.page.locator(".alternatives .played")).to_contain_text("24/23 13/10 played")

    attempt = me.page.locator(".attempt h2")
    me.page.get_by_role("button", name="Try it again").click()
    expect(attempt).to_have_text("Play it better on the board")
    expect(board.locator(ARROWS.format("best"))).to_have_count(0)  # no answer in the question
    board.evaluate(PLAY, "13/9")
    expect(attempt).to_have_text(re.compile(r"13/9 gives away 0\.\d+"))
    me.page.get_by_role("button", name="Try once more").click()
    expect(attempt).to_have_text("Play it better on the board")
    board.evaluate(PLAY, "8/5 6/5")
    expect(attempt).to_have_text("Right: 8/5 6/5")
    me.page.get_by_role("button", name="Back to the review").click()

    cube(me, title)
    shared(me)
    me.page.keyboard.press("n")
    expect(title).to_have_text(re.compile(r": (Ana|Bob) gave away"))
    me.page.get_by_role("combobox", name="Game of the match").select_option(index=1)
    expect(me.page.locator(".review-moves li").first).to_contain_text("52")
    me.page.evaluate(axe)
    assert [one["id"] for one in me.page.evaluate(RUN)] == []
    told = me.page.evaluate(ENGINE)
    assert (told["choose"], told["chances"], told["doubles"]) == ("8/5 6/5", 5, False)
    assert told["cost"] > 0.1
    assert told["luck"] > 0.1
    assert told["trials"] == [324, 324]
    me.page.get_by_role("button", name="Play on from here").click()
    me.seated()
