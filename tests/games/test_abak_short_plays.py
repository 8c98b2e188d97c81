"""Section "A turn": a play with too few landings is read as the one full play that it can be."""

from __future__ import annotations

import pytest

from tablas.abak import formats, notation, rules
from tablas.errors import IllegalAction, NotationError
from tablas.values import Dice

START = rules.start()


@pytest.mark.parametrize(
    ("dice", "short", "full"),
    [
        (Dice(6, 5), "D24/13", "D24/18/13"),
        (Dice(2, 2), "S13/5", "S13/11/9/7/5"),
        (Dice(2, 2), "S13/9 G13/9", "S13/11/9 G13/11/9"),
    ],
)
def test_the_landings_between_are_filled_in(dice, short, full):
    play = notation.read(START, dice, short)
    assert rules.after(START, play) == rules.after(START, notation.read(START, dice, full))
    assert notation.write(START, play) == full


def test_the_example_of_the_rules_page_is_read():
    last = formats.read("s/20/D/2 -/- EGGNOSSSSSSSSS/deggnossssssss w").position
    play = notation.read(last, Dice(1, 2), "D3/off")
    assert notation.write(last, play) in ("D3/2/off", "D3/1/off")  # they reach the same position


def test_two_ways_that_reach_different_positions_are_asked_about():
    # On the way over 10 the lone soldier there is hit, on the way over 13 it is not.
    text = "10/S/3/s/9 -/- DEGGNOSSSSSSSS/deggnossssssss w"
    position = formats.read(text).position
    with pytest.raises(NotationError, match="more than one play, expected S14/10"):
        notation.read(position, Dice(4, 1), "S14/9")


def test_a_way_that_no_dice_make_is_still_refused_with_its_reason():
    with pytest.raises(IllegalAction, match="no die left plays"):
        notation.read(START, Dice(6, 5), "D24/12")
