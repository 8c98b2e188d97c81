from tablas.turn import ends_of_turn
from tablas.values import Dice


def test_both_dice_are_played_if_any_order_allows_it():
    # The 2 is possible only after the 5.
    def expand(state, die):
        if state == "start" and die == 5:
            return [(5, "five")]
        if state == "five" and die == 2:
            return [(2, "both")]
        return []

    assert ends_of_turn("start", Dice(5, 2), expand) == {"both": (5, 2)}


def test_a_way_that_leaves_the_second_number_unplayable_is_forbidden():
    def expand(state, die):
        ways = {("start", 6): ["dead", "alive"], ("alive", 1): ["done"]}
        return [(die, after) for after in ways.get((state, die), [])]

    assert set(ends_of_turn("start", Dice(6, 1), expand)) == {"done"}


def test_the_larger_die_is_played_if_only_one_can_be():
    def expand(state, die):
        return [(die, f"{die}")] if state == "start" else []

    assert ends_of_turn("start", Dice(6, 1), expand) == {"6": (6,)}


def test_the_smaller_die_is_played_if_the_larger_cannot():
    def expand(state, die):
        return [(die, "one")] if (state, die) == ("start", 1) else []

    assert ends_of_turn("start", Dice(6, 1), expand) == {"one": (1,)}


def test_nothing_to_move_is_the_empty_play():
    assert ends_of_turn("start", Dice(6, 6), lambda _state, _die: []) == {"start": ()}


def test_a_turn_ends_only_in_a_settled_state():
    # Two movements are possible, but the second leaves something half done: the first counts.
    def expand(state, die):
        return [(die, state + 1)] if state < 2 else []

    ends = ends_of_turn(0, Dice(3, 3), expand, settled=lambda state: state != 2)
    assert ends == {1: (3,)}


def test_a_half_done_single_die_does_not_count_as_played():
    def expand(state, die):
        return [(die, f"half{die}")] if state == "start" else []

    ends = ends_of_turn("start", Dice(4, 2), expand, settled=lambda s: s != "half4")
    assert ends == {"half2": (2,)}
