"""One play as text and back."""

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings

from backgammon_strategies import placed, rolls, strange_texts, unfinished
from samples import sample
from tablas.backgammon import notation
from tablas.backgammon.rules import Play, Position, Step, after, plays, start, why_illegal
from tablas.errors import IllegalAction, NotationError
from tablas.values import Dice, Side

BLOTS = placed("24×2 13×4 8×3 6×4 5×2", "7 3 6×5 8×3 13×5")  # blots on our 18 and 22
BEAR_OFF = placed("6×4 5×2 3×2 1", "1×15")


def read(position: Position, dice: str, text: str, side: Side | None = None) -> str:
    """The text read, and what we would have written."""
    return notation.write(position, notation.read(position, Dice.parse(dice), text, side))


def refused(position: Position, dice: str, text: str) -> str:
    with pytest.raises(IllegalAction) as error:
        notation.read(position, Dice.parse(dice), text)
    assert error.value.reason
    return error.value.reason.rule


# Writing


@pytest.mark.parametrize(
    ("position", "steps", "text"),
    [
        (start(), [(8, 7, 1), (13, 7, 6)], "13/7 8/7"),
        (start(), [(13, 7, 6), (7, 6, 1)], "13/6"),
        (start(), [(6, 4, 2), (6, 4, 2), (13, 11, 2), (13, 11, 2)], "13/11(2) 6/4(2)"),
        (start(), [(8, 7, 1), (8, 7, 1), (7, 6, 1), (7, 6, 1)], "8/6(2)"),
        (BLOTS, [(24, 18, 6), (18, 16, 2)], "24/18*/16"),
        (BLOTS, [(24, 22, 2), (24, 18, 6)], "24/22* 24/18*"),
        (BLOTS, [(24, 22, 2), (24, 22, 2), (6, 4, 2), (6, 4, 2)], "24/22*(2) 6/4(2)"),
        (BLOTS, [(24, 22, 2), (22, 20, 2), (24, 22, 2), (22, 20, 2)], "24/22*/20(2)"),
        (BEAR_OFF, [(6, 0, 6), (3, 0, 3)], "6/off 3/off"),
        (BEAR_OFF, [(6, 0, 6), (6, 0, 6), (6, 0, 6), (6, 0, 6)], "6/off(4)"),
        (BEAR_OFF, [(6, 5, 1), (5, 0, 6)], "6/off"),
        (placed("bar 6", "5"), [(25, 20, 5), (20, 16, 4)], "bar/20*/16"),
        (placed("bar×2 6", "5"), [(25, 20, 5), (25, 20, 5), (6, 1, 5)], "bar/20*(2) 6/1"),
        (start(), [], "-"),
    ],
)
def test_a_play_is_written_short_and_from_the_highest_point(
    position: Position, steps: list[tuple[int, int, int]], text: str
) -> None:
    assert notation.write(position, tuple(Step(*step) for step in steps)) == text


def test_checkers_that_follow_each_other_are_written_as_one_way() -> None:
    """7/6 and then 8/7 reaches what 8/6 reaches."""
    position = placed("8 7 1×13", "1")
    assert notation.write(position, (Step(7, 6, 1), Step(8, 7, 1))) == "8/6"


# Reading


@pytest.mark.parametrize(
    ("dice", "text", "meant"),
    [
        ("61", "8/7 13/7", "13/7 8/7"),
        ("61", "  13/7,8/7 ", "13/7 8/7"),
        ("61", "13/7/6", "13/6"),
        ("31", "8/5 6/5", "8/5 6/5"),
        ("55", "13/3(2)", "13/3(2)"),
        ("55", "13/8 13/8 8/3(2)", "13/3(2)"),
        ("55", "13/8/3 13/3", "13/3(2)"),
    ],
)
def test_movements_are_read_in_any_order(dice: str, text: str, meant: str) -> None:
    assert read(start(), dice, text) == meant


