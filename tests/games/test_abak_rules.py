"""The rules of Abak: the worked cases of the rules page, the rulings, the end of a game."""

from tablas.abak import rules
from tablas.abak.movements import General, begun, ended, general_after, steps
from tablas.abak.position import BAR, OFF, Position, Step
from tablas.abak.rules import after, outcome, plays, shut_out, start
from tablas.rules import perft
from tablas.values import Dice, Outcome

TEAM = "DEGGNOSSSSSSSSS"


def board(
    stacks: str, bar: str = "", off: str = "", opp_bar: str = "", opp_off: str = ""
) -> Position:
    """A position, perhaps not of 15 checkers a side, from stacks such as `12:D 9:s`."""
    points = [""] * 25
    for place in stacks.split():
        point, stack = place.split(":")
        points[int(point)] = stack
    return Position(tuple(points), bar, off, opp_bar, opp_off)


def singles(position: Position, die: int) -> set[Position]:
    """The positions after one movement, seen by the player who made it."""
    return {ended(turn).swapped() for _, turn in steps(begun(position), die)}


def ends(position: Position, dice: str) -> set[Position]:
    """The positions after the whole turn, seen by the player who made it."""
    return {end.swapped() for end in plays(position, Dice.parse(dice))}


def test_the_start_has_882_plays_for_either_side() -> None:
    assert start().swapped() == start()
    assert perft(rules, start(), 1, dice=True) == 882
    assert perft(rules, start().swapped(), 1, dice=True) == 882


def test_pips_count_points_bar_and_trapped_checkers() -> None:
    assert start().pips == 24 * 2 + 23 * 2 + 13 * 4 + 8 * 3 + 6 * 4
    assert board("10:Sd", bar="GS").pips == 60


# The worked cases of the rules page.


def test_druid_first_traps_and_wounded_first_hits() -> None:
    reached = ends(board("12:D 10:O 9:s"), "31")
    assert board("9:sDO") in reached
    assert board("9:OD", opp_bar="s") in reached


def test_druid_that_holds_a_soldier_is_hit_and_the_soldier_freed() -> None:
    assert singles(board("18:S 15:Sd"), 3) == {board("15:SS", opp_bar="d")}


def test_druid_under_a_second_checker_is_safe() -> None:
    assert singles(board("18:S 15:Sds"), 3) == set()


def test_druid_traps_the_druid_that_holds_a_soldier() -> None:
    caught = board("18:D 15:Sd")
    assert singles(caught, 3) == {board("15:SdD")}
    # Seen by the other side it can do nothing; once D has left, it moves and still holds S.
    assert singles(board("15:SdD").swapped(), 1) == set()
    freed = board("15:Sd").swapped()
    assert singles(freed, 1) == {board("10:s 9:D")}
    assert singles(board("15:Sd"), 1) == set()


def test_druid_on_a_lone_guard_traps_in_the_midfield_only() -> None:
    assert board("10:gD") in singles(board("12:D 10:g"), 2)
    for home in (3, 22):
        alone = board(f"{home + 2}:D {home}:g")
        assert {end.opp_bar for end in ends(alone, "21")} == {""}
        with_help = board(f"{home + 2}:D {home + 1}:S {home}:g")
        assert board(f"{home}:DS", opp_bar="g") in ends(with_help, "21")


def test_lone_guard_blocks_the_passage_like_a_made_point() -> None:
    # 13/7 with 4-2 by 9 or 11: a guard on one leaves the other way, guards on both leave none.
    assert board("7:S 9:g") in ends(board("13:S 9:g"), "42")
    both = board("13:S 11:g 9:g")
    assert ends(both, "42") == {both}


def test_even_wounded_on_4_is_borne_off_with_a_5_if_nobody_stands_higher() -> None:
    assert board("6:S", off="E") not in singles(board("6:S 4:E"), 5)
    assert singles(board("4:E"), 5) == {board("", off="E")}


def test_even_wounded_does_not_move_inside_home_by_an_odd_die() -> None:
    assert singles(board("6:E"), 5) == set()
    assert singles(board("6:E"), 4) == {board("2:E")}


def test_general_goes_back_only_while_another_is_not_home() -> None:
    assert board("8:N 3:S") not in singles(board("6:N 3:S"), 2)
    assert singles(board("8:N 3:Sd"), 2) == {board("6:N 3:Sd")}
    assert board("8:N 3:S 12:Sd") in singles(board("6:N 3:S 12:Sd"), 2)


def test_five_own_checkers_on_22_let_nobody_enter_with_a_3() -> None:
    assert singles(board("22:SSSSS", bar="S"), 3) == set()
    assert singles(board("22:SSSS", bar="S"), 3) == {board("22:SSSSS")}


# The board, the movement, the landing.


