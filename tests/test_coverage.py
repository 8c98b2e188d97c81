"""`docs/rules/coverage.md` is true: all it names is there; and what no other test shows is here."""

from __future__ import annotations

import ast
import math
import re
from functools import cache

import documents
from lesson_plays import course
from tablas.abalone.board import NEXT
from tablas.games import NAMES, kind
from tablas.values import ROLLS, Dice, Setup, Side
from tree import ROOT

PAGE = "docs/rules/coverage.md"
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+) \| (.+) \|$", re.MULTILINE)
SHEETS = 5
REQUIREMENTS = 105  # the fewest that a careful reader of the sheets has counted


def rows() -> list[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = ROW.findall(documents.text(PAGE))
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_the_requirements_are_numbered_and_none_of_the_sheets_is_left_out():
    numbers = [int(number) for number, *_ in rows()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= REQUIREMENTS
    assert len(re.findall(r"^\| 00\d \|", documents.text(PAGE), re.MULTILINE)) == SHEETS
    assert f"{len(numbers)} requirements" in documents.text(PAGE)


def test_every_test_that_is_named_exists():
    for number, _, _, tests in rows():
        named = re.findall(r"`(tests/[^`]+)::(\w+)`", tests)
        assert named, f"requirement {number} names no test"
        for path, name in named:
            assert name in names_in(path), f"{number}: {path} has no {name}"


def test_every_place_that_is_named_exists():
    for number, _, where, _ in rows():
        paths = re.findall(r"`(src/[^`]+)`", where)
        links = re.findall(r"\]\((\w+)\.en\.md(?:#([^)]+))?\)", where)
        lessons = re.findall(r"course of (\w+): `([\w-]+)`", where)
        assert paths or links or lessons or "*" in where, f"requirement {number} lives nowhere"
        assert [path for path in paths if not (ROOT / path).is_file()] == []
        for game, heading in links:
            assert not heading or heading in documents.anchors(f"docs/rules/{game}.en.md"), heading
        for game, name in lessons:
            assert name in {one["id"] for one in course(game.lower())}, f"{number}: {name}"


def test_every_lesson_of_the_courses_belongs_to_a_sentence_or_goes_beyond_the_sheets():
    named = set(re.findall(r"course of \w+: `([\w-]+)`", documents.text(PAGE)))
    beyond = {one["id"] for game in NAMES for one in course(game)} - named
    assert beyond == {
        "point", "hit", "full-from-the-bar", "general-hits-back",  # Abak: what backgammon has too
        "anchor", "drop-or-take", "when-to-take", "when-to-drop",  # backgammon as it is played
    }  # fmt: skip


# What the sheets say and no other test shows.


def test_the_start_of_abak_is_that_of_the_sheets():
    """[p.24-1] is the lowest checker on 24."""
    start = kind("abak").rules.start()
    sheet = {24: "ED", 23: "OS", 13: "SSGS", 8: "SGS", 6: "SSSN"}
    assert {point: start.points[point] for point in sheet} == sheet
    own = [letter for stack in start.points for letter in stack if letter.isupper()]
    assert len(own) == 15
    assert len("".join(sheet[point] for point in (24, 23))) == 4


def test_each_wounded_reaches_18_with_its_largest_die():
    start = kind("abak").rules.start()
    for point, letter, largest in ((24, "E", 6), (23, "O", 5)):
        assert start.points[point][0] == letter
        assert point - largest == 18


def test_the_arrangements_of_one_side_are_as_the_page_says():
    ways = math.factorial(15) // (math.factorial(9) * math.factorial(2))
    assert f"{ways:,} ways" in documents.text("docs/rules/abak.en.md")
    assert f"{ways:,}".replace(",", " ") in documents.text("docs/rules/abak.es.md")


def test_no_checker_of_backgammon_ever_goes_back():
    for roll in ROLLS:
        for play in kind("backgammon").rules.plays(kind("backgammon").rules.start(), roll).values():
            assert all(step.target < step.source for step in play)


def test_a_point_takes_all_fifteen_checkers():
    setup = kind("backgammon").formats.read("XGID=-----N--A--------------b--:0:0:1:00:0:0:0:0:10")
    after = {end.opp[5] for end in kind("backgammon").rules.plays(setup.position, Dice(2, 1))}
    assert max(after) == 15


def test_black_enters_in_whites_home():
    setup = kind("backgammon").formats.read("XGID=aa----E-C---dE---c-e----B-:0:0:-1:00:0:0:0:0:10")
    assert setup.mover is Side.BLACK
    reached = kind("backgammon").rules.plays(setup.position, Dice(4, 2))
    white = [kind("backgammon").board.position_json(Setup(end, Side.WHITE)) for end in reached]
    assert white
    # Whoever was on the bar stands on one of White's points 1 to 6 or has gone on from there.
    assert all(one["position"][0] == "-" for one in white)
    first = {play[0].target for play in reached.values()}
    assert first <= set(range(19, 25))


def test_both_sides_may_wait_on_the_bar():
    setup = kind("backgammon").formats.read("XGID=ba----E-C---bE---c-e----AA:0:0:1:00:0:0:0:0:10")
    plays = kind("backgammon").rules.plays(setup.position, Dice(4, 2))
    assert plays
    assert all(play[0].source == 25 for play in plays.values())


def test_sheet_002_bears_off_with_5_3_and_with_a_double_3():
    rules, formats = kind("backgammon").rules, kind("backgammon").formats
    both = formats.read("XGID=---B-B-------------b------:0:0:1:00:0:0:0:0:10")
    assert any(end.opp[0] == 13 for end in rules.plays(both.position, Dice(5, 3)))
    four = formats.read("XGID=---D---------------b------:0:0:1:00:0:0:0:0:10")
    assert any(end.opp[0] == 15 for end in rules.plays(four.position, Dice(3, 3)))


def test_sheet_003_white_may_open_with_4_2():
    setup = Setup(kind("backgammon").rules.start(), Side.WHITE)
    notation = kind("backgammon").notation
    play = notation.read(setup.position, Dice(4, 2), "8/4 6/4", Side.WHITE)
    assert kind("backgammon").rules.why_illegal(setup.position, Dice(4, 2), play) is None


def test_every_marble_of_a_move_goes_one_cell():
    position = kind("abalone").rules.start()
    for move in kind("abalone").rules.plays(position).values():
        for cell in move.cells:
            assert NEXT[move.direction][cell] is not None
            row, number = NEXT[move.direction][cell]
            assert max(abs(ord(row) - ord(cell[0])), abs(int(number) - int(cell[1]))) == 1
