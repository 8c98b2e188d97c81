"""The rulings A7 to A13 of the rules page, each by a position that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablas.abak import formats, notation, rules
from tablas.errors import IllegalAction
from tablas.values import Dice

ROOT = Path(__file__).parents[2]


def at(text: str) -> rules.Position:
    return formats.read(text).position


def test_a8_the_limit_counts_both_colours_and_holds_in_the_homes():
    full = at("s/1/SSSSS/21 S/- DEGGNOSSS/deggnossssssss w")
    with pytest.raises(IllegalAction, match="full"):
        notation.read(full, Dice(3, 3), "Sbar/22")


def test_a9_a_guard_counts_one_towards_the_limit():
    room = at("s/12/S/1/SSSG/8 -/- DEGNOSSSSS/deggnossssssss w")
    play = notation.read(room, Dice(2, 1), "S11/9/8")
    assert rules.after(room, play)


def test_a10_a_hit_is_allowed_on_a_full_point():
    full = at("s/13/S/1/SSSSd/7 -/- DEGGNOSSSS/eggnossssssss w")
    reached = rules.after(full, notation.read(full, Dice(2, 6), "S10/8* S8/2"))
    assert "D" in reached.bar


def test_a11_checkers_borne_off_count_as_home_for_the_generals_way_back():
    home = at("s/17/SSSSN/S/4 -/- DEGGOSSSS/deggnossssssss w")
    with pytest.raises(IllegalAction, match="every other checker of its team is home or off"):
        notation.read(home, Dice(1, 2), "N6/8")


def test_a12_an_assault_is_compulsory_where_only_it_plays_both_dice():
    # The soldiers on 9 and 8 can play 4 and 3 only together, on the lone guard on 5.
    only = at("s/14/S/S/2/g/ss/ss/ss/1 -/- DEGGNOSSSSSSS/degnoss w")
    plays = list(rules.plays(only, Dice(4, 3)).values())
    assert {notation.write(only, play) for play in plays} == {"S9/5+ S8/5*"}


def test_a13_after_entering_the_general_may_go_back():
    entering = at("s/10/S/12 N/- DEGGOSSSSSSSS/deggnossssssss w")
    reached = rules.after(entering, notation.read(entering, Dice(5, 2), "Nbar/20/22"))
    assert reached.points[25 - 22] == "n"


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_ruling_is_on_the_rules_page_and_cited_in_the_code(language):
    page = (ROOT / "docs" / "rules" / f"abak.{language}.md").read_text(encoding="utf-8")
    assert re.findall(r"\| \*\*(A\d+)\*\*", page) == [f"A{n}" for n in range(1, 14)]
    cited = rules.__doc__ or ""
    assert all(re.search(rf"\bA{n}\b", cited) for n in range(1, 14))
