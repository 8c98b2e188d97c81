"""The two simple players: legal, fair among equals, and greedy is worth its name."""

from __future__ import annotations

import random

import pytest

from random_games import random_action
from tablas import Dice, NotationError, kind
from tablas.abalone.board import DISTANCE
from tablas.engine.engines import engine
from tablas.engine.simple import player
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Limits, Stakes, Terms
from tablas.values import Side


def winner(name: str, seed: int) -> Side | None:
    """Who wins when White is greedy and Black random, without a cube; ejections decide."""
    rng = random.Random(seed)
    seats = {Side.WHITE: player("greedy", rng), Side.BLACK: player("random", rng)}
    terms = Terms(stakes=Stakes(cube=False), limits=Limits(plies=350))
    game = Game.begin(kind(name), terms)
    while not game.result:
        state = game.state
        if state.phase is Phase.TO_PLAY:
            play = seats[game.turn].choose(game.kind, state.position, state.dice)
            game = game.apply(Played(game.turn, play))
        else:
            game = game.apply(random_action(game, rng))
    return game.result.winner


@pytest.mark.parametrize("name", ["abak", "backgammon", "abalone"])
def test_the_greedy_player_beats_the_random_one(name):
    won = sum(winner(name, seed) is Side.WHITE for seed in range(12))
    assert won >= 9  # chance alone reaches 9 of 12 in 7 % of cases, and the seeds are fixed


@pytest.mark.parametrize("name", ["abak", "backgammon"])
def test_both_players_pass_where_nothing_moves(name):
    game = kind(name)
    closed = {
        "backgammon": "XGID=-c----E-E----D-----bbbbbbA:0:0:1:00:0:0:0:0:10",
        "abak": "ss/ss/ss/sg/ge/od/5/SSSSS/SSSS/2/GG/NED/6/ssn O/- -/- w",
    }[name]
    position = game.formats.read(closed).position
    for style in ("greedy", "random"):
        assert player(style, random.Random(1)).choose(game, position, Dice(6, 3)) == ()


def test_worth_is_even_at_the_start_and_turns_with_the_board():
    for name in ("abak", "backgammon", "abalone"):
        assert engine(name).simple_evaluation(kind(name).rules.start()) == pytest.approx(0)


def test_the_centre_is_four_steps_from_the_rim():
    assert (DISTANCE["e5"], DISTANCE["a1"], DISTANCE["e9"], DISTANCE["c4"]) == (0, 4, 4, 2)


def test_other_players_are_refused_by_name():
    with pytest.raises(NotationError, match="'expert'"):
        player("expert", random.Random(1))
