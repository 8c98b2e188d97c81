"""Matches of paired games: Elo, its interval, and the sequential test."""

from __future__ import annotations

import math
import random

import pytest

from tablas.duel.elo import EloTest, elo, estimate, expected


def test_elo_and_expected_score_undo_each_other():
    for difference in (-300.0, 0.0, 12.5):
        assert elo(expected(difference)) == pytest.approx(difference)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_an_even_match_is_about_nought_and_more_pairs_tell_more():
    few, many = estimate([0.25, 0.75] * 5), estimate([0.25, 0.75] * 50)
    assert few.elo == many.elo == 0
    assert few.low < many.low < 0 < many.high < few.high


def test_a_clean_sweep_has_no_upper_end_but_a_lower_one():
    found = estimate([1.0] * 20)
    assert found.elo == math.inf
    assert 0 < found.low < math.inf


def test_the_sequential_test_decides_both_ways_and_waits_in_between():
    test = EloTest(0, 40)
    assert test.verdict([]) is None
    assert test.verdict([0.5, 0.75]) is None
    assert test.verdict([0.75, 0.5, 1.0, 0.75] * 40) == "accepted"
    assert test.verdict([0.25, 0.5, 0.0, 0.75] * 40) == "rejected"


def test_it_is_wrong_about_as_seldom_as_it_says():
    rng = random.Random(5)
    wrong = 0
    for _ in range(200):
        pairs, test = [], EloTest(0, 60)
        while (verdict := test.verdict(pairs)) is None:
            pairs.append(sum(rng.random() < 0.5 for _ in range(2)) / 2)  # truly even
        wrong += verdict == "accepted"
    assert wrong <= 20