@pytest.mark.parametrize("bar", ["bar", "BAR", "Bar", "25", "barra"])
@pytest.mark.parametrize("off", ["off", "OFF", "0", "fuera"])
def test_bar_and_off_have_words_and_numbers_in_any_case(bar: str, off: str) -> None:
    position = placed("bar 24", "5 1×14")
    assert read(position, "53", f"24/21 {bar}/20*") == "bar/20* 24/21"
    assert read(BEAR_OFF, "63", f"6/{off} 3/{off}") == "6/off 3/off"


def test_a_star_may_be_left_out_but_not_made_up() -> None:
    assert read(BLOTS, "62", "24/18 24/22") == "24/22* 24/18*"
    assert read(BLOTS, "22", "24/22(2)* 6/4(2)") == "24/22*(2) 6/4(2)"
    assert refused(BLOTS, "62", "24/18*/16*") == "not-hit"
    assert refused(start(), "31", "8/5* 6/5") == "not-hit"


def test_a_way_that_hits_nobody_on_an_unnamed_point_is_preferred() -> None:
    position = placed("24 1×14", "7 1×14")  # a blot on our 18 only
    assert read(position, "62", "24/16") == "24/16"
    assert read(position, "62", "24/18/16") == "24/18*/16"


def test_two_possible_hits_on_unnamed_points_must_be_told_apart() -> None:
    with pytest.raises(NotationError, match=r"24/18\*/16 or 24/22\*/16"):
        read(BLOTS, "62", "24/16")
    assert read(BLOTS, "62", "24/22/16") == "24/22*/16"


def test_only_one_way_with_a_hit_is_what_is_meant() -> None:
    position = placed("24 1×14", "7 3×2 1×12")  # a blot on our 18, our 22 held
    assert read(position, "62", "24/16") == "24/18*/16"


@pytest.mark.parametrize("text", ["", "-", "pass", "PASA", " Cannot move "])
def test_a_turn_without_a_movement_has_many_names(text: str) -> None:
    position = placed("bar 6", "6×2 5×2 4×2 3×2 2×2 1×2")
    assert notation.read(position, Dice(6, 5), text) == ()
    assert refused(start(), "65", text) == "must-play"


def test_the_last_checker_off_with_one_die_is_read_as_both() -> None:
    assert len(notation.read(placed("3", "6×15"), Dice(5, 2), "3/off")) == 2


# The N/B names of sheet 003


def test_sheet_003_example_in_its_own_names() -> None:
    position = placed("24 1×14", "6×2 7 1×12")
    play = notation.read(position, Dice(5, 1), "B1-B2-B7", Side.BLACK)
    assert play == (Step(24, 23, 1), Step(23, 18, 5))
    assert notation.write_nb(position, play, Side.BLACK) == "B1-B7*"


def test_the_letters_change_places_with_the_side() -> None:
    play = notation.read(start(), Dice(6, 1), "13/7 8/7")
    assert notation.write_nb(start(), play, Side.WHITE) == "N12-B7 B8-B7"
    assert notation.write_nb(start(), play, Side.BLACK) == "B12-N7 N8-N7"
    assert read(start(), "61", "n12/b7 b8-b7", Side.WHITE) == "13/7 8/7"
    assert read(start(), "61", "B12-N7 N8-N7", Side.BLACK) == "13/7 8/7"


def test_bar_and_off_stay_words_among_nb_names() -> None:
    position = placed("bar 24", "5 1×14")
    play = notation.read(position, Dice(5, 3), "bar-N5* N1-N4", Side.WHITE)
    assert notation.write_nb(position, play, Side.WHITE) == "bar-N5* N1-N4"
    assert read(BEAR_OFF, "63", "B6-off B3-fuera", Side.WHITE) == "6/off 3/off"


