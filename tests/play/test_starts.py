"""Every named start of every game can be played: it is part of the game, not of who begins."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

from tablas import Dice, Game, games, record
from tablas.cli.main import tablas
from tablas.engine.bot import bot, opponents
from tablas.engine.player import Unhurried
from tablas.errors import IllegalAction, InvalidPosition
from tablas.play.actions import OpeningRolled, Played, Rolled
from tablas.play.state import Phase
from tablas.record import Record
from tablas.values import Setup, Side

STARTS = [(name, start) for name in games.NAMES for start in games.kind(name).start_names]


def begun(name: str, start: str) -> Game:
    """A game from a named start up to its first play."""
    game = Game.begin(games.kind(name), start=start)
    if game.state.phase is Phase.OPENING:
        game = game.apply(OpeningRolled(6, 3))
    return game


@pytest.mark.parametrize(("name", "start"), STARTS)
def test_a_game_begins_at_every_named_start(name, start):
    kind = games.kind(name)
    game = Game.begin(kind, start=start)
    assert game.position == kind.rules.start(start)
    assert game.turn is kind.first
    assert (game.state.phase is Phase.OPENING) == kind.dice
    assert not kind.rules.faults(game.position)


@pytest.mark.parametrize(("name", "start"), STARTS)
def test_its_record_names_the_start_and_plays_again(name, start):
    game = begun(name, start)
    kind, rng = game.kind, random.Random(7)
    for _ in range(4):
        if game.state.phase is Phase.TO_ROLL:
            game = game.apply(Rolled(game.turn, Dice(rng.randint(1, 6), rng.randint(1, 6))))
        plays = list(kind.rules.plays(game.position, game.state.dice).values())
        game = game.apply(Played(game.turn, rng.choice(plays)))
    text = record.write(Record(game=game))
    assert json.loads(text.splitlines()[0])["variant"] == start
    assert record.read(text).game.state == game.state


@pytest.mark.parametrize("start", ["nackgammon", "longgammon"])
def test_bots_play_the_starts_of_backgammon(start):
    game = begun("backgammon", start)
    for level in opponents("backgammon"):
        player = bot("backgammon", level, 1)
        player = player.within(0.1) if isinstance(player, Unhurried) else player
        play = player.choose(game.state)
        assert game.apply(Played(game.turn, play)).position != game.position


@pytest.mark.parametrize("start", ["nackgammon", "longgammon"])
@pytest.mark.parametrize("command", ["board", "moves", "analyse", "bestmove", "perft"])
def test_the_commands_know_the_starts_of_backgammon(command, start):
    more = {
        "moves": ["--dice", "31"],
        "perft": ["--depth", "1"],
        "analyse": ["--dice", "31", "--plies", "0", "--json"],
        "bestmove": ["--dice", "31", "--plies", "0"],
    }
    asked = [command, "backgammon", "--start", start, *more.get(command, [])]
    done = CliRunner().invoke(tablas, asked)
    assert done.exit_code == 0, done.output
    assert done.output


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["perft", "abalone", "--depth", "3"], "98912"),
        (["perft", "abalone", "--depth", "3", "--start", "belgian-daisy"], "149322"),
        (["board", "abalone"], "○   ○   ○   ○   ○   ○"),
    ],
)
def test_abalone_begins_as_on_the_sheet(asked, answer):
    done = CliRunner().invoke(tablas, asked)
    assert done.exit_code == 0, done.output
    assert answer in done.output


@pytest.mark.parametrize(("start", "moves"), [((), 44), (("--start", "belgian-daisy"), 52)])
def test_black_has_the_moves_of_the_start(start, moves):
    done = CliRunner().invoke(tablas, ["moves", "abalone", *start])
    assert len(done.output.splitlines()) == moves


def test_a_start_and_a_set_up_exclude_each_other():
    kind = games.kind("backgammon")
    with pytest.raises(IllegalAction, match="not both"):
        Game.begin(kind, start="nackgammon", setup=Setup(kind.rules.start(), Side.WHITE))


def test_abalone_has_no_opening_roll_to_decide_the_turn():
    kind = games.kind("abalone")
    with pytest.raises(InvalidPosition, match="who moves must be said"):
        Game.begin(kind, setup=Setup(kind.rules.start(), None))


def test_a_set_up_with_an_open_turn_is_decided_by_the_opening_roll():
    kind = games.kind("abak")
    game = Game.begin(kind, setup=Setup(kind.rules.start(), None))
    assert game.apply(OpeningRolled(2, 5)).turn is Side.BLACK
