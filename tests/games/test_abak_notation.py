"""Plays of Abak as text: class letters, marks, chains, counts, and what is refused."""

import pytest

from tablas.abak.notation import read, write
from tablas.abak.position import Play, Position, Step
from tablas.abak.rules import after, plays, start
from tablas.errors import IllegalAction, NotationError
from tablas.values import Dice

TEAM = "DEGGNOSSSSSSSSS"


def board(stacks: str, bar: str = "", off: str = "") -> Position:
    """A position, perhaps not of 15 checkers a side, from stacks such as `12:D 9:s`."""
    points = [""] * 25
    for place in stacks.split():
        point, stack = place.split(":")
        points[int(point)] = stack
    return Position(tuple(points), bar, off)


def meant(position: Position, dice: str, text: str) -> Play:
    return read(position, Dice.parse(dice), text)


def rewritten(position: Position, dice: str, text: str) -> str:
    return write(position, meant(position, dice, text))


def refused(position: Position, dice: str, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        meant(position, dice, text)
    assert caught.value.reason is not None
    return caught.value.reason.rule


def test_movements_keep_their_order() -> None:
    assert rewritten(start(), "31", "S8/5 N6/5") == "S8/5 N6/5"
    assert rewritten(start(), "31", "N6/5 S8/5") == "N6/5 S8/5"
    assert after(start(), meant(start(), "31", "S8/5 N6/5")) != after(
        start(), meant(start(), "31", "N6/5 S8/5")
    )


def test_letters_are_told_by_the_source() -> None:
    assert meant(start(), "31", "8/5 6/5") == meant(start(), "31", "S8/5 N6/5")
    assert meant(start(), "31", "s8/5 n6/5") == meant(start(), "31", "S8/5 N6/5")


def test_bar_needs_a_letter_only_if_several_classes_wait() -> None:
    assert rewritten(board("13:S", bar="E"), "65", "bar/20 13/7") == "Ebar/20 S13/7"
    with pytest.raises(NotationError, match=r"several classes wait on the bar \(ES\)"):
        meant(board("13:S", bar="ES"), "65", "bar/20 bar/19")
    assert rewritten(board("13:S", bar="ES"), "65", "Sbar/20 bar/19") == "Sbar/20 Ebar/19"
    assert rewritten(board("", bar="SS"), "65", "BAR/20 BAR/19") == "Sbar/20 Sbar/19"


def test_druid_traps_and_goes_on() -> None:
    position = board("24:D 18:s 13:ss")
    assert rewritten(position, "63", "24/18/15") == "D24/18^/15"
    assert rewritten(position, "63", "D24/18^ D18/15") == "D24/18^/15"


def test_hits_are_marked() -> None:
    assert rewritten(board("13:S 10:s"), "31", "13/10/9") == "S13/10*/9"
    assert rewritten(board("20:s 7:ss", bar="E"), "52", "Ebar/20/18") == "Ebar/20*/18"


def test_assault_is_marked_in_both_halves() -> None:
    assert rewritten(board("13:SS 10:g 7:ss"), "33", "13/10 13/10") == "S13/10+ S13/10*"
    assert rewritten(board("13:SS 10:g 7:ss"), "33", "13/10+ 13/10*") == "S13/10+ S13/10*"
    assert rewritten(board("13:SS 10:g 7:ss"), "33", "13/10(2)") == "S13/10+ S13/10*"


def test_generals_way_back_has_a_higher_target() -> None:
    assert rewritten(board("13:S 6:N"), "31", "6/9 13/12") == "N6/9 S13/12"
    assert rewritten(board("13:S", bar="N"), "31", "bar/22/23") == "Nbar/22/23"


def test_equal_movements_in_a_row_are_counted() -> None:
    position = board("13:SSSS")
    assert rewritten(position, "33", "13/10(4)") == "S13/10(4)"
    assert rewritten(position, "33", "13/10(2) 10/7(2)") == "S13/10(2) S10/7(2)"
    assert rewritten(position, "33", "13/10/7(2)") == "S13/10/7(2)"
    assert rewritten(position, "33", "13/10 13/10/7 13/10") == "S13/10(2) S10/7 S13/10"
    assert rewritten(board("13:S 10:SS"), "33", "13/10/7 10/7(2)") == "S13/10 S10/7(3)"
    assert rewritten(position, "11", "13/12/11/10/9") == "S13/12/11/10/9"


def test_equal_movements_apart_are_not_counted() -> None:
    position = board("13:SSSS 24:S 2:S")
    assert rewritten(position, "33", "13/10 24/21 13/10 21/18") == "S13/10 S24/21 S13/10 S21/18"


def test_bearing_off_takes_the_smallest_die_that_fits() -> None:
    exact = (Step("S", 5, 0, 5), Step("S", 6, 0, 6))
    assert meant(board("6:S 5:S"), "65", "5/off 6/off") == exact
    larger = (Step("S", 3, 0, 4), Step("E", 2, 0, 6))
    assert meant(board("3:S 2:E"), "64", "3/off 2/off") == larger
    inside = (Step("S", 6, 0, 6), Step("S", 6, 1, 5))
    assert meant(board("6:SS 1:S"), "65", "6/off 6/1") == inside
    assert rewritten(board("5:S 2:S"), "62", "2/OFF 5/Off") == "S2/off S5/off"


def test_empty_play_has_four_names() -> None:
    position = board("24:S 18:ss 1:S")
    for text in ("-", "pass", "PASA", "", "  "):
        assert meant(position, "66", text) == ()
    assert write(position, ()) == "-"
    assert refused(start(), "31", "-") == "must-play"


def test_false_marks_are_refused() -> None:
    for text in ("S8/5* N6/5", "S8/5+ N6/5", "S8/5 N6/5^"):
        assert refused(start(), "31", text) == "mark"
    assert refused(board("13:D 10:s"), "31", "D13/10* 10/9") == "mark"
    assert refused(board("13:SS 10:s 7:ss"), "33", "13/10*(2)") == "mark"


def test_illegal_play_names_rule_and_position() -> None:
    with pytest.raises(IllegalAction) as caught:
        meant(board("13:S 10:ss"), "31", "13/10")
    assert str(caught.value) == (
        "illegal play '13/10': the 10-point is blocked: 2 opposing checkers hold it, "
        "in 11/S/2/ss/9 -/- -/- w"
    )


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("G8/5 6/5", "covered"),
        ("20/17", "no-checker"),
        ("D13/10", "no-such-class"),
        ("bar/22", "no-checker"),
        ("13/11", "wrong-die"),
        ("13/10 8/5 6/5", "wrong-die"),
        ("6/off", "wrong-die"),
        ("8/11", "forward-only"),
        ("13/10", "must-play"),
        ("24/21", "blocked"),
        ("N6/9 N9/8", "general-done"),
    ],
)
def test_readable_but_illegal_plays_give_their_reason(text: str, rule: str) -> None:
    blocked = board("24:ED 23:OS 21:ss 13:SSGS 8:SGS 6:SSSN")
    assert refused(blocked, "31", text) == rule


