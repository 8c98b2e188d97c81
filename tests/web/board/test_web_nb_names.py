"""The N/B names of sheet 003 on the web: typed, listed, replayed, spoken where they are chosen."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tablas import ROLLS, games
from tablas.values import Dice, Setup, Side
from web_modules import with_modules

RENAMED = """async ([texts, side]) => {
  const { withNames, withNumbers } = await import("/board/dicegame/nb-names.js");
  return texts.map((text) => [withNames(text, side), withNumbers(withNames(text, side), side)]);
}"""
TYPED = """(board, [position, graph, text]) => {
  Object.assign(board, { position, graph });
  return board.type(text) && board.turn.path.map((step) => [step.source, step.target]);
}"""
# The first way through the legal steps, as somebody would type it: one word a step.
A_PLAY = with_modules("""async () => {
  const { withNames } = await use("board/dicegame/nb-names.js");
  const { graph } = document.querySelector(".board > *");
  const words = [];
  for (let node = graph.nodes[0]; node.steps.length; node = graph.nodes[node.steps[0].next])
    words.push(node.steps[0].word);
  return withNames(words.join(" "), graph.side);
}""")
NB = re.compile(r"\b[SGNDEO]?(?:bar|[NB]\d+)-(?:off|[NB]\d+)")


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", ["backgammon", "abak"])
def test_the_page_renames_every_play_as_the_notation_writes_it(shown, name, side):
    kind, rng = games.kind(name), random.Random(5)
    position, plays = kind.rules.start(), []
    for _ in range(80):
        reached = kind.rules.plays(position, rng.choice(ROLLS))
        plays += [(position, play) for play in reached.values() if play]
        position = rng.choice(list(reached)) if reached else kind.rules.start()
        if kind.rules.outcome(position):
            position = kind.rules.start()
    texts = [kind.notation.write(*one) for one in plays]
    pairs = shown(only="backgammon-start").page.evaluate(RENAMED, [texts, side.value])
    assert [names for names, _ in pairs] == [kind.write_nb(*one, side) for one in plays]
    assert [numbers for _, numbers in pairs] == texts


@pytest.mark.parametrize(
    ("name", "side", "typed", "steps"),
    [
        ("backgammon", Side.WHITE, "B8-B5 B6-B5", [(8, 5), (6, 5)]),
        ("backgammon", Side.WHITE, "n1-n2 n12-b10", [(24, 23), (13, 10)]),
        ("backgammon", Side.BLACK, "N8-N5 N6-N5", [(8, 5), (6, 5)]),
        ("backgammon", Side.BLACK, "B1-B2-B5", [(24, 23), (23, 20)]),
        ("abak", Side.WHITE, "SB8-B5 NB6-B5", [(8, 5), (6, 5)]),
        ("abak", Side.BLACK, "N8-N5 NN6-N5", [(8, 5), (6, 5)]),
        ("abak", Side.BLACK, "S8/5 N6/5", [(8, 5), (6, 5)]),  # N is the general
    ],
)
def test_a_board_reads_them_and_knows_who_moves(shown, name, side, typed, steps):
    exhibit, kind = f"{name}-start", games.kind(name)
    page, setup = shown(only=exhibit), Setup(kind.rules.start(), side)
    board = page.page.locator(f"#{exhibit}")
    told = [kind.board.position_json(setup), kind.board.graph(setup, Dice(3, 1)), typed]
    assert board.evaluate(TYPED, told) == list(map(list, steps))
    assert page.announced(exhibit)


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_whoever_chose_them_types_reads_replays_and_hears_them(person, game):
    me = person()
    me.open("/settings")
    me.page.get_by_role("combobox", name="Move notation").select_option("nb")
    played = me.alone(game)
    me.until("() => Boolean(document.querySelector('.board > *').graph)")
    field = me.page.locator("#typed")
    assert NB.search(field.get_attribute("placeholder"))
    text = me.page.evaluate(A_PLAY)
    field.fill(text)
    me.page.get_by_role("button", name="Play it", exact=True).click()
    spoken = me.page.locator(".board [role=status]", has_text=re.compile(r"\b[NB]\d"))
    spoken.wait_for(state="attached")  # the board speaks after it has drawn
    me.page.locator(".actions button.primary").press("Enter")
    me.page.locator(".moves .play").first.wait_for()
    listed = me.page.locator(".moves .play").first.inner_text()
    assert NB.search(listed)
    assert "/" not in listed
    me.open(f"/replay/{played}")
    expect(me.page.locator(".moves .play").first).to_have_text(listed, use_inner_text=True)


def test_on_a_phone_every_name_stands_whole_beside_the_board(shown):
    phone = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
    page = shown("?numbers=nb&layout=rotated", only="backgammon-start", **phone)
    sticking_out = page.value(
        "backgammon-start",
        """[...board.renderRoot.querySelectorAll(".number")].filter((label) => {
          const frame = board.drawing.getBoundingClientRect(), box = label.getBoundingClientRect();
          return box.left < frame.left || box.right > frame.right;
        }).map((label) => label.textContent)""",
    )
    assert page.value("backgammon-start", "board.shape") == "rotated"
    assert sticking_out == []
