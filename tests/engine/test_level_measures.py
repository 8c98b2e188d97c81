"""What levels lose and what rollouts would change is counted as it is told."""

from __future__ import annotations

import numpy as np
import pytest
from bench.strong_levels import by_halves, by_search, standing
from tools.measure.human_plays import Choice, blind, by_habit, one_taste
from tools.measure.roller import Way

from tablas.backgammon import rules
from tablas.backgammon.notation import read
from tablas.engine.dice.habits import TERMS
from tablas.values import Dice


def told(first: list[float], second: list[float]) -> dict[str, object]:
    """A decision between two plays; the search finds the second one .02 worse."""
    plays = [{"reached": "A", "equity": 0.10}, {"reached": "B", "equity": 0.08}]
    return {"plays": plays, "rolled": [first, second], "strongest": "A"}


def test_luck_in_one_half_of_the_trials_costs_nothing():
    lucky = np.array([[0.9, 0.1] * 4, [0.5, 0.5] * 4])
    assert by_halves(lucky, 1) == pytest.approx(-0.2)  # the lucky half would have chosen worse
    better = np.array([[0.6, 0.5] * 4, [0.5, 0.4] * 4])
    assert by_halves(better, 1) == pytest.approx(0.1)
    assert by_halves(better, 0) == 0


def test_the_best_play_costs_nothing_and_a_bad_one_what_it_loses():
    dice, start = Dice(3, 1), rules.start()
    state = standing("backgammon", start, dice)
    plays = [read(start, dice, text) for text in ("8/5 6/5", "24/23 13/10", "6/3 6/5")]
    best, splitting, loose = by_search(state, plays, 1)
    assert best == 0
    assert 0.1 < splitting < loose


def test_rollouts_decide_by_their_share():
    other = told([0.10, 0.11, 0.09, 0.10], [0.15, 0.13, 0.14, 0.14])
    assert Way(144, 1.0).choose(other)[0] == "B"
    assert Way(144, 0.25).choose(other)[0] == "A"
    assert Way(144, 0.75).choose(other) == ("B", 288)


def test_plays_that_fall_behind_are_rolled_out_no_further():
    clear = told([0.3, 0.31, 0.3, 0.29] * 4, [0.0, 0.01, 0.0, 0.01] * 4)
    assert Way(576, 1.0, 3.0).choose(clear) == ("A", 288)
    assert Way(144).choose({"plays": [{"reached": "A"}]}) == ("A", 0)


def test_a_taste_that_people_have_is_found():
    rng, hits = np.random.default_rng(1), TERMS.index("hits")
    made = []
    for _ in range(300):
        terms = np.zeros((2, len(TERMS)))
        terms[:, 0], terms[1, hits] = rng.normal(0, 0.02, 2), 1
        likes = terms @ np.array(
            [60.0] + [0.0] * (hits - 1) + [2.0] + [0.0] * (len(TERMS) - 1 - hits)
        )
        chances = np.exp(likes) / np.exp(likes).sum()
        made.append(Choice("m", "contact", terms, -terms[:, 0], int(rng.choice(2, p=chances))))
    taste = one_taste(made)
    assert taste[0] == pytest.approx(60, rel=0.3)
    assert taste[hits] == pytest.approx(2, rel=0.3)
    assert one_taste(blind(made)).shape == (1,)
    assert by_habit(made[0]).sum() == pytest.approx(1)
