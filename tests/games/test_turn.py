from __future__ import annotations

import random

import pytest

from setups import SETUPS
from tablas import games
from tablas.abak import movements as abak
from tablas.backgammon import rules as backgammon
from tablas.dicegame.turn import ends_of_turn
from tablas.values import ROLLS, Dice

# How each game begins a turn, goes on in it, and ends it.
WALKS = {
    "backgammon": (lambda position: position, backgammon.steps, lambda state: state.swapped()),
    "abak": (abak.begun, abak.steps, abak.ended),
}


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


@pytest.mark.parametrize("name", ["backgammon", "abak"])
def test_a_roll_is_stuck_exactly_if_its_only_play_is_the_empty_one(name):
    kind, rng = games.kind(name), random.Random(4)
    found = 0
    for _ in range(300):
        position, roll = SETUPS[name](rng), rng.choice(ROLLS)
        empty = () in kind.rules.plays(position, roll).values()
        assert kind.stuck(position, roll) == empty, (position, roll)
        found += empty
    assert 2 < found < 290


@pytest.mark.parametrize("name", ["backgammon", "abak"])
def test_steps_that_use_every_die_are_a_play_that_the_search_finds(name):
    kind, rng = games.kind(name), random.Random(5)
    whole = 0
    for _ in range(200):
        position, roll = SETUPS[name](rng), rng.choice(ROLLS)
        if kind.rules.outcome(position):
            continue
        begin, steps, end = WALKS[name]
        state, play = begin(position), ()
        for die in rng.choice((roll.movements, roll.movements[::-1])):
            if not (ways := list(steps(state, die))):
                break
            step, state = rng.choice(ways)
            play = (*play, step)
        legal = kind.rules.why_illegal(position, roll, play) is None
        assert legal == (end(state) in kind.rules.plays(position, roll)), (position, roll, play)
        whole += legal and len(play) == len(roll.movements)
    assert whole > 20
