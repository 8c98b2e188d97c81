"""Why a play of Abak is not allowed: every special case names its rule, in two languages."""

import re

from tablas.abak import reasons
from tablas.abak.position import BAR, OFF, Play, Position, Step
from tablas.abak.rules import start, why_illegal
from tablas.values import Dice
from tablas.words import Reason


def board(stacks: str, bar: str = "", off: str = "") -> Position:
    """A position, perhaps not of 15 checkers a side, from stacks such as `12:D 9:s`."""
    points = [""] * 25
    for place in stacks.split():
        point, stack = place.split(":")
        points[int(point)] = stack
    return Position(tuple(points), bar, off)


def play(words: str) -> Play:
    """Steps such as `S13/10 Ebar/20 S3/off=5`; the die is the distance unless it is given."""
    found = re.findall(r"(\w)(bar|\d+)/(off|\d+)(?:=(\d))?", words)
    return tuple(_step(*parts) for parts in found)


def _step(letter: str, source: str, target: str, die: str) -> Step:
    start_at = BAR if source == "bar" else int(source)
    end_at = OFF if target == "off" else int(target)
    return Step(letter, start_at, end_at, int(die or abs(start_at - end_at)))


def why(position: Position, dice: str, words: str | Play) -> Reason:
    steps = play(words) if isinstance(words, str) else words
    refused = why_illegal(position, Dice.parse(dice), steps)
    assert refused is not None
    return refused


def rule(position: Position, dice: str, words: str | Play) -> str:
    return why(position, dice, words).rule


def test_legal_play_has_no_reason() -> None:
    assert why_illegal(start(), Dice(3, 1), play("S8/5 N6/5")) is None


def test_covered_checker_names_what_lies_on_it() -> None:
    refused = why(start(), "31", "G8/5 N6/5")
    assert refused.rule == "covered"
    assert "the soldier lies on the guard" in refused.spoken("en")
    assert "el soldado está encima del guardia" in refused.spoken("es")


def test_covered_checker_names_its_own_neighbour_not_the_top() -> None:
    assert "the soldier lies on the guard" in str(why(board("13:GSN"), "31", "G13/10"))


def test_trapped_checker_names_who_holds_it() -> None:
    refused = why(board("12:Sd 20:S"), "31", "S12/9")
    assert refused.rule == "trapped"
    assert "under the opposing druid" in str(refused)
    assert why(board("12:GdS 20:S"), "31", "G12/9").rule == "trapped"


def test_empty_point_and_missing_class() -> None:
    assert rule(start(), "31", "S20/17") == "no-checker"
    assert rule(start(), "31", "S1/off=1") == "no-checker"
    assert rule(start(), "31", "D13/10") == "no-such-class"
    assert rule(start(), "31", "Sbar/22") == "no-checker"
    assert rule(board("", bar="S"), "31", "Dbar/22") == "no-such-class"


def test_places_off_the_board_are_no_movement() -> None:
    for step in (Step("S", 0, 3, 3), Step("S", 26, 23, 3), Step("N", 24, 27, 3)):
        assert rule(start(), "31", (step,)) == "no-place"
    assert rule(start(), "31", (Step("x", 13, 10, 3),)) == "no-place"


def test_bar_comes_first() -> None:
    assert rule(board("13:S", bar="S"), "31", "S13/10 Sbar/24") == "bar-first"


def test_dice_must_be_those_rolled() -> None:
    assert rule(start(), "31", "S13/11") == "wrong-die"
    assert rule(start(), "31", "S8/5 S23/20") == "wrong-die"
    assert rule(start(), "31", "S13/10=1") == "wrong-die"
    assert "ningún dado disponible juega 13/11 " in why(start(), "31", "S13/11").spoken("es")


def test_blocked_point_counts_its_run() -> None:
    refused = why(board("13:S 10:Osss"), "31", "S13/10")
    assert refused.rule == "blocked"
    assert "3 opposing" in str(refused)


def test_wounded_need_their_dice() -> None:
    even, odd = why(board("13:E"), "31", "E13/10"), why(board("13:O"), "42", "O13/9")
    assert (even.rule, odd.rule) == ("wounded", "wounded")
    assert "even wounded plays only even dice, not a 3" in even.spoken("en")
    assert "herido impar solo juega dados impares, no un 4" in odd.spoken("es")


def test_full_point_is_not_entered() -> None:
    assert rule(board("13:S 10:SSSSS"), "31", "S13/10") == "full"
    assert rule(board("22:SSSSS", bar="S"), "31", "Sbar/22") == "full"
    refused = why(board("13:D 10:SSSSs"), "31", "D13/10")
    assert refused.rule == "full"
    assert "druid has no room" in str(refused)


def test_lone_guard_needs_a_guard_or_an_assault() -> None:
    refused = why(board("13:S 20:S 10:g"), "31", "S13/10")
    assert refused.rule == "lone-guard"
    assert "assault of two" in refused.spoken("en")
    assert "asalto" in refused.spoken("es")


def test_assault_must_be_completed_at_once() -> None:
    assert rule(board("13:S 20:S 10:g"), "31", "S13/10 S20/19") == "assault-left"
    assert rule(board("13:S 10:g"), "33", "S13/10 S10/7") == "assault-left"


def test_a2_guard_completes_no_assault() -> None:
    assert rule(board("13:S 11:G 10:g"), "31", "S13/10 G11/10") == "A2"


def test_a3_druid_completes_no_assault_in_the_midfield() -> None:
    assert rule(board("13:S 11:D 10:g"), "31", "S13/10 D11/10") == "A3"
    assert why_illegal(board("7:S 5:D 4:g"), Dice(3, 1), play("S7/4 D5/4")) is None


def test_a4_assault_needs_room_for_both() -> None:
    assert rule(board("13:S 11:S 10:SSSSg"), "31", "S13/10 S11/10") == "A4"


def test_only_the_general_goes_back() -> None:
    assert rule(start(), "31", "S13/16") == "forward-only"


def test_general_has_three_conditions() -> None:
    assert rule(board("10:N 20:S"), "31", "N10/7 N7/8") == "general-forward"
    assert rule(board("10:N 20:S"), "31", "N10/13 N13/12") == "general-done"
    assert rule(board("10:N 20:S"), "33", "N10/13 N13/16") == "general-done"
    assert rule(board("6:N 5:S"), "31", "N6/9") == "general-alone"


def test_bearing_off_waits_for_all_and_for_the_highest() -> None:
    refused = why(board("12:Sd 3:S"), "31", "S3/off")
    assert refused.rule == "not-all-home"
    assert "12-point" in str(refused)
    assert rule(board("5:S 3:S"), "41", "S3/off=4") == "higher-first"
    assert rule(board("5:Sd 3:S"), "41", "S3/off=4") == "higher-first"


def test_as_many_dice_as_possible_must_be_played() -> None:
    assert rule(start(), "31", "S13/10") == "must-play"
    assert rule(start(), "31", "") == "must-play"


def test_larger_die_must_be_played() -> None:
    assert rule(board("13:S 2:ss"), "65", "S13/8") == "larger-die"


def test_no_dice_and_finished_games() -> None:
    assert why_illegal(start(), None, ()) == reasons.NO_DICE
    assert rule(board("6:s", off="".join(sorted("SSSSSSSSSGGNDEO"))), "31", "") == "over"
