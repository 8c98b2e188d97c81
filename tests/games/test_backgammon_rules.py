"""The rules of backgammon, section by section of the rules page."""

import pytest
from hypothesis import given, settings

from backgammon_strategies import placed, positions, rolls, side, unfinished
from samples import sample
from tablas.backgammon import notation, rules
from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import Play, Position, Step, outcome, plays, start, why_illegal
from tablas.errors import InvalidPosition
from tablas.rules import perft
from tablas.values import ROLLS, Dice, Outcome

CLOSED_HOME = "6×2 5×2 4×2 3×2 2×2 1×2"


def texts(position: Position, dice: str) -> set[str]:
    """All legal plays as text."""
    found = plays(position, Dice.parse(dice))
    return {notation.write(position, play) for play in found.values()}


def refusal(position: Position, dice: str, *steps: tuple[int, int, int]) -> str | None:
    play = tuple(Step(*step) for step in steps)
    reason = why_illegal(position, Dice.parse(dice), play)
    return reason.rule if reason else None


# Board and start


def test_start_is_the_usual_one_from_both_sides() -> None:
    assert start() == placed("24×2 13×5 8×3 6×5", "24×2 13×5 8×3 6×5")
    assert start().pips == 167


@pytest.mark.parametrize(
    ("name", "pips", "plays"),
    [("standard", 167, 447), ("nackgammon", 194, 547), ("longgammon", 360, 59)],
)
def test_each_start_has_its_checkers(name: str, pips: int, plays: int) -> None:
    assert not rules.faults(start(name))
    assert start(name).pips == pips
    assert perft(rules, start(name), 1, dice=True) == plays


def test_an_unknown_start_is_told_with_those_that_are_known() -> None:
    with pytest.raises(InvalidPosition, match="'hypergammon': backgammon knows standard, nack"):
        start("hypergammon")


def test_counts_from_the_start() -> None:
    assert perft(rules, start(), 1, dice=True) == 447
    assert perft(rules, start(), 2, dice=True) == 202_782


def test_plays_need_dice() -> None:
    with pytest.raises(InvalidPosition, match="dice"):
        plays(start())


# A turn: landing and hitting


def test_a_lone_opposing_checker_is_hit_and_goes_to_the_bar() -> None:
    position = placed("8 1×14", "20 1×14")
    (end,) = (p for p in plays(position, Dice(3, 2)) if p.own[BAR])
    assert end.own == side("bar 1×14")  # seen by the player who was hit
    assert end.opp[3] == 1 or end.opp[5] == 1


def test_two_opposing_checkers_hold_a_point() -> None:
    position = placed("8 1×14", "20×2 1×13")
    assert texts(position, "32") == {"8/3"}  # 2 first, through the 6-point
    assert refusal(position, "32", (8, 5, 3)) == "blocked"


def test_sheet_003_example_plays_the_one_first_and_hits() -> None:
    """Black with 1 and 5: B1-B2-B7 hits on B7, while B6 is held."""
    position = placed("24 1×14", "6×2 7 1×12")
    assert refusal(position, "51", (24, 23, 1), (23, 18, 5)) is None
    assert refusal(position, "51", (24, 19, 5), (19, 18, 1)) == "blocked"
    assert "24/18*" in texts(position, "51")


def test_a_double_is_played_four_times() -> None:
    position = placed("24 1×14", "1×15")
    assert texts(position, "33") == {"24/12"}


# Bar


def test_all_checkers_enter_before_anything_else_moves() -> None:
    position = placed("bar 13", "24")
    assert texts(position, "64") == {"bar/19 13/9", "bar/21 13/7", "bar/15"}
    assert refusal(position, "64", (13, 9, 4), (25, 19, 6)) == "bar-first"


def test_with_two_on_the_bar_and_one_way_in_nothing_else_moves() -> None:
    position = placed("bar×2 13×5", "4×2")
    assert texts(position, "64") == {"bar/19"}
    assert refusal(position, "64", (25, 19, 6), (13, 9, 4)) == "bar-first"


def test_a_point_held_by_the_opponent_cannot_be_entered() -> None:
    position = placed("bar 13", "4×2 6×2")
    assert texts(position, "64") == {"-"}
    assert refusal(position, "64", (25, 21, 4)) == "blocked"


def test_entering_may_hit() -> None:
    assert texts(placed("bar", "4"), "44") == {"bar/21*/9"}


