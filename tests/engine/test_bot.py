"""The opponents of each game: named alike everywhere, legal, repeatable, and worth their level."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest

from random_games import random_action
from tablas import NotationError, games, kernel
from tablas.backgammon import codec, rules
from tablas.cli import main
from tablas.engine import weights
from tablas.engine.backgammon import in_contact
from tablas.engine.bot import TITLES, YARDSTICKS, bot, opponent, opponents, usual
from tablas.engine.dice.cube_action import judge, state_of
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import NetPlayer, cube_choice, cube_worths
from tablas.engine.engines import engine
from tablas.engine.player import Answer
from tablas.play.actions import Doubled, Played, Rolled
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.values import Dice, Setup, Side
from tree import ROOT

WEB = ROOT / "src" / "tablas" / "web"


def game_between(name: str, levels: tuple[str, str], seed: int, plies: int) -> Game:
    """The first plies of a game between two levels."""
    rng = random.Random(seed)
    seats = dict(zip(("white", "black"), (bot(name, level, rng) for level in levels), strict=True))
    game = Game.begin(games.kind(name))
    while not game.result and game.state.plies < plies:
        if game.state.phase is Phase.TO_PLAY:
            play = seats[game.turn.value].choose(game.state)
            game = game.apply(Played(game.turn, play))
        else:
            game = game.apply(random_action(game, rng))
    return game


@pytest.mark.parametrize("name", games.NAMES)
def test_every_level_has_its_words_in_both_languages(name):
    for level in opponents(name).values():
        assert level.words.en != level.words.es
        assert level.title == TITLES[level.name]
    assert usual(name) in opponents(name)


@pytest.mark.parametrize("name", [name for name in games.NAMES if engine(name).dice])
def test_every_level_of_a_dice_game_was_measured_and_has_its_performance_rating(name):
    rates = [level.strength and level.strength.judged for level in opponents(name).values()]
    assert None not in rates
    assert rates[-1] == min(rates)


@pytest.mark.parametrize(("name", "level"), [("backgammon", "casual"), ("abalone", "beginner")])
def test_the_same_seed_plays_the_same_game(name, level):
    first = game_between(name, (level, "greedy"), 3, 12)
    assert first.log == game_between(name, (level, "greedy"), 3, 12).log
    assert first.log != game_between(name, (level, "greedy"), 4, 12).log


@pytest.mark.parametrize("name", games.NAMES)
def test_the_yardsticks_play_every_game_and_unknown_levels_are_told(name):
    for level in YARDSTICKS:
        assert opponent(name, level).name == level
    with pytest.raises(NotationError, match=f"{name} has .*greedy"):
        opponent(name, "grandmaster")
    with pytest.raises(NotationError, match="expected one of abak"):
        opponents("chess")


def loss(player: NetPlayer, boards: list[rules.Position], seed: int) -> float:
    """What a player gives away a roll, in points by the large net."""
    judge, rng, lost = weights.net("backgammon-large"), random.Random(seed), 0.0
    for position in boards:
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        row = codec.encode_many([position])
        reached, _ = kernel.backgammon.successors(row, np.array([[dice.high, dice.low]], np.uint8))
        worth = -equities(judge.evaluate(reached))
        found = player.reached(position, dice)
        (at,) = np.flatnonzero((reached == codec.encode_many([found])).all(axis=1))
        lost += float(worth.max() - worth[at])
    return lost / len(boards)


def test_a_thicker_haze_costs_more_and_stays_far_from_chance():
    rng = np.random.default_rng(1)
    row, boards = kernel.backgammon.start()[None], []
    net = weights.net("backgammon")
    while len(boards) < 150:
        boards.append(codec.decode(row[0].tobytes()))
        row, _ = net.choose(row, rng.integers(1, 7, (1, 2), dtype=np.uint8))
        if kernel.backgammon.outcomes(row)[0]:
            row = kernel.backgammon.start()[None]
    costs = [
        loss(bot("backgammon", level, 5), boards, 9) for level in ("expert", "club", "beginner")
    ]
    assert costs[0] < 0.006 < costs[1] < 0.03 < costs[2] < 0.12


def test_a_race_is_played_almost_without_haze():
    race = rules.Position((10, 0, 0, 0, 0, 0, 5, *[0] * 19), (10, 5, *[0] * 24))
    assert not in_contact(race)
    assert in_contact(rules.start())
    player = bot("backgammon", "beginner", 1)
    assert all(player.reached(race, Dice(6, 6)).opp[0] == 14 for _ in range(20))


def test_a_list_of_levels_loads_neither_numpy_nor_the_kernel():
    program = (
        "import sys; from tablas.engine.bot import opponents; opponents('backgammon');"
        "sys.exit('numpy' in sys.modules or 'tablas.kernel._kernel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("text", ["Wxs7BADbtiUAQA", "sE8AeByzWcIaAA", "YdsRgDjMtkEETA"])
def test_the_strongest_level_searches_its_cube_decisions(text):
    # By the formula at the root, from chances one ply ahead, each of these came out otherwise.
    kind = games.kind("backgammon")
    game = Game.begin(kind, setup=Setup(kind.formats.read(text).position, Side.WHITE))
    right = judge(
        weights.net("backgammon-large"), codec.encode_many([game.position]), state_of(game.state),
        plies=2, game="backgammon",
    )  # fmt: skip
    strongest = bot("backgammon", "strongest")
    assert strongest.doubles(game.state) == right.doubles
    offered = game.apply(Doubled(Side.WHITE))
    assert strongest.answer(offered.state) == Answer(right.answer)


@pytest.mark.parametrize("text", ["Wxs7BADbtiUAQA", "2u4CADju3hwAAA"])
def test_who_plays_at_a_glance_looks_ahead_before_a_double(text):
    # By the formula it would not double here.
    kind = games.kind("backgammon")
    game = Game.begin(kind, setup=Setup(kind.formats.read(text).position, Side.WHITE))
    player = bot("backgammon", "expert")
    (static,) = cube_worths(
        player.net, codec.encode_many([game.position]), state_of(game.state), "backgammon", 0
    )
    assert not cube_choice(state_of(game.state), static)[0]
    assert player.doubles(game.state)


@pytest.mark.parametrize(("level", "plies"), [("master", 1), ("strongest", 2)])
def test_the_levels_that_look_ahead_say_how_far(level, plies):
    player = bot("backgammon", level)
    game = Game.begin(games.kind("backgammon"), setup=Setup(rules.start(), Side.WHITE))
    rolled = game.apply(Rolled(Side.WHITE, Dice(3, 1)))  # one play is far ahead
    seen = player.engine.analyse(rolled.position, rolled.state.dice, DiceLimit(plies=plies))
    assert player.limit.plies == seen.plies == plies
    assert player.choose(rolled.state) == seen.best.play


def test_the_strongest_level_knows_the_cube_and_the_score():
    strongest = bot("backgammon", "strongest")
    game = Game.begin(games.kind("backgammon"), setup=Setup(rules.start(), Side.WHITE))
    assert not strongest.doubles(game.state)
    rolled = game.apply(Rolled(Side.WHITE, Dice(3, 1)))
    play = strongest.choose(rolled.state)
    assert rolled.kind.notation.write(rolled.position, play) == "8/5 6/5"
    last_roll = rules.Position(  # 29 rolls of 36 win
        (13, 1, 0, 0, 1, *[0] * 21), (14, 1, *[0] * 24)
    )
    close = Game.begin(games.kind("backgammon"), setup=Setup(last_roll, Side.WHITE))
    assert strongest.doubles(close.state)
    offered = close.apply(Doubled(Side.WHITE))
    assert strongest.answer(offered.state) is Answer.DROP


def test_the_strongest_level_of_abak_cashes_a_sure_win_and_plays_a_legal_opening():
    strongest, abak = bot("abak", "strongest"), games.kind("abak")
    sure = abak.formats.read("s/22/S -/- DEGGNOSSSSSSSS/deggnossssssss w")  # any roll bears off
    game = Game.begin(abak, setup=sure)
    assert strongest.doubles(game.state)
    assert strongest.answer(game.apply(Doubled(Side.WHITE)).state) is Answer.DROP
    opening = Game.begin(abak, setup=Setup(abak.rules.start(), Side.WHITE))
    assert not strongest.doubles(opening.state)
    rolled = opening.apply(Rolled(Side.WHITE, Dice(3, 1)))
    play = strongest.choose(rolled.state)
    assert abak.rules.why_illegal(rolled.position, Dice(3, 1), play) is None
    with pytest.raises(NotationError, match="plays abak, not backgammon"):
        strongest.choose(Game.begin(games.kind("backgammon")).state)


def test_the_levels_are_listed_with_what_was_measured(capsys):
    with pytest.raises(SystemExit):
        main(["levels", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert {name: [level["name"] for level in told[name]] for name in told} == {
        name: list(opponents(name)) for name in games.NAMES
    }
    with pytest.raises(SystemExit):
        main(["levels", "backgammon", "--lang", "es"])
    shown = capsys.readouterr().out
    assert "casual" in shown
    assert "partidas contra beginner" in shown


def test_a_level_of_another_game_is_refused_in_a_line(capsys):
    with pytest.raises(SystemExit) as left:
        main(["play", "backgammon", "--black", "heuristic"])
    assert left.value.code == 2
    assert "found 'heuristic', expected one of human, beginner" in capsys.readouterr().err