# Errors


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "'hello' is no movement"),
        ("13/7 8", "'8' is no movement"),
        ("13/26", "'13/26'"),
        ("13/07", "'13/07'"),
        ("13//7", "'13//7'"),
        ("13*/7", "'13\\*/7'"),
        ("13/7(5)", r"13/7\(5\)"),
        ("13/7(0)", r"13/7\(0\)"),
        ("١٣/٧", "is no movement"),
        ("13-7", "expected '/'"),
        ("N13-B7", "N13"),
        ("N12-B7", "need to know who moves"),
        ("13/7 N8-N7", "mixed"),
        ("6/5(4) 8/7", "5 movements"),
        ("\ud800", "ud800"),
        ("13/7 " * 100, "500 characters"),
        ("9" * 1_000_000, "1000000 characters"),
    ],
)
def test_unreadable_text_says_what_was_found(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as error:
        notation.read(start(), Dice(6, 1), text)
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("13/7", "must-play"),
        ("13/7(2)", "wrong-die"),
        ("24/23/17", "blocked"),
        ("13/12 8/2", "blocked"),
        ("13/7 8/7 6/5", "wrong-die"),
        ("8/7 7/1", "blocked"),
        ("bar/24 13/7", "no-checker"),
        ("6/off 8/7", "not-all-home"),
        ("7/13", "no-place"),
        ("off/6", "no-place"),
        ("6/bar", "no-place"),
        ("13/13", "no-place"),
        ("13/1", "wrong-die"),
    ],
)
def test_the_reason_is_that_of_the_attempt_that_got_furthest(text: str, rule: str) -> None:
    assert refused(start(), "61", text) == rule


def test_an_illegal_play_names_the_play_the_rule_and_the_position() -> None:
    with pytest.raises(IllegalAction) as error:
        notation.read(start(), Dice(6, 1), "13/12 13/7")
    assert str(error.value) == (
        "illegal play '13/12 13/7': the 12-point is blocked: 5 opposing checkers hold it, "
        "in XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10"
    )


def test_no_play_without_dice_or_after_the_end() -> None:
    with pytest.raises(IllegalAction, match="no dice"):
        notation.read(start(), None, "13/7")
    assert refused(placed("6", ""), "61", "6/5") == "over"


# Everything


@settings(max_examples=sample(40))
@given(unfinished, rolls)
def test_every_play_is_read_back_to_the_same_position(position: Position, dice: Dice) -> None:
    ends = list(plays(position, dice).items())
    for end, play in ends[:: len(ends) // 12 + 1]:
        text = notation.write(position, play)
        assert after(position, notation.read(position, dice, text)) == end, text
        for side in Side:
            text = notation.write_nb(position, play, side)
            again: Play = notation.read(position, dice, text, side)
            assert after(position, again) == end, text


def test_strange_texts_give_a_legal_play_or_the_documented_error() -> None:
    rng = random.Random(20_000)
    examples = ["13/7 8/7", "24/18*/16", "bar/20* 6/off(2)", "N12-B7 B8-B7", "13/11(2) 6/4(2)"]
    alphabet = "0123456789/-*() nbNBaroffu,24138675/ "
    cases = [(start(), Dice(6, 1)), (BLOTS, Dice(2, 2)), (BEAR_OFF, Dice(6, 3))]
    read_well, tries = 0, sample(2000)
    for _ in range(tries):
        position, dice = rng.choice(cases)
        with suppress(NotationError, IllegalAction):
            text = strange_texts(alphabet, examples, rng)
            play = notation.read(position, dice, text, Side.WHITE)
            assert why_illegal(position, dice, play) is None
            read_well += 1
    assert read_well > tries / 200


@settings(max_examples=sample(40))
@given(unfinished, rolls)
def test_the_short_way_to_read_a_play_means_what_the_long_way_means(position, dice):
    for reached, play in list(plays(position, dice).items())[:12]:
        ways = [(step.source, step.target) for step in play]
        spelt = " ".join(
            f"{'bar' if source == 25 else source}/{target or 'off'}" for source, target in ways
        )
        wanted = notation.movements(spelt or "-", None)
        short = notation._plainly(position, dice, wanted)
        if short is not None:
            assert after(position, short) == reached
            assert why_illegal(position, dice, short) is None
        # Steps between two points, a die each, are always read the short way.
        plain = len(play) == len(dice.movements) and all(target for _, target in ways)
        assert (short is not None) == plain
