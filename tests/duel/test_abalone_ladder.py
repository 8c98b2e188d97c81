"""What the ladder of Abalone says about how closely the players keep their marbles together."""

from __future__ import annotations

from bench.abalone_ladder import match, neighbours

from tablas.abalone import formats, rules
from tablas.values import Setup, Side


def test_neighbours_are_counted_for_the_player_who_has_them():
    near, apart = frozenset({"e4", "e5", "e6"}), frozenset({"a1", "a5", "i9"})
    start = formats.write(Setup(rules.Position(near, apart, 0, 0), Side.BLACK))
    assert neighbours([[start, "e6e7"]]) == [0.667, 0.0]
    begun_by_the_second = [start, "e6e7"]
    assert neighbours([[start], begun_by_the_second]) == [0.0, 0.667]


def test_a_rung_says_how_many_neighbours_both_had():
    first, second = match("greedy", "random", 1)["neighbours"]
    assert first > second > 0