def test_trapped_source_without_letter_is_explained() -> None:
    assert refused(board("12:Sd 20:S"), "31", "12/9") == "trapped"


def test_reason_is_that_of_the_sharing_that_got_furthest() -> None:
    # Whichever die 3/off takes, the other does not play 2/1.
    assert refused(board("3:S 2:S"), "64", "3/off 2/1") == "wrong-die"
    assert refused(board("6:S 3:S"), "64", "3/off 6/off") == "higher-first"


def test_game_over_and_no_dice() -> None:
    assert refused(board("6:s", off=TEAM), "31", "-") == "over"
    with pytest.raises(IllegalAction, match="no dice"):
        read(start(), None, "13/10")


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "13",
        "13/",
        "/10",
        "13/bar",
        "off/3",
        "13/10(5)",
        "13/10(0)",
        "13/10()",
        "13/10**",
        "X13/10",
        "SS13/10",
        "13-10",
        "13/10,8/5",
        "25/20",
        "6/0",
        "013/10",
        "١٣/10",
        "13/²",
        "ſ13/10",
        "13/10/off/5",
        "pass 13/10",
        "\ud800",
        "13/10(4) 8/5",
    ],
)
def test_unreadable_text_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match="play"):
        meant(start(), "31", text)


def test_huge_text_is_refused_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        meant(start(), "31", "13/10 " * 1_000_000)
    assert len(str(caught.value)) < 200


def test_every_play_of_the_start_has_its_own_text() -> None:
    for dice in (Dice(3, 1), Dice(4, 2), Dice(2, 2)):
        found = plays(start(), dice)
        texts = {write(start(), play) for play in found.values()}
        assert len(texts) == len(found)
