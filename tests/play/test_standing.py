"""Any game as its situation and back, and the position text that tells it."""

from __future__ import annotations

import pytest

from tablas import Dice, Game, games
from tablas.play.actions import Beavered, Doubled, Dropped, OpeningRolled, Played, Rolled, Took
from tablas.play.match import Match
from tablas.play.standing import situation_of, state_of
from tablas.play.terms import Stakes, Terms
from tablas.situation import GamePhase, Pending
from tablas.values import Ending, Result, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
BACKGAMMON = games.kind("backgammon")


def after_first_play(match: Match) -> Game:
    """White opens with 31 and makes the five-point."""
    game = Game.begin(BACKGAMMON, match.terms()).apply(OpeningRolled(3, 1))
    play = BACKGAMMON.notation.read(game.position, game.state.dice, "8/5 6/5")
    return game.apply(Played(WHITE, play))


def test_a_position_text_tells_the_score():
    match = Match(length=7).after(Result(WHITE, Ending.PLAYED_OUT, 2))
    game = after_first_play(match)
    assert game.position_text().endswith(":0:0:-1:00:2:0:0:7:10")


def test_the_crawford_game_is_told():
    match = Match(length=3).after(Result(BLACK, Ending.PLAYED_OUT, 2))
    assert situation_of(after_first_play(match).state).crawford
    later = match.after(Result(WHITE, Ending.PLAYED_OUT, 1))
    assert not situation_of(after_first_play(later).state).crawford


def test_a_double_that_waits_is_told_and_a_taken_one_counts():
    offered = after_first_play(Match(length=5)).apply(Doubled(BLACK))
    assert ":0:0:-1:D:" in offered.position_text()
    taken = offered.apply(Took(WHITE)).apply(Rolled(BLACK, Dice(6, 5)))
    assert ":1:1:-1:65:" in taken.position_text()


def test_under_a_beaver_the_double_counts_already():
    match = Match(stakes=Stakes(beavers=True))
    game = after_first_play(match).apply(Doubled(BLACK)).apply(Beavered(WHITE))
    situation = situation_of(game.state)
    assert (situation.pending, situation.cube, situation.owner) == (Pending.BEAVER, 2, WHITE)


def test_a_dropped_game_says_so():
    game = after_first_play(Match()).apply(Doubled(BLACK)).apply(Dropped(WHITE))
    assert situation_of(game.state).state is GamePhase.DROPPED


@pytest.mark.parametrize("name", games.NAMES)
def test_a_state_of_every_game_comes_back_from_its_text(name):
    kind = games.kind(name)
    game = Game.begin(kind, Match(length=5).terms() if kind.dice else Terms())
    if kind.dice:
        game = game.apply(OpeningRolled(6, 2))
    position, situation = kind.formats.read_situation(game.position_text())
    again = state_of(kind, position, situation)
    assert (again.position, again.turn) == (game.position, game.turn)
    if name == "backgammon":
        assert (again.dice, again.phase) == (game.state.dice, game.state.phase)
        assert again.terms.stakes == game.state.terms.stakes


def test_beavers_and_raccoons_come_back_with_who_answers():
    match = Match(stakes=Stakes(beavers=True, raccoons=True))
    doubled = after_first_play(match).apply(Doubled(BLACK))
    for game in (doubled, doubled.apply(Beavered(WHITE))):
        again = state_of(BACKGAMMON, game.position, situation_of(game.state))
        assert again.to_act is game.to_act
        assert again.cube.offer == game.state.cube.offer
