import pytest

from tablas.errors import IllegalAction
from tablas.play.match import Match
from tablas.play.terms import Stakes
from tablas.values import Ending, Result, Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def won(side: Side, level: int = 1, stake: int = 1, ending: Ending = Ending.PLAYED_OUT) -> Result:
    return Result(side, ending, level, stake)


def played(length: int | None, *results: Result, **options: object) -> Match:
    match = Match(length=length, **options)
    for result in results:
        match = match.after(result)
    return match


def test_points_add_up_and_stop_at_the_length():
    match = played(5, won(WHITE, 2), won(BLACK), won(WHITE, 3, 4))
    assert match.score == (5, 1)
    assert match.winner is WHITE


def test_the_crawford_game_is_the_first_one_away_from_victory():
    match = played(3, won(WHITE, 2))
    assert match.crawford_game
    assert not match.terms().stakes.cube
    after = match.after(won(BLACK))
    assert not after.crawford_game
    assert after.terms().stakes.cube


def test_a_second_player_one_away_does_not_bring_crawford_back():
    match = played(3, won(WHITE, 2), won(BLACK, 2))
    assert match.score == (2, 2)
    assert not match.crawford_game


def test_crawford_can_be_left_out():
    assert played(3, won(WHITE, 2), crawford=False).terms().stakes.cube


def test_a_match_to_one_point_is_its_own_crawford_game():
    assert Match(length=1).crawford_game


def test_a_flag_that_falls_loses_the_match():
    match = played(7, won(BLACK, ending=Ending.FLAGGED))
    assert match.score == (0, 7)
    assert match.winner is BLACK


def test_a_flag_in_money_play_loses_the_game_at_its_stake():
    assert played(None, won(BLACK, 1, 4, Ending.FLAGGED)).score == (0, 4)


def test_a_money_session_goes_on_for_ever_with_its_options():
    session = played(None, *[won(WHITE, 3, 8)] * 50, stakes=Stakes(jacoby=True))
    assert session.score == (1200, 0)
    assert session.winner is None
    assert session.terms().stakes.jacoby


def test_terms_say_how_far_both_are_from_winning():
    assert played(7, won(WHITE, 2), won(BLACK)).terms().stakes.away == (5, 6)


def test_draws_score_nothing():
    assert played(3, Result(None, Ending.REPETITION)).score == (0, 0)


def test_nothing_follows_a_won_match():
    match = played(1, won(WHITE))
    with pytest.raises(IllegalAction, match="the match is over"):
        match.terms()
    with pytest.raises(IllegalAction, match="the match is over"):
        match.after(won(WHITE))


@pytest.mark.parametrize("length", [0, -1, 65])
def test_lengths_are_1_to_64(length):
    with pytest.raises(IllegalAction, match="match length"):
        Match(length=length)


def test_money_options_have_no_place_in_a_match():
    with pytest.raises(IllegalAction, match="money play"):
        Match(length=3, stakes=Stakes(jacoby=True))
