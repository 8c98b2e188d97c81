"""The backgammon engine: a plain expectimax says the same, and so do any number of threads."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest
from click.testing import CliRunner

from machine_delay import Delay
from tablas import Dice, IllegalAction, NotationError, kernel
from tablas.backgammon import rules
from tablas.backgammon.codec import encode_many
from tablas.backgammon.formats import read
from tablas.backgammon.rules import Position
from tablas.cli.main import tablas
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.weights import net

SEARCH_SIGNATURE = 18368050563639086083
"""Of the search of the dice games: a commit that changes it says so."""

ROLLS = [Dice(high, low) for high in range(1, 7) for low in range(1, high + 1)]
POSITIONS = [
    "4HPwATDgc/ABMA",  # the start
    "4HPhATDgc/ABMA",  # the middle of the game
    "XGID=-b-B-BD-B---dC---d-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-BBBBBB-A------aA-bbbbbbb-:0:0:1:00:0:0:0:0:10",
]


@pytest.fixture(scope="module")
def engine():
    return BackgammonEngine(net_name="backgammon")


def plain(position: Position) -> float:
    """One ply by the definition: the mean over the rolls of the best play as the net sees it."""
    judge = net("backgammon")
    mean = 0.0
    for dice in ROLLS:
        reached = list(rules.plays(position, dice))
        worth = -equities(judge.evaluate(encode_many(reached)))
        mean += (1 if dice.high == dice.low else 2) / 36 * float(worth.max())
    return mean


@pytest.mark.parametrize("text", POSITIONS)
def test_one_ply_is_a_plain_expectimax_over_the_net(text):
    position = read(text).position
    judge = net("backgammon")
    searcher = kernel.backgammon.Searcher(judge, judge, pruning_net())
    found = searcher.values(
        encode_many([position]), plies=1, replies=[(10000, 99.0), (10000, 99.0)]
    )
    assert equities(found)[0] == pytest.approx(plain(position), abs=1e-4)


def test_the_usual_width_inside_the_tree_loses_next_to_nothing(engine):
    for text in POSITIONS:
        position = read(text).position
        assert engine.chances(position, 1).equity == pytest.approx(plain(position), abs=0.01)


def test_the_answer_does_not_depend_on_threads_or_earlier_questions():
    position = read(POSITIONS[2]).position
    limit = DiceLimit(plies=2)
    first = BackgammonEngine(net_name="backgammon", threads=1).analyse(position, ROLLS[9], limit)
    many = BackgammonEngine(net_name="backgammon", threads=3)
    for _ in range(2):
        again = many.analyse(position, ROLLS[9], limit)
        assert (again.plays, again.plies, again.nodes) == (first.plays, first.plies, first.nodes)


def test_plays_are_ranked_level_by_level_and_all_are_there(engine):
    position = rules.start()
    found = engine.analyse(position, Dice(3, 1), DiceLimit(plies=2))
    assert found.best.text == "8/5 6/5"
    assert len(found.plays) == len(rules.plays(position, Dice(3, 1))) == 16
    keys = [(-play.plies, -play.equity) for play in found.plays]
    assert keys == sorted(keys)
    assert found.plies == found.best.plies == 2
    for play in found.plays:
        assert play.equity == pytest.approx(play.chances.equity, abs=1e-5)


def test_choosing_stops_where_one_play_is_left(engine):
    position = rules.start()
    assert engine.choose(position, Dice(3, 1), DiceLimit(plies=3)).plies < 3
    assert engine.analyse(position, Dice(3, 1), DiceLimit(plies=1)).best.plies == 1


def test_bearing_off_is_judged_by_the_tables(engine):
    home = (9, 1, 1, 1, 1, 1, 1, *[0] * 19)
    position = Position(home, home)
    exact = engine.analyse(position, Dice(6, 5), DiceLimit(plies=0))
    deeper = engine.analyse(position, Dice(6, 5), DiceLimit(plies=2))
    # Looking ahead from the truth finds the truth.
    assert deeper.best.equity == pytest.approx(exact.best.equity, abs=1e-4)
    assert deeper.best.text == exact.best.text


def test_time_and_nodes_are_limits(engine):
    position = read(POSITIONS[2]).position
    assert engine.analyse(position, Dice(4, 2), DiceLimit(nodes=1)).plies == 0
    with Delay() as delay:
        found = engine.analyse(position, Dice(4, 2), DiceLimit(seconds=0.2))
    assert found.plies >= 0
    assert delay.took < 5


def test_a_search_can_be_stopped_from_another_thread(engine):
    position = read(POSITIONS[2]).position
    answers = []
    asking = threading.Thread(
        target=lambda: answers.append(engine.analyse(position, Dice(4, 2), DiceLimit(plies=4)))
    )
    asking.start()
    while asking.is_alive():
        engine.stop()
        asking.join(0.05)
    assert answers[0].plies < 4
    assert answers[0].plays


def test_what_is_wrong_is_named(engine):
    over = Position((15, *[0] * 25), rules.start().opp)
    with pytest.raises(IllegalAction, match="the game is over, in"):
        engine.analyse(over, Dice(3, 1), DiceLimit(plies=0))
    with pytest.raises(NotationError, match="plies: found 9, expected 0 to 4"):
        engine.analyse(rules.start(), Dice(3, 1), DiceLimit(plies=9))
    with pytest.raises(NotationError, match="limit: found nothing"):
        DiceLimit()
    with pytest.raises(NotationError, match=r"seconds: found -1"):
        DiceLimit(seconds=-1)
    searcher = kernel.backgammon.Searcher(net("backgammon"), net("backgammon"), pruning_net())
    with pytest.raises(ValueError, match=r"dice\[0\]: each die"):
        searcher.plays(kernel.backgammon.start()[None], np.array([[7, 1]], np.uint8))


def test_the_command_finds_the_best_move():
    told = CliRunner().invoke(tablas, ["bestmove", "backgammon", "--dice", "31", "--json"])
    answer = json.loads(told.output)
    assert answer["move"] == "8/5 6/5"
    assert answer["plies"] == 2
    assert 0.1 < answer["equity"] < 0.25
    assert set(answer["chances"]) == {
        "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon",
    }  # fmt: skip


def test_the_command_ranks_the_plays():
    told = CliRunner().invoke(tablas, ["analyse", "backgammon", "--dice", "42", "--plies", "1"])
    titles, best, *_, last = told.output.splitlines()
    assert titles.split()[:4] == ["play", "points", "behind", "won"]
    assert best.startswith("8/4 6/4")
    assert last.startswith("1-ply, ")
    told = CliRunner().invoke(tablas, ["analyse", "backgammon", "--plies", "1", "--json"])
    assert 0 < json.loads(told.output)["equity"] < 0.12


def test_the_search_signature_is_the_known_one():
    assert kernel.dice_search_signature() == SEARCH_SIGNATURE


def test_a_batch_of_static_choices_is_what_the_net_likes_best():
    judge = net("backgammon")
    boards = np.repeat(kernel.backgammon.start()[None], 21, axis=0)
    dice = np.array([(dice.high, dice.low) for dice in ROLLS], np.uint8)
    searcher = kernel.backgammon.Searcher(judge, judge, pruning_net())
    for _ in range(6):
        reached, chances = judge.choose(boards, dice)
        found, seen = searcher.choose(boards, dice, plies=0, threads=2)
        assert np.array_equal(found, reached)
        assert seen == pytest.approx(chances)
        boards = reached
