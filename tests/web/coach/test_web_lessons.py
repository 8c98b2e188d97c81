"""Every lesson is true: its position, the plays it asks for, what it says of wrong ones, its rule.

No browser is needed; `test_web_learn.py` plays the courses on the page.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tools.web.web_rules import anchor

from lesson_plays import (
    answers_to,
    course,
    fits,
    kernel_agrees,
    lesson,
    rolled,
    solves,
    whole_plays,
)
from tablas.backgammon.rules import Position
from tablas.dicegame.spelling import nb_name
from tablas.games import NAMES, kind
from tablas.values import ROLLS, Setup, Side
from tree import ROOT

LESSONS = [
    pytest.param(game, one, id=f"{game}-{one['id']}") for game in NAMES for one in course(game)
]
PLAYED = [one for one in LESSONS if "solved" in one.values[1]]
ASKED = [one for one in LESSONS if "answers" in one.values[1]]


def setup_of(game: str, one: dict[str, Any]) -> Setup[Any]:
    return kind(game).formats.read(one["position"])


@cache
def anchors_of(game: str, language: str) -> list[str]:
    """Headings of a rules page, and rules that begin with their name."""
    page = ROOT / "src" / "tablas" / "web" / "rules" / f"{game}.{language}.html"
    return re.findall(r' id="([^"]+)"', page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_two_rules_of_a_page_have_the_same_anchor(game, language):
    anchors = anchors_of(game, language)
    assert len(anchors) == len(set(anchors)) > 10


def texts(one: Any) -> list[dict[str, str]]:
    """Every text of a lesson in its two languages."""
    if isinstance(one, dict) and "en" in one:
        return [one]
    inside = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return [text for value in inside for text in texts(value)]


@pytest.mark.parametrize(("game", "one"), LESSONS)
def test_a_lesson_is_written_in_both_languages_and_names_its_rule(game, one):
    for text in texts(one):
        assert set(text) == {"en", "es"}
        assert all(words.strip() == words != "" for words in text.values())
    assert {"id", "title", "text", "task", "rule", "position"} <= set(one)
    for language, heading in one["rule"].items():
        assert anchor(heading) in anchors_of(game, language)


@pytest.mark.parametrize(("game", "one"), PLAYED)
def test_every_way_that_solves_a_lesson_is_legal(game, one):
    setup, dice = setup_of(game, one), rolled(one.get("dice"))
    plays = whole_plays(game, setup, dice)
    assert kernel_agrees(game, setup, dice)
    for way in one["solved"]:
        assert any(fits(one, way, words) for words in plays), way
    assert "right" in one


@pytest.mark.parametrize(("game", "one"), PLAYED)
def test_each_wrong_try_can_be_played_and_is_answered_with_what_happens(game, one):
    setup, dice = setup_of(game, one), rolled(one.get("dice"))
    plays = whole_plays(game, setup, dice)
    unmatched = {words for words in plays if not solves(one, words)}
    for wrong in one.get("tries", ()):
        matched = {words for words in unmatched if fits(one, wrong["play"], words)}
        assert matched, wrong["play"]
        unmatched -= matched
        if reply := wrong.get("reply"):
            for end in {plays[words] for words in matched}:
                assert answers_to(game, end, reply), (wrong["play"], reply)
    assert not unmatched, "plays about which the lesson says nothing"


@pytest.mark.parametrize(("game", "one"), ASKED)
def test_a_question_has_one_right_answer_and_says_something_to_each(game, one):
    setup_of(game, one)
    assert sum(answer.get("right", False) for answer in one["answers"]) == 1
    assert len(one["answers"]) >= 2
    for answer in one["answers"]:
        if reply := answer.get("reply"):
            assert answers_to(game, setup_of(game, one), reply)


def test_the_ids_of_a_course_are_unlike_each_other():
    for game in NAMES:
        ids = [one["id"] for one in course(game)]
        assert len(ids) == len(set(ids))


# What the questions claim, one after another.


def right(game: str, name: str) -> str:
    """The right answer to a question."""
    answers = lesson(game, name)["answers"]
    return str(next(one["text"]["en"] for one in answers if one.get("right")))


def plays_of(game: str, name: str) -> set[tuple[str, ...]]:
    one = lesson(game, name)
    return set(whole_plays(game, setup_of(game, one), rolled(one["dice"])))


def position_of(name: str) -> Position:
    position: Position = setup_of("backgammon", lesson("backgammon", name)).position
    return position


def test_the_three_that_are_missing_complete_the_start():
    missing = position_of("setting-up")
    start = kind("backgammon").rules.start()
    assert right("backgammon", "setting-up") == "On 8"
    assert [p for p in range(1, 25) if missing.own[p] != start.own[p]] == [8]


def test_the_13_point_is_called_n12():
    assert nb_name(13, Side.WHITE) == right("backgammon", "names")


def test_an_entering_checker_lands_on_19_to_24():
    assert right("backgammon", "jans") == "19 to 24"
    position = position_of("shut-out")
    assert all(
        not plays
        for roll in ROLLS
        for plays in kind("backgammon").rules.plays(position, roll).values()
    )
    assert plays_of("backgammon", "two-on-the-bar") == {("bar/21",)}


def test_the_larger_die_and_the_5_that_has_to_be_moved():
    assert plays_of("backgammon", "larger-die") == {("13/7",)}
    assert plays_of("backgammon", "both-dice") == {("17/12", "10/4"), ("10/4", "17/12")}
    for words in plays_of("backgammon", "empty-point"):
        assert "6/1" in words


def test_the_plays_with_the_least_danger_leave_nobody_alone():
    one = lesson("backgammon", "least-danger")
    plays = whole_plays("backgammon", setup_of("backgammon", one), rolled(one["dice"]))
    safe = {words for words, end in plays.items() if 1 not in end.position.opp[1:25]}
    assert safe == {words for words in plays if solves(one, words)}


def test_behind_the_prime_no_roll_moves_the_two_and_a_wall_of_five_lets_eleven_through():
    one = lesson("backgammon", "prime")
    plays = whole_plays("backgammon", setup_of("backgammon", one), rolled(one["dice"]))
    ends = [end for words, end in plays.items() if solves(one, words)]
    assert ends
    assert all(escapes(end, 22) == 0 for end in ends)
    assert escapes(setup_of("backgammon", lesson("backgammon", "how-strong")), 22) == 11


def escapes(setup: Setup[Any], source: int) -> int:
    """With how many of 36 rolls a checker may leave a point."""
    return sum(
        (1 if roll.high == roll.low else 2)
        for roll in ROLLS
        if any(
            words[0].startswith(f"{source}/")
            for words in whole_plays("backgammon", setup, roll)
            if words
        )
    )


@pytest.mark.parametrize("name", ["gammon", "backgammon"])
def test_the_score_of_a_finished_game(name):
    outcome = kind("backgammon").rules.outcome(position_of(name))
    assert outcome is not None
    assert outcome.points == -int(right("backgammon", name))


def test_the_gammon_is_saved_by_exactly_the_plays_that_bear_somebody_off():
    one = lesson("backgammon", "save-the-gammon")
    plays = whole_plays("backgammon", setup_of("backgammon", one), rolled(one["dice"]))
    for words in plays:
        assert solves(one, words) == any(word.endswith("off") for word in words)


@pytest.mark.parametrize(("name", "wins"), [("when-to-take", 17), ("when-to-drop", 7)])
def test_the_last_roll_wins_as_often_as_the_lesson_says(name, wins):
    position = position_of(name)  # Black to roll
    failing = sum(
        (1 if roll.high == roll.low else 2)
        for roll in ROLLS
        if not any(
            kind("backgammon").rules.outcome(end)
            for end in kind("backgammon").rules.plays(position, roll)
        )
    )
    assert failing == wins
    assert right("backgammon", name) == ("Take" if 4 * wins >= 36 else "Drop")


def test_what_abak_asks_is_so():
    start = kind("abak").formats.read(lesson("abak", "guards-at-the-start")["position"])
    first = {words[0] for roll in ROLLS for words in whole_plays("abak", start, roll)}
    assert not {word for word in first if word.startswith("G")}
    assert {words[0] for words in plays_of("abak", "full-from-the-bar")} == {"Sbar/24"}
    assert all(
        "S20/17" not in words[1:2]
        for words in plays_of("abak", "assault-at-once")
        if words[0] == "S10/7+"
    )
    assert not [words for words in plays_of("abak", "general-at-home") if "N6/9" in words]
    assert not [
        words for words in plays_of("abak", "general-once") if "N7/8" in words or "N13/12" in words
    ]
    assert [words for words in plays_of("abak", "druid-at-home") if "D5/3*" in words]
    assert not [
        words for words in plays_of("abak", "druid-safe") if any("/15" in word for word in words)
    ]
    entering = plays_of("abak", "wounded-enters")
    assert {words[0] for words in entering} == {"Ebar/20", "Ebar/22"}
    assert not [words for words in entering if words[1].startswith("E")]


def test_order_changes_where_the_soldier_goes():
    one = lesson("abak", "order-druid-first")
    plays = whole_plays("abak", setup_of("abak", one), rolled(one["dice"]))
    assert plays["D12/9^", "O10/9"].position != plays["O10/9*", "D12/9"].position
    assert plays["O10/9*", "D12/9"].position.bar == "S"
    assert plays["D12/9^", "O10/9"].position.bar == ""


def test_what_abalone_asks_is_so():
    start = lesson("abalone", "goal")["position"]
    assert kind("abalone").formats.read(start).position == kind("abalone").rules.start("standard")
    moves = whole_plays(
        "abalone", setup_of("abalone", lesson("abalone", "broadside-never-pushes")), None
    )
    assert not {("e4e5f4",), ("e4e5f5",), ("e5e4f5",), ("e5e4f6",)} & set(moves)
    only = setup_of("abalone", lesson("abalone", "impossible"))
    pushes = [
        step["word"]
        for step in kind("abalone").board.graph(only)["nodes"][0]["steps"]
        if step["pushed"]
    ]
    assert pushes == ["i5i6"]
    last = lesson("abalone", "sixth")
    for words, end in whole_plays("abalone", setup_of("abalone", last), None).items():
        assert (kind("abalone").rules.outcome(end.position) is not None) == solves(last, words)


@pytest.mark.parametrize(("name", "white", "black"), [("sixth", 5, 4), ("time", 5, 3)])
def test_the_marbles_that_were_lost_are_as_the_lesson_says(name, white, black):
    position = setup_of("abalone", lesson("abalone", name)).position  # Black to move
    assert (14 - len(position.opp), 14 - len(position.own)) == (white, black)