def test_a_closed_board_loses_the_turn_whatever_is_rolled() -> None:
    position = placed("bar 13×14", f"{CLOSED_HOME} 8×3")
    assert rules.shut_out(position)
    for dice in ROLLS:
        assert plays(position, dice) == {position.swapped(): ()}


def test_an_open_point_or_an_empty_bar_is_not_shut_out() -> None:
    assert not rules.shut_out(placed("bar 13×14", "6×2 5×2 4×2 3×2 2×2 1 8×4"))
    assert not rules.shut_out(placed("13×15", f"{CLOSED_HOME} 8×3"))


# Must play


def test_a_way_that_leaves_the_second_number_unplayable_is_forbidden() -> None:
    position = placed("20 14", "9×2 20×2")  # our 16 and 5 are held
    assert texts(position, "54") == {"20/15 14/10", "20/11"}
    assert refusal(position, "54", (14, 9, 5)) == "must-play"


def test_if_either_number_can_be_played_but_not_both_it_is_the_larger() -> None:
    position = placed("20", "16×2")  # our 9 is held
    assert texts(position, "65") == {"20/14"}
    assert refusal(position, "65", (20, 15, 5)) == "larger-die"


def test_the_smaller_number_is_played_if_only_it_can_be() -> None:
    position = placed("20", "16×2 11×2")  # our 9 and 14 are held
    assert texts(position, "65") == {"20/15"}
    assert refusal(position, "65") == "must-play"


def test_of_a_double_as_many_as_possible_are_played() -> None:
    position = placed("20", "17×2")  # our 8 is held
    assert texts(position, "33") == {"20/11"}
    assert refusal(position, "33", (20, 17, 3), (17, 14, 3)) == "must-play"


def test_no_passing_while_anything_can_move() -> None:
    assert refusal(start(), "31") == "must-play"


def test_a_roll_that_moves_nothing_is_the_empty_play() -> None:
    position = placed("24", "6×2 5×2 4×2 3×2 2×2 7×2")
    assert plays(position, Dice(6, 5)) == {position.swapped(): ()}
    assert refusal(position, "65") is None


# Bearing off


def test_nobody_is_borne_off_before_all_are_home() -> None:
    position = placed("7 6×14", "1")
    assert refusal(position, "62", (6, 0, 6)) == "not-all-home"
    assert texts(position, "61") == {"7/off", "7/1 6/5"}


def test_sheet_003_example_bears_off_with_3_and_moves_inside_with_5() -> None:
    """White takes one off the 3-point and moves 6 to 1, having none on the 5-point."""
    position = placed("6×3 4×4 3×4 2×2 1×2", "1×15")
    assert "6/1 3/off" in texts(position, "53")
    assert refusal(position, "53", (4, 0, 5)) == "higher-first"


def test_a_larger_number_bears_off_from_the_highest_point() -> None:
    position = placed("4×2 2", "1×15")
    assert texts(position, "65") == {"4/off(2)"}
    assert refusal(position, "65", (2, 0, 6)) == "higher-first"


def test_bearing_off_is_not_compulsory_if_the_number_can_be_played_inside() -> None:
    assert texts(placed("6 2", "1×15"), "21") == {"6/3", "6/4 2/1", "6/5 2/off"}


def test_a_checker_hit_during_the_bear_off_must_come_home_first() -> None:
    position = placed("bar 6×5 5×5", "3×2 24×2")
    assert refusal(position, "65", (25, 19, 6), (5, 0, 5)) == "not-all-home"


def test_the_last_checker_may_leave_with_one_die_or_with_both() -> None:
    position = placed("3", "6×15")
    (end,) = plays(position, Dice(5, 2))
    assert outcome(end) == Outcome(-2)
    assert refusal(position, "52", (3, 0, 5)) is None
    assert refusal(position, "52", (3, 1, 2), (1, 0, 5)) is None


# End and score


@pytest.mark.parametrize(
    ("loser", "level"),
    [
        ("1×14", 1),
        ("6×15", 2),
        ("18×15", 2),
        ("19 6×14", 3),
        ("24 6×14", 3),
        ("bar 6×14", 3),
        ("bar 24×13", 1),  # one is off: neither gammon nor backgammon
    ],
)
def test_the_level_of_a_win_is_in_what_the_loser_has_left(loser: str, level: int) -> None:
    assert outcome(placed("", loser)) == Outcome(level)
    assert outcome(placed(loser, "")) == Outcome(-level)


