import pytest

from tablas.errors import NotationError
from tablas.values import ROLLS, Dice, Ending, Result, Side


def test_dice_have_no_order():
    assert Dice(1, 3) == Dice(3, 1)
    assert (Dice(1, 3).high, Dice(1, 3).low) == (3, 1)


def test_a_double_is_played_four_times():
    assert Dice(5, 5).movements == (5, 5, 5, 5)
    assert Dice(5, 2).movements == (5, 2)


def test_there_are_21_rolls_with_36_ways():
    assert len(set(ROLLS)) == 21
    assert sum(1 if roll.double else 2 for roll in ROLLS) == 36


@pytest.mark.parametrize("text", ["31", "3-1", "3,1", "1 3"])
def test_dice_are_read_with_any_separator(text):
    assert Dice.parse(text) == Dice(3, 1)


@pytest.mark.parametrize("text", ["", "3", "333", "07", "71", "a1", "٣١", "3.1", "\ud800"])
def test_other_dice_are_refused_with_the_text_found(text):
    with pytest.raises(NotationError, match="expected two digits 1 to 6"):
        Dice.parse(text)


@pytest.mark.parametrize("pair", [(0, 1), (7, 1), (1, -1), (True, 2), (2.0, 1), ("3", 1)])
def test_dice_are_whole_numbers_of_a_die(pair):
    with pytest.raises(NotationError, match="each is a number 1 to 6"):
        Dice(*pair)


def test_sides_are_read_by_name_and_letter():
    assert Side.parse("white") is Side.parse("W") is Side.WHITE
    assert Side.parse("b").other is Side.WHITE
    with pytest.raises(NotationError, match="'red'"):
        Side.parse("red")


def test_points_are_level_times_stake_and_a_draw_scores_nothing():
    assert Result(Side.WHITE, Ending.PLAYED_OUT, 3, 4).points == 12
    assert Result(None, Ending.AGREED).points == 0
