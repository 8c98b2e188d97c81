"""Glicko-2 against Glickman's published example, and the laws a rating must obey."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablas.play.clock import TimeControl, backgammon_tournament
from tablas.server.people.glicko import (
    LEAST_DEVIATION,
    MOST_DEVIATION,
    NEWCOMER,
    PERIOD,
    Rating,
    Score,
    after_game,
    aged,
    expected,
    updated,
)
from tablas.server.play.speeds import Speed, speed_of

DAY = 86_400.0
ratings = st.builds(
    Rating,
    st.floats(400, 3000),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.03, 0.12),
)


def test_the_published_example_gives_the_published_numbers():
    # "Example of the Glicko-2 system", Glickman 2022: 1464.06, 151.52, 0.05999 (rounded by hand).
    results = [
        Score(Rating(1400, 30), 1),
        Score(Rating(1550, 100), 0),
        Score(Rating(1700, 300), 0),
    ]
    after = updated(Rating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_widens_the_deviation():
    after = updated(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    # Glickman's formula: phi' = sqrt(phi^2 + sigma^2) on the scale of 173.7178.
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


def test_a_settled_player_is_less_certain_after_a_year_but_never_below_a_newcomer():
    assert aged(Rating(1800, 60), 365 * DAY).deviation == pytest.approx(107, abs=1)
    assert aged(Rating(1800, 60), 1000 * 365 * DAY).deviation == MOST_DEVIATION


@given(ratings, ratings)
def test_a_win_never_lowers_and_a_loss_never_raises_a_rating(player, opponent):
    win, loss = (
        after_game(player, opponent, points, idle=0, opponent_idle=0) for points in (1.0, 0.0)
    )
    assert win.rating >= player.rating >= loss.rating
    for after in (win, loss):
        assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
        assert 0.0 < after.volatility < 1.0


@given(ratings, ratings, st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_draw_moves_both_players_towards_each_other(one, other, idle, opponent_idle):
    after = after_game(one, other, 0.5, idle=idle, opponent_idle=opponent_idle)
    assert (after.rating - one.rating) * (other.rating - one.rating) >= 0


@given(ratings, ratings)
def test_the_expectations_of_two_players_add_up_to_one(one, other):
    assert expected(one, other) + expected(other, one) == pytest.approx(1.0)


@given(st.floats(0, 50), st.floats(0, 50))
def test_idle_time_adds_up_however_it_is_cut(first, second):
    whole = aged(Rating(1500, 50), (first + second) * PERIOD)
    parts = aged(aged(Rating(1500, 50), first * PERIOD), second * PERIOD)
    assert whole.deviation == pytest.approx(parts.deviation)


def test_a_clock_that_went_backwards_ages_nobody():
    assert aged(Rating(1500, 80), -5) == Rating(1500, 80)


def test_a_newcomer_is_provisional_and_a_settled_player_is_not():
    assert NEWCOMER.provisional
    assert not Rating(1500, 60).provisional


@pytest.mark.parametrize(
    ("game", "time", "length", "speed"),
    [
        ("abalone", "sudden 1", 1, Speed.BULLET),
        ("backgammon", "fischer 5+3", 1, Speed.BLITZ),
        ("abalone", "fischer 5+3", 1, Speed.BLITZ),
        ("backgammon", "fischer 10+5", 1, Speed.RAPID),
        ("abalone", "sudden 15", 1, Speed.RAPID),
        ("abak", "fischer 20+10", 1, Speed.CLASSICAL),
        ("abak", "move 1440", 1, Speed.CORRESPONDENCE),
        ("backgammon", "move 0+30", 1, Speed.BLITZ),
    ],
)
def test_the_time_control_tells_the_speed_class(game, time, length, speed):
    assert speed_of(game, TimeControl.parse(time), length=length) is speed


@pytest.mark.parametrize("length", [1, 3, 7, 25])
def test_the_tournament_clock_is_one_class_for_every_match_length(length):
    assert speed_of("backgammon", backgammon_tournament(length), length=length) is Speed.RAPID


def test_a_game_without_a_clock_has_no_speed_class():
    assert speed_of("abak", None) is None


@pytest.mark.parametrize("speed", Speed)
def test_every_speed_class_has_both_languages(speed):
    assert speed.words.en
    assert speed.words.es
