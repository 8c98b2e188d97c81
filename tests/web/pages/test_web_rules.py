"""The boards of the rules pages are true: legal positions, plays and refusals, alike in both pages.

A board is JSON in a comment of `docs/rules`:

| field | |
|---|---|
| `position`, `dice` | in any notation of the game |
| `play` | the steps of the case, in the order in which they are made; none: nothing can be played |
| `only` | there is no other play |
| `refused` | steps of which the last one is not allowed; for marbles the cells and the direction |
| `leaves` | what then stands on points (bottom to top), or in a row of cells |
| `over` | the game is over, and the player to move has lost so many points |
| `formation`, `selection`, `numbers`, `view`, `guide` | what the page shows |
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import documents
from lesson_plays import Play, kernel_agrees, rolled, standing_after, whole_plays
from tablas.abalone import overlays
from tablas.abalone.starts import STARTS
from tablas.games import NAMES, kind
from tablas.values import Setup

BOARD = re.compile(r"<!-- board (\{.*?\}) -->")
FIELDS = {"position", "dice", "play", "only", "refused", "leaves", "over"}
FIELDS |= {"formation", "selection", "numbers", "view", "guide"}


def boards(game: str, language: str) -> list[dict[str, Any]]:
    text = documents.text(f"docs/rules/{game}.{language}.md")
    return [json.loads(one) for one in BOARD.findall(text)]


ALL = [
    pytest.param(game, one, id=f"{game}-{number}")
    for game in NAMES
    for number, one in enumerate(boards(game, "en"), start=1)
]


@pytest.mark.parametrize("game", NAMES)
def test_both_languages_show_the_same_boards(game):
    assert boards(game, "en") == boards(game, "es")
    assert len(boards(game, "en")) > 10


def test_every_worked_case_has_a_board():
    """A row of a table of cases without one would be a case that cannot be tried."""
    heads = re.compile(
        r"^\| (?:Case|Caso|Position|Posición|Before|Antes) \|.*\n\|[-|]+\n", re.MULTILINE
    )
    for game in NAMES:
        for language in ("en", "es"):
            text = documents.text(f"docs/rules/{game}.{language}.md")
            for head in heads.finditer(text):
                rows = text[head.end() :].split("\n\n")[0].strip().split("\n")
                assert [row for row in rows if not BOARD.search(row)] == []


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_draw_nothing_with_characters_and_reckon_nothing(game, language):
    text = documents.text(f"docs/rules/{game}.{language}.md")
    assert "```" not in text
    assert not re.search(r"[●○│┌└]|25 −|\*[pd]\*", BOARD.sub("", text))


@pytest.mark.parametrize(("game", "board"), ALL)
def test_a_board_is_legal_and_so_is_what_is_played_on_it(game, board):
    assert set(board) <= FIELDS
    setup, dice = kind(game).formats.read(board["position"]), rolled(board.get("dice"))
    outcome = kind(game).rules.outcome(setup.position)
    if "over" in board:
        assert outcome is not None
        assert outcome.points == -board["over"]
        return
    assert outcome is None
    if kind(game).dice and dice is None:
        return
    assert kernel_agrees(game, setup, dice)
    plays = whole_plays(game, setup, dice)
    if "play" in board:
        _check_play(game, setup, board, plays)
    if "refused" in board:
        _check_refusal(game, setup, board["refused"], plays)
    if "formation" in board:
        made = overlays.formations_json(setup)
        assert [one for one in made if one["key"] == board["formation"] and one["side"] == "black"]


def _check_play(
    game: str, setup: Setup[Any], board: dict[str, Any], plays: dict[Play, Setup[Any]]
) -> None:
    words = tuple(board["play"])
    whole = [one for one in plays if one[: len(words)] == words]
    assert whole, words
    if board.get("only"):
        assert words in plays
        assert set(plays.values()) == {plays[words]}
    text = standing_after(game, setup, rolled(board.get("dice")), words)
    for place, stack in board.get("leaves", {}).items():
        assert standing(text, place) == stack


def standing(text: str, place: str) -> str:
    """What stands on a point of White's, or in a row of cells, in the text of a board."""
    rows = text.split(maxsplit=1)[0].split("/")
    if place.isdigit():
        points = [one for row in rows for one in ([""] * int(row) if row.isdigit() else [row])]
        return points[24 - int(place)]
    row = rows["ihgfedcba".index(place)]
    return re.sub(r"\d", lambda empty: "." * int(empty[0]), row)


