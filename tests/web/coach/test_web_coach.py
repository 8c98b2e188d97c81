"""The coach at a table against a bot: a hint in three steps, and a tutor who stops a blunder."""

from __future__ import annotations

import re

from playwright.sync_api import expect

# White can push the black marble off at e9; whatever else it does gives that away.
IN_DANGER = "bbbbb/bbbb2/bbbb3/8/5wwwb/8/wwww3/wwww2/www2 w 0-0 0"
GRAPH = "() => Boolean(document.querySelector('.board > *')?.graph)"
# The move of the board that gives most away, by what the server says of each.
WORST = """async () => {
  const board = document.querySelector(".board > *");
  const headers = { "content-type": "application/json", "x-tablas": "web" };
  const path = `/api/games/${location.pathname.split("/")[2]}/advice`;
  const asked = async (play) =>
    (await fetch(path, { method: "POST", headers, body: JSON.stringify({ play }) })).json();
  let worst = { cost: -1 };
  for (const { word } of board.moves.filter((_, i) => i % 4 === 0)) {
    const told = await asked(word);
    if (told.cost > worst.cost) worst = { play: word, cost: told.cost, mark: told.mark };
  }
  return worst;
}"""


def test_a_hint_comes_in_three_steps_and_a_tutor_stops_a_blunder(person):
    me = person()
    me.open("/settings")
    me.page.get_by_role("combobox", name="Coach in unrated games").select_option("doubtful")
    me.page.get_by_label("Bots explain their plays").check()
    me.page.get_by_label("Show my chances of winning").check()
    me.against_bot("abalone", position=IN_DANGER)
    me.until(GRAPH)
    board = me.page.locator(".board > *")
    hint = me.page.locator(".middle").get_by_role("button", name="Hint")
    told = me.page.locator(".middle .hint")
    chances = me.page.get_by_role("img", name=re.compile(r"^My chances: \d+ %$"))
    expect(chances).to_be_visible()
    hint.click()
    expect(told).to_have_text(re.compile("^Look at "))
    where, way = board.locator("[data-hint=where]"), board.locator("[data-way=best]")
    expect(where).not_to_have_count(0)
    expect(way).to_have_count(0)
    hint.click()
    expect(told).to_have_text(re.compile("^Best is "))
    expect(way).not_to_have_count(0)
    hint.click()
    expect(told).to_contain_text("You win")

    worst = me.page.evaluate(WORST)
    assert worst["mark"] != "fine", worst
    n = me.page.locator(".moves li").count()
    board.evaluate("(board, word) => board.type(word)", worst["play"])
    card = me.page.get_by_role("alertdialog")
    expect(card.get_by_role("heading")).to_have_text(re.compile(r"^That costs \d+\.\d %"))
    card.get_by_role("button", name="Think again").click()
    expect(card).to_have_count(0)
    expect(me.page.locator(".moves li")).to_have_count(n)
    me.until(GRAPH)
    board.evaluate("(board, word) => board.type(word)", worst["play"])
    card.get_by_role("button", name="Play it anyway").click()
    expect(me.page.locator(".moves li").nth(n)).to_be_visible()
    # The bot answers, and says in words what its play does.
    me.until(GRAPH)
    expect(told).to_have_text(re.compile(r"^[a-i][1-9]\S*: .{8,}"))


def test_nobody_is_coached_in_a_game_against_a_person(person):
    host, friend = person(), person()
    host.at_table_with(friend, "abak")
    for one in (host, friend):
        one.page.locator(".player").first.wait_for()
        expect(one.page.get_by_role("button", name="Hint")).to_have_count(0)
