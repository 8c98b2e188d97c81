"""Each course is done as people do it; the glossary of Abalone says what is true.

`test_web_lessons.py` checks what the lessons say; here they are played: by keyboard alone, and by
touch on a phone.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from lesson_plays import course, rolled, solves, whole_plays
from tablas.abalone import formats, overlays
from tablas.games import kind
from tablas.values import Side
from web_keys import TURNED, WAYS, KeyboardPerson
from web_players import Person

PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
STEP = """(word) => {
  const board = document.querySelector('.board > *');
  const node = board.graph.nodes[board.turn?.path.at(-1)?.next ?? 0];
  const step = node.steps.find((one) => one.word === word);
  const place = step.source === 25 ? 'bar-white' : `p${step.source}`;
  return { place, ...step };
}"""
# Between two lessons the board may have the new steps and still the path of the old turn.
READY = """() => {
  const board = document.querySelector('.board > *');
  return Boolean(board?.graph) && !board.turn?.path.length;
}"""
PLAYED = "() => document.querySelector('.board > *').turn.path.map((step) => step.word)"
DRAWN = "async () => { await document.querySelector('.board > *').updateComplete; }"
ONE_FRAME = "() => new Promise(requestAnimationFrame)"
SHOWN = "() => document.querySelector('.board > *').position.position"


def way_of(game: str, lesson: dict[str, Any], *, right: bool) -> tuple[str, ...]:
    """A whole play that solves a lesson, or the first of its wrong tries."""
    setup = kind(game).formats.read(lesson["position"])
    plays = sorted(whole_plays(game, setup, rolled(lesson.get("dice"))))
    if right:
        return next(words for words in plays if solves(lesson, words))
    wrong = set(lesson["tries"][0]["play"])
    return next(words for words in plays if wrong <= set(words) and not solves(lesson, words))


def by_keys(me: KeyboardPerson, game: str, words: tuple[str, ...]) -> None:
    """Play on the board with the keyboard alone."""
    me.tab_to("[data-place], [data-cell]")
    for word in words:
        step = me.page.evaluate(STEP, word)
        if "cells" not in step:
            me.walk_to(step["place"])
            me.press_key(str(step["die"]))
            me.page.evaluate(DRAWN)
            continue
        cells = step["cells"]
        for cell in dict.fromkeys((cells[0], cells[-1])):
            view = me.step_to(cell)
            me.press_key("Enter")
        me.press_key(WAYS[step["direction"] if view == "black" else TURNED[step["direction"]]])
    if kind(game).dice:
        me.press_key("Space")


def by_touch(me: Person, words: tuple[str, ...]) -> None:
    """A tap plays the die that stands first; the general's way back is drawn with the finger."""
    for number, word in enumerate(words, start=1):
        step = me.page.evaluate(STEP, word)
        checker = me.page.locator(f'[data-place="{step["place"]}"] .stand').last
        if step["target"] > step["source"]:
            drag(me, checker, me.page.locator(f'[data-place="p{step["target"]}"] .touch'))
        else:
            me.press(checker)
            if me.page.evaluate(PLAYED)[number - 1] != word:
                me.page.get_by_role("button", name="Undo").last.tap()
                me.page.evaluate(DRAWN)
                me.press(me.page.locator('[data-act="dice"]').first)
                me.press(checker)
        me.page.evaluate(DRAWN)
        assert me.page.evaluate(PLAYED) == list(words[:number])
    me.page.get_by_role("button", name="Confirm turn", exact=True).last.tap()