def _check_refusal(
    game: str, setup: Setup[Any], refused: list[str], plays: dict[Play, Setup[Any]]
) -> None:
    *first, last = refused
    if kind(game).dice:
        bare = re.compile(rf"{re.escape(last)}[*+^]?")
        assert [one for one in plays if list(one[: len(first)]) == first], first
        at = len(first)
        assert not [
            one
            for one in plays
            if list(one[:at]) == first and bare.fullmatch(*one[at : at + 1] or [""])
        ]
        return
    reasons = kind(game).board.graph(setup)["nodes"][0]["why"]
    assert [one for one in reasons if one[:2] == ["".join(first), last]]


def test_the_start_positions_say_how_many_moves_black_has():
    for language in ("en", "es"):
        text = documents.text(f"docs/rules/abalone.{language}.md")
        rows = re.findall(r"\| (\d+) <!-- board \{\"position\": \"([a-z-]+)\"\} -->", text)
        assert {name for _, name in rows} == set(STARTS)
        for count, name in rows:
            assert len(kind("abalone").rules.plays(kind("abalone").rules.start(name))) == int(count)


# In a browser: every board comes alive, is stepped through and says why not.

STEPPED = """async (figure) => {
  figure.scrollIntoView({ block: "center" });
  const until = async (ready) => {
    for (let looks = 0; looks < 500 && !ready(); looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (!ready()) throw new Error(`${figure.dataset.board}: ${ready}`);
  };
  await until(() => figure.firstElementChild?.firstElementChild?.position);
  const spec = JSON.parse(figure.dataset.board);
  const board = figure.firstElementChild.firstElementChild;
  const button = (name) =>
    [...figure.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
  const played = () => (board.turn ? board.turn.path : board.done ? [board.done] : []);
  const made = [];
  for (const word of spec.play ?? []) {
    button(made.length ? "Next step" : "Show the play").click();
    await until(() => played().length > made.length);
    made.push(played().at(-1).word);
  }
  if (made.length) {
    button("Once more").click();
    await until(() => !played().length && button("Show the play"));
  }
  let why = null;
  if (spec.refused) {
    button("Why not?").click();
    await until(() => figure.querySelector("[role=status]").textContent);
    why = figure.querySelector("[role=status]").textContent;
  }
  return { made, why };
}"""


@pytest.mark.parametrize("game", NAMES)
def test_every_board_of_a_page_is_played_through_as_it_says(person, game):
    me = person(reduced_motion="reduce")
    me.open(f"/rules/{game}")
    figures = me.page.locator(".live")
    specs = boards(game, "en")
    expect(figures).to_have_count(len(specs))
    for number, spec in enumerate(specs):
        told = figures.nth(number).evaluate(STEPPED)
        assert told["made"] == spec.get("play", [])
        if "refused" in spec:
            assert told["why"] != "There is no such play here."


def test_a_case_can_be_tried_by_hand_and_begins_anew_after_that(person):
    me = person(reduced_motion="reduce")
    me.open("/rules/abak#cases")
    figure = me.page.locator('.live[data-board*="D12/9^"]').first
    figure.scroll_into_view_if_needed()
    figure.locator("[data-place=p10] .stand").last.click()  # not the case: the wounded plays 3
    figure.get_by_role("button", name="Show the play").click()
    figure.get_by_role("button", name="Next step").click()
    board = figure.locator("tablas-abak")
    words = "board => board.turn.path.map((step) => step.word)"
    assert board.evaluate(words) == ["D12/9^", "O10/9"]


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_the_summary_is_one_sheet_of_a4(person, locale):
    me = person(locale=locale)
    name = "Print a one-page summary" if locale == "en-US" else "Imprimir un resumen de una página"
    for game in NAMES:
        me.open(f"/rules/{game}")
        me.page.get_by_role("link", name=name).click()
        me.page.locator(".live svg").first.wait_for()
        me.page.get_by_role("button", name=re.compile("^(Print|Imprimir)$")).wait_for()
        for scheme in ("light", "dark"):
            me.page.emulate_media(color_scheme=scheme)
            paper = me.page.pdf(prefer_css_page_size=True, print_background=True)
            assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, (game, scheme)
            assert re.search(rb"/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]", paper)