def test_only_the_top_checker_moves() -> None:
    assert singles(board("13:GS"), 3) == {board("13:G 10:S")}


def test_full_point_is_entered_by_a_hit_only() -> None:
    assert singles(board("10:S 8:SSSSS"), 2) == {board("10:S 8:SSSS 6:S")}
    assert singles(board("10:S 8:SSSSd"), 2) == {board("8:SSSSS", opp_bar="d")}
    assert singles(board("10:D 8:ooooS"), 2) == {board("10:D 8:oooo 6:S")}
    assert singles(board("10:D 8:SSSSs"), 2) == set()
    assert singles(board("10:D 8:SSSs"), 2) == {board("8:SSSsD")}


def test_guard_hits_a_lone_guard() -> None:
    assert singles(board("10:G 8:g"), 2) == {board("8:G", opp_bar="g")}


def test_druid_hits_in_both_homes() -> None:
    for home in (4, 20):
        reached = singles(board(f"{home + 2}:D {home}:s 12:o"), 2)
        assert board(f"{home}:D 12:o", opp_bar="s") in reached


def test_midfield_reaches_from_7_to_18() -> None:
    for point, effect in ((6, "hit"), (7, "trap"), (18, "trap"), (19, "hit")):
        step, _ = next(iter(steps(begun(board(f"{point + 2}:D {point}:s")), 2)))
        assert step.effect.value == effect


def test_trapped_opponents_do_not_block() -> None:
    assert singles(board("10:S 8:sssD"), 2) == {board("8:sssDS"), board("10:S 8:sss 6:D")}


def test_odd_wounded_plays_odd_dice_but_enters_with_any() -> None:
    assert singles(board("13:O"), 2) == set()
    assert singles(board("13:O"), 3) == {board("10:O")}
    assert singles(board("", bar="O"), 2) == {board("23:O")}


def test_wounded_are_borne_off_by_any_exact_die() -> None:
    assert singles(board("3:E"), 3) == {board("", off="E")}
    assert singles(board("2:O"), 2) == {board("", off="O")}


def test_checkers_on_the_bar_enter_before_anyone_moves() -> None:
    assert ends(board("13:S", bar="SS"), "61") == {board("24:S 19:S 13:S")}


def test_one_checker_outside_home_forbids_bearing_off() -> None:
    assert singles(board("7:S 2:S"), 2) == {board("5:S 2:S")}


def test_trapped_checker_outside_home_forbids_bearing_off() -> None:
    assert singles(board("12:Sd 2:S"), 2) == set()
    assert singles(board("5:Sd 2:S"), 2) == {board("5:Sd", off="S")}


def test_trapped_checker_in_home_counts_as_the_highest() -> None:
    assert singles(board("5:Sd 2:S"), 4) == set()


# The assault and its rulings A2 to A5.


def test_assault_sends_the_guard_to_the_bar_and_keeps_the_order_of_arrival() -> None:
    assert board("5:SO 1:ss", opp_bar="g") in ends(board("11:S 6:O 5:g 1:ss"), "61")
    assert board("5:OS 1:ss", opp_bar="g") in ends(board("11:S 6:O 5:g 1:ss"), "61")


def test_assault_needs_two_consecutive_movements() -> None:
    # With 3-3 both soldiers reach the guard on 7; between the halves nobody else moves.
    for play in plays(board("10:SS 20:S 7:g"), Dice(3, 3)).values():
        landings = [number for number, step in enumerate(play) if step.target == 7]
        assert landings in ([], [0, 1], [1, 2], [2, 3])


def test_half_an_assault_is_no_play() -> None:
    position = board("11:S 5:g 1:ss")
    assert {end.points[5] for end in ends(position, "61")} == {"g"}


def test_assault_is_forced_if_only_it_plays_both_dice() -> None:
    position = board("8:SS 5:g 2:ss")
    assert ends(position, "33") == {board("5:SS 2:ss", opp_bar="g")}


def test_a2_guard_takes_no_part_in_an_assault() -> None:
    reached = ends(board("11:S 6:G 5:g"), "61")
    assert board("5:SG", opp_bar="g") not in reached  # soldier and guard together
    assert board("5:GS", opp_bar="g") in reached  # the guard hits, the soldier follows


def test_a3_druid_is_no_attacker_in_the_midfield() -> None:
    reached = ends(board("12:D 11:S 10:g"), "21")
    assert all(end.opp_bar == "" for end in reached)
    assert board("10:gDS") in reached


def test_a3_druid_is_an_attacker_at_home() -> None:
    assert board("4:SD", opp_bar="g") in ends(board("6:D 5:S 4:g"), "21")


