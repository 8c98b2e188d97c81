"""Every lesson of every course is solved on the real board; the glossary says what is true."""

from __future__ import annotations

from typing import Any

import pytest

from tablas.abalone import formats, overlays
from tablas.games import kind
from tablas.values import Side
from web_players import Person

LESSONS = """async (game) => {
  const base = document.querySelector('script[type=module]').src.replace('main.js', '');
  const { lessons } = await import(`${base}learn/${game}.js`);
  return lessons();
}"""


def lessons(me: Person, game: str) -> list[dict[str, Any]]:
    me.open(f"/learn#{game}-1")
    found: list[dict[str, Any]] = me.page.evaluate(LESSONS, game)
    return found


@pytest.mark.parametrize("game", ["abak", "backgammon", "abalone"])
def test_every_lesson_of_a_course_can_be_solved(person, game):
    me = person()
    course = lessons(me, game)
    for number, lesson in enumerate(course, start=1):
        me.page.get_by_text(f"{number} of {len(course)}").wait_for()
        me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
        board = me.page.locator(".board > *")
        for word in lesson["solution"]:
            assert board.evaluate("(board, word) => board.type(word)", word), (game, number, word)
        if game != "abalone":
            _finish_turn(me)
        me.page.get_by_text("Solved!").wait_for()
        if number < len(course):
            me.page.get_by_role("button", name="Next lesson").click()
    me.page.get_by_role("link", name="Now play a game").wait_for()


def _finish_turn(me: Person) -> None:
    """Play what is left of the dice, then confirm."""
    confirm = me.page.get_by_role("button", name="Confirm turn", exact=True).last
    for _ in range(4):
        if confirm.is_enabled():
            break
        me.act("any", {"confirm": False, "primary": None, "active": True})
        me.page.wait_for_timeout(50)
    confirm.click()


def test_a_wrong_play_is_told_and_can_be_tried_again(person):
    me = person()
    lessons(me, "abalone")
    board = me.page.locator(".board > *")
    me.until("() => Boolean(document.querySelector('.board > *')?.graph)")
    assert board.evaluate("(board) => board.type('a1a2')")
    me.page.get_by_text("not what was asked for").wait_for()
    me.page.get_by_role("button", name="Try again").click()
    assert board.evaluate("(board) => board.type('b2c3')")
    me.page.get_by_text("Solved!").wait_for()


def test_each_word_of_the_glossary_is_made_by_exactly_the_moves_that_solve_its_lesson(person):
    words = [one for one in lessons(person(), "abalone") if one.get("formation")]
    assert {one["formation"] for one in words} >= {"lances", "arcs", "shields", "pacs", "sumitos"}
    for lesson in words:
        found = [
            word for word, before, after in _moves(lesson["position"], lesson["formation"])
            if (lesson["formation"] in FEWER and len(after) < len(before))
            or (lesson["formation"] not in FEWER and after - before)
        ]  # fmt: skip
        assert sorted(found) == sorted([*lesson["solution"], *lesson["also"]]), lesson["formation"]


FEWER = {"monomials", "polynomials"}  # the lesson is to have fewer of them


def _moves(text: str, key: str):
    """Each move with Black's formations of this kind before and after it."""
    setup, game = formats.read(text), kind("abalone")
    for end, move in game.rules.plays(setup.position).items():
        word = game.notation.write(setup.position, move)
        reached = type(setup)(end, Side.WHITE)
        yield word, _formations(setup, key), _formations(reached, key)


def _formations(setup: Any, key: str) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(one["cells"]))
        for one in overlays.formations_json(setup)
        if one["key"] == key and one["side"] == "black"
    }


def test_a_formation_is_drawn_on_the_board_when_it_is_asked_for(person):
    me = person()
    me.open("/editor?game=abalone&position=belgian-daisy")
    me.page.get_by_text("Show on the board").click()
    me.page.get_by_role("button", name="block", exact=True).click()
    me.page.locator(".formation", has_text="block").first.wait_for()
    assert me.page.locator(".formation", has_text="block").count() == 4