def drag(me: Person, source: Any, target: Any) -> None:
    target.scroll_into_view_if_needed()
    source.scroll_into_view_if_needed()
    boxes = [one.bounding_box() for one in (source, target)]
    start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    session = me.context.new_cdp_session(me.page)
    for part in range(9):
        x, y = (a + (b - a) * part / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if part else "touchStart"
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def says(me: Person, text: str) -> None:
    me.page.locator(".status", has_text=text).wait_for()


def answered(me: Person, game: str, lesson: dict[str, Any]) -> None:
    """Every answer to a question, the right one last; each is told what it means."""
    for answer in sorted(lesson["answers"], key=lambda one: one.get("right", False)):
        text = answer["text"]["en"]
        button = me.page.locator(".answers").get_by_role("button", name=text, exact=True)
        if isinstance(me, KeyboardPerson):
            number = lesson["answers"].index(answer) + 1
            me.tab_to(f".answers button:nth-of-type({number})")
            me.press_key("Enter")
        else:
            button.tap()
        says(me, answer["says"]["en"])
        expect(button).to_be_disabled()


def opened(me: Person, lesson: dict[str, Any], number: int, all_: int) -> None:
    me.page.get_by_text(f"{number} of {all_}").wait_for()
    me.page.get_by_role("heading", name=lesson["task"]["en"]).wait_for()
    me.until("() => Boolean(document.querySelector('.board > *')?.position)")


def some_of(lessons: list[dict[str, Any]]) -> list[int]:
    """Numbers of lessons: how a course begins and ends, a question, the longest play of all."""
    if os.environ.get("TABLAS_WHOLE_GAMES"):
        return list(range(1, len(lessons) + 1))
    asks = next(number for number, one in enumerate(lessons, start=1) if "answers" in one)
    long = max(range(len(lessons)), key=lambda at: len(lessons[at].get("dice", ""))) + 1
    return sorted({1, 2, asks, long, len(lessons) - 1, len(lessons)})


def gone_to(me: Person, game: str, number: int) -> None:
    """By its address, unless the lesson before has led there."""
    if not me.page.url.endswith(f"#{game}-{number}"):
        me.open(f"/learn#{game}-{number}")


@pytest.mark.parametrize("game", ["backgammon", "abalone"])
def test_a_course_is_done_to_its_end_by_keyboard_alone(lender, web, game):
    me = KeyboardPerson(lender, web.base)
    lessons = course(game)
    me.open("/learn")
    me.tab_to(f'[href="#{game}-1"]', most=90)
    me.press_key("Enter")
    me.page.wait_for_url(f"**#{game}-1")
    for number in some_of(lessons):
        lesson = lessons[number - 1]
        gone_to(me, game, number)
        opened(me, lesson, number, len(lessons))
        if "answers" in lesson:
            answered(me, game, lesson)
        else:
            me.until(READY)
            by_keys(me, game, way_of(game, lesson, right=True))
            says(me, lesson["right"]["en"])
        me.tab_to(".actions .primary")
        me.press_key("Enter")
        if number < len(lessons):
            me.page.wait_for_url(f"**#{game}-{number + 1}")
    me.page.wait_for_selector(".play-form")
    me.open("/learn")
    solved = len(some_of(lessons))
    me.page.get_by_text(f"{len(lessons)} lessons · {solved} solved").wait_for()
    assert not me.faults
    me.close()


def test_a_course_is_done_to_its_end_by_touch_on_a_phone(person):
    me, lessons = person(**PHONE), course("abak")
    me.open("/learn")
    me.page.get_by_role("link", name="Begin").first.tap()
    me.page.wait_for_url("**#abak-1")
    for number in some_of(lessons):
        lesson = lessons[number - 1]
        gone_to(me, "abak", number)
        opened(me, lesson, number, len(lessons))
        if "answers" in lesson:
            answered(me, "abak", lesson)
        else:
            me.until(READY)
            by_touch(me, way_of("abak", lesson, right=True))
            says(me, lesson["right"]["en"])
        if number < len(lessons):
            me.page.get_by_role("link", name="Next lesson").tap()
            me.page.wait_for_url(f"**#abak-{number + 1}")
    me.page.get_by_role("link", name="Now play a game").wait_for()


def test_a_wrong_play_shows_what_it_leads_to_and_can_be_tried_again(lender, web):
    me = KeyboardPerson(lender, web.base)
    number, lesson = next(
        (number, one)
        for number, one in enumerate(course("backgammon"), start=1)
        if "reply" in one.get("tries", [{}])[0]
    )
    me.open(f"/learn#backgammon-{number}")
    me.until(READY)
    before = me.page.evaluate(SHOWN)
    by_keys(me, "backgammon", way_of("backgammon", lesson, right=False))
    says(me, lesson["tries"][0]["says"]["en"])
    me.until("() => Boolean(document.querySelector('.board > *').lastMove)")
    move = me.page.evaluate("() => document.querySelector('.board > *').lastMove")
    assert move["side"] == "black"
    words = [step["word"] for step in move["steps"]]
    assert (
        words[: len(lesson["tries"][0]["reply"]["steps"])] == lesson["tries"][0]["reply"]["steps"]
    )
    assert me.page.evaluate(SHOWN) != before
    expect(me.page.get_by_role("link", name="Next lesson")).to_have_count(0)
    me.tab_to(".actions .primary")
    me.press_key("Enter")
    me.until(READY)
    assert me.page.evaluate(SHOWN) == before
    by_keys(me, "backgammon", way_of("backgammon", lesson, right=True))
    says(me, lesson["right"]["en"])
    assert not me.faults
    me.close()


def test_of_two_lessons_that_are_opened_quickly_the_last_one_is_shown(person):
    me, held, lessons = person(), [], course("abalone")
    me.open("/learn#abalone-1")
    opened(me, lessons[0], 1, len(lessons))
    me.page.route(
        "**/api/board/abalone?*",
        lambda route: route.continue_() if held else held.append(route),
    )
    me.page.get_by_role("link", name="Skip", exact=True).click()
    me.until("() => location.hash === '#abalone-2'")
    me.open("/learn#abalone-3")
    opened(me, lessons[2], 3, len(lessons))
    me.page.get_by_role("link", name="Back").focus()
    with me.page.expect_response("**/api/board/abalone?*"):
        held[0].continue_()
    me.page.evaluate(ONE_FRAME)  # what had been held back has been heard
    opened(me, lessons[2], 3, len(lessons))
    expect(me.page.get_by_role("link", name="Back")).to_be_focused()


def test_the_index_keeps_what_was_solved_and_forgets_it_when_asked(person):
    me = person()
    me.open("/learn#backgammon-2")
    me.page.get_by_role("button", name="On 8", exact=True).click()
    me.page.get_by_text("Solved!").wait_for()
    me.page.get_by_role("link", name="All lessons").click()
    mine = me.page.locator(".course", has=me.page.get_by_role("heading", name="Backgammon"))
    mine.get_by_text("31 lessons · 1 solved").wait_for()
    assert mine.locator(".lessons li", has_text="✓").locator("a").all_inner_texts() == [
        "Setting up"
    ]
    me.open("/learn")  # kept in this browser
    mine.get_by_text("1 solved").first.wait_for()
    expect(mine.get_by_role("link", name="Go on")).to_have_attribute("href", "#backgammon-1")
    mine.get_by_role("button", name="Start over").click()
    me.page.locator("dialog").get_by_role("button", name="Start over").click()
    mine.get_by_text("31 lessons · 0 solved").wait_for()


def test_lessons_are_in_spanish_too_and_link_their_rule(person):
    me = person(locale="es-ES")
    me.open("/learn#abak-7")
    me.page.get_by_role("heading", name=course("abak")[6]["task"]["es"]).wait_for()
    link = me.page.get_by_role("link", name="Regla: El turno")
    expect(link).to_have_attribute("href", "/rules/abak#el-turno")


def test_the_link_of_a_lesson_leads_to_its_own_rule(person):
    me = person(locale="es-ES")
    me.open("/learn#abak-22")
    me.page.get_by_role("link", name="Regla: Heridos").wait_for()
    me.open("/rules/abak#heridos")
    rule = me.page.locator("#heridos")
    me.until("() => document.querySelector('.live svg, .live tablas-abak') !== null")
    box = rule.bounding_box()
    assert 0 <= box["y"] < 400
    expect(rule).to_contain_text("dado par", use_inner_text=True)


def test_home_midfield_and_direction_are_drawn_in_lessons_and_in_games_by_choice(person):
    me = person()
    me.open("/learn#abak-1")
    guide = me.page.locator(".board .guide")
    guide.wait_for()
    assert guide.locator("text").all_text_contents() == [
        "their home",
        "your home",
        "midfield",
        "midfield",
    ]
    expect(guide.locator(".home")).to_have_count(2)
    me.open("/settings")
    expect(me.page.locator(".sample .guide")).to_have_count(0)
    me.page.get_by_label("Show homes and direction of travel").check()
    me.page.locator(".sample .guide").wait_for()
    me.against_bot("backgammon", cube=False)
    me.page.locator(".board .guide").wait_for()
    me.menu()
    me.page.get_by_label("Homes and direction of travel").uncheck()
    me.page.locator(".board .guide").wait_for(state="detached")


def test_each_word_of_the_glossary_is_made_by_exactly_the_moves_that_solve_its_lesson():
    words = [one for one in course("abalone") if one.get("formation")]
    assert {one["formation"] for one in words} >= {"lances", "arcs", "shields", "pacs", "sumitos"}
    for lesson in words:
        found = [
            word for word, before, after in _moves(lesson["position"], lesson["formation"])
            if (lesson["formation"] in FEWER and len(after) < len(before))
            or (lesson["formation"] not in FEWER and after - before)
        ]  # fmt: skip
        assert sorted(found) == sorted(word for (word,) in lesson["solved"]), lesson["formation"]


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
    expect(me.page.locator(".formation", has_text="block")).to_have_count(4)