def test_a4_assault_must_leave_at_most_five() -> None:
    assert board("4:sOSSS 3:ss", opp_bar="g") in ends(board("5:SS 4:sOSg 3:ss"), "11")
    assert ends(board("5:SS 4:ssOSg 3:ss"), "11") == {board("5:SS 4:ssOSg 3:ss")}


def test_a5_attackers_come_from_the_bar_and_backwards() -> None:
    assert ends(board("20:g 15:ss", bar="SS"), "55") == {board("20:SS 15:ss", opp_bar="g")}
    assert board("20:SE", opp_bar="g") in ends(board("22:E 20:g", bar="S"), "52")
    reached = ends(board("7:N 12:S 9:g"), "32")
    assert board("9:SN", opp_bar="g") in reached
    assert board("9:NS", opp_bar="g") in reached


# The bar (A1), the general (A6), the turn.


def test_a1_player_chooses_who_enters() -> None:
    reached = ends(board("23:ss", bar="DES"), "62")
    assert {end.points[19] for end in reached} == {"D", "E", "S"}


def test_general_does_not_go_back_after_going_forward_nor_on_after_going_back() -> None:
    for play in plays(board("13:N 20:S 1:ss"), Dice(3, 3)).values():
        own = [step for step in play if step.letter == "N"]
        back = [step for step in own if step.target > step.source]
        assert not back or own == back[:1]


def test_general_may_go_back_after_entering() -> None:
    assert board("22:N 13:S") in ends(board("13:S", bar="N"), "41")


def test_general_never_goes_past_24() -> None:
    assert singles(board("22:N 13:Sd"), 3) == {board("19:N 13:Sd")}


def test_general_hits_on_its_way_back() -> None:
    assert board("9:N 13:Sd", opp_bar="s") in singles(board("6:N 9:s 13:Sd"), 3)


def test_a6_bearing_the_general_off_counts_as_forward() -> None:
    assert general_after(General.RESTED, 3, OFF) is General.WENT_FORWARD
    assert general_after(General.RESTED, BAR, 20) is General.RESTED


def test_general_must_go_back_if_only_that_plays_both_dice() -> None:
    blocks = "15:ss 9:ss 2:ss 1:ss"
    assert ends(board(f"20:S 7:N {blocks}"), "65") == {board(f"14:S 12:N {blocks}")}


def test_both_dice_must_be_played_if_any_way_allows_it() -> None:
    # 13/7 with the 6 would leave no 5, but 24/18/13 plays both.
    blocks = "19:ss 8:ss 2:ss"
    assert ends(board(f"24:S 13:S {blocks}"), "65") == {board(f"13:SS {blocks}")}


def test_larger_die_must_be_played_if_only_one_can_be() -> None:
    position = board("13:S 2:ss")
    assert ends(position, "65") == {board("7:S 2:ss")}


def test_no_movement_at_all_is_the_empty_play() -> None:
    position = board("24:S 18:ss 1:S")
    assert plays(position, Dice(6, 6)) == {position.swapped(): ()}


def test_a_play_leads_to_the_position_it_is_listed_under() -> None:
    for end, play in plays(start(), Dice(4, 4)).items():
        assert after(start(), play) == end


def test_effects_are_told_but_do_not_make_steps_different() -> None:
    step = next(iter(steps(begun(board("12:D 9:s")), 3)))[0]
    assert step.effect.value == "trap"
    assert step == Step("D", 12, 9, 3)


# The end of a game.


def test_player_is_shut_out_if_no_roll_enters() -> None:
    held = "24:ss 23:ss 22:ss 21:ss 20:ss"
    assert shut_out(board(held + " 19:SSSSS", bar="S"))  # its own five are no better
    assert not shut_out(board(held + " 19:SSSS", bar="S"))
    assert not shut_out(board(held + " 19:ss 13:S"))


def test_lone_guard_shuts_out_unless_an_assault_is_possible() -> None:
    held = "24:ss 23:ss 22:ss 21:ss 20:ss 19:g"
    assert shut_out(board(held, bar="S"))
    assert not shut_out(board(held, bar="SS"))  # 6-6
    assert not shut_out(board(held, bar="G"))


def test_levels_of_winning() -> None:
    lost = {"13:s": 2, "6:s": 3, "4:sD": 3, "7:s": 2}
    for stacks, level in lost.items():
        assert outcome(board(stacks, off=TEAM)) == Outcome(level)
        assert outcome(board(stacks, off=TEAM).swapped()) == Outcome(-level)
    assert outcome(board("6:s", off=TEAM, opp_off="s")) == Outcome(1)
    assert outcome(board("20:s", off=TEAM, opp_bar="s")) == Outcome(3)
    assert outcome(start()) is None


def test_finished_position_has_no_plays() -> None:
    assert plays(board("6:s", off=TEAM), Dice(3, 1)) == {}
    assert not shut_out(board("6:s", bar="S", opp_off=TEAM.lower()))