def test_a_game_goes_on_while_both_have_checkers() -> None:
    assert outcome(start()) is None
    assert outcome(placed("1", "1")) is None


def test_a_finished_game_has_no_plays() -> None:
    position = placed("6", "")
    assert plays(position, Dice(3, 1)) == {}
    assert refusal(position, "31", (6, 5, 1)) == "over"


# Reasons


def test_no_dice_no_play() -> None:
    reason = why_illegal(start(), None, ())
    assert reason
    assert reason.rule == "no-dice"


@pytest.mark.parametrize(
    ("steps", "rule", "english", "spanish"),
    [
        ([(7, 6, 1)], "no-checker", "stands on the 7-point", "en el punto 7"),
        ([(13, 14, 1)], "no-place", "13/14", "13/14"),
        ([(26, 20, 6)], "no-place", "26/20", "26/20"),
        ([(6, -1, 6)], "no-place", "6/-1", "6/-1"),
        ([(13, 10, 3)], "wrong-die", "dice 6-1", "dados 6-1"),
        ([(8, 7, 1), (8, 7, 1)], "wrong-die", "dice 6", "dados 6"),
        ([(13, 12, 6)], "wrong-die", "13/12", "13/12"),
        ([(13, 12, 1)], "blocked", "5 opposing checkers", "5 fichas rivales"),
        ([(6, 0, 6)], "not-all-home", "the 24-point", "el punto 24"),
        ([(8, 7, 1)], "must-play", "2 can be", "se pueden jugar 2"),
    ],
)
def test_every_refusal_names_its_rule_in_both_languages(
    steps: list[tuple[int, int, int]], rule: str, english: str, spanish: str
) -> None:
    reason = why_illegal(start(), Dice(6, 1), tuple(Step(*step) for step in steps))
    assert reason
    assert (reason.rule, english in reason.words.en, spanish in reason.words.es) == (
        rule,
        True,
        True,
    )


# Set-ups


def test_every_fault_of_a_set_up_is_found() -> None:
    long, short = (0,) * 27, (15,)
    found = rules.faults(Position(long, short))
    assert [fault.words.en for fault in found] == [
        "player to move: 27 places, expected 26 (off, points 1 to 24, bar)",
        "opponent: 1 places, expected 26 (off, points 1 to 24, bar)",
    ]
    negative = (*side("6×15")[:3], -1, *side("6×15")[4:])
    found = rules.faults(Position(negative, (*side("1×3")[:25], 2)))
    assert [fault.rule for fault in found] == ["negative", "not-fifteen", "not-fifteen"]
    assert "player to move: 14 checkers" in found[1].words.en
    assert "rival: 17 fichas" in found[2].words.es


def test_a_point_cannot_hold_both_sides() -> None:
    found = rules.faults(placed("6×2 5×13", "19 20 1×13"))
    assert [fault.words.en for fault in found] == [
        "the 5-point holds checkers of both sides",
        "the 6-point holds checkers of both sides",
    ]


def test_both_sides_cannot_have_borne_off_everything() -> None:
    assert [fault.rule for fault in rules.faults(placed("", ""))] == ["both-off"]
    assert rules.faults(placed("", "1")) == ()


@given(positions)
def test_positions_that_play_cannot_reach_are_valid_too(position: Position) -> None:
    assert rules.faults(position) == ()


@settings(max_examples=sample(30))
@given(unfinished, rolls)
def test_every_play_is_legal_and_keeps_all_checkers(position: Position, dice: Dice) -> None:
    for end, play in plays(position, dice).items():
        assert rules.after(position, play) == end
        assert rules.faults(end) == ()
        assert len(play) == 0 or end.swapped().pips < position.pips
    assert why_illegal(position, dice, play) is None


@settings(max_examples=sample(30))
@given(unfinished, rolls)
def test_a_play_cut_short_is_only_legal_if_it_reaches_the_same_position(
    position: Position, dice: Dice
) -> None:
    ends = plays(position, dice)
    for play in list(ends.values())[:5]:
        if play:
            short: Play = play[:-1]
            legal = rules.after(position, short) in ends
            assert (why_illegal(position, dice, short) is None) == legal
            assert not legal or play[-1].target == OFF
