"""The front door for programs: its names, its verbs, and the twelve programs written first."""

from __future__ import annotations

import random
import runpy
import sys
from pathlib import Path

import pytest

import tablas
from tablas import Dice, IllegalAction, Match, NotationError, Side, kernel, new_game, open_engine
from tablas.engine.player import Answer
from tablas.files import GameSheet, MatchSheet
from tablas.play.terms import Stakes, Terms
from tablas.record import Record

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples" / "library").glob("*.py"))
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
MOST_LINES = 15
PROMISED = """
    Clock Cube Dice Game IllegalAction InvalidPosition KernelDisagrees KernelMissing Kind Limits
    Match NotationError Outcome ROLLS Result Setup Side Stakes TablasError Terms TimeControl
    __version__ kind load new_game open_engine play_game play_match review_match save
"""


def test_the_promised_names_are_all_there_and_no_others():
    assert set(tablas.__all__) == set(PROMISED.split())
    for name in tablas.__all__:
        assert getattr(tablas, name) is not None
    assert all(f"`{name}`" in PAGE or f"{name}(" in PAGE for name in tablas.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = tablas.chess


def test_a_game_is_said_in_the_words_of_the_table():
    game = new_game("backgammon").roll((3, 1))
    assert game.turn is Side.WHITE
    assert "8/5 6/5" in game.legal_plays()
    after = game.play("8/5 6/5")
    assert game.legal_plays()  # the game before is still itself
    assert after.turn is Side.BLACK
    assert after.legal_plays() == []
    doubled = after.double()
    assert doubled.to_act is Side.WHITE
    taken = doubled.take()
    assert (taken.state.cube.value, taken.state.cube.owner) == (2, Side.WHITE)
    result = doubled.drop().result
    assert result
    assert (result.winner, result.points) == (Side.BLACK, 1)
    assert taken.roll((6, 6)).state.dice == Dice(6, 6)
    assert len(list(taken.positions())) == 2


def test_what_cannot_be_said_now_is_refused_with_the_position():
    game = new_game("abak")
    with pytest.raises(IllegalAction, match="before the opening roll"):
        game.play("S8/5 N6/5")
    with pytest.raises(IllegalAction, match=r"in ED/OS/"):
        game.roll((2, 1)).double()
    with pytest.raises(NotationError, match="'chess'"):
        new_game("chess")


def test_an_opening_by_chance_has_a_winner_and_a_seed_repeats_it():
    games = [new_game("abak").roll(rng=random.Random(seed)) for seed in range(40)]
    assert {game.turn for game in games} == set(Side)
    assert games == [new_game("abak").roll(rng=random.Random(seed)) for seed in range(40)]


@pytest.mark.parametrize("name", ["abak", "backgammon", "abalone"])
def test_a_board_is_a_picture_in_a_notebook(name):
    game = new_game(name)
    assert game._repr_svg_().startswith("<svg")
    assert 'width="200"' in game.svg(width=200)


class Doubler:
    """Doubles whenever it may, takes everything, plays the first play."""

    name = "doubler"

    def choose(self, state):
        return next(iter(state.kind.rules.plays(state.position, state.dice).values()))

    def doubles(self, _state):
        return True

    def answer(self, _state):
        return Answer.RAISE


def test_a_game_is_played_with_the_cube_and_a_beaver_where_it_is_allowed():
    terms = Terms(stakes=Stakes(beavers=True))
    game = new_game("backgammon", terms)
    played = tablas.play_game(game, Doubler(), Doubler(), rng=random.Random(1))
    told = {type(entry.action).__name__ for entry in played.log}
    assert {"Doubled", "Beavered", "Took", "Played"} <= told
    assert played.result


def test_a_match_is_played_to_its_end_and_saved_and_loaded(tmp_path):
    white, black = (open_engine("abak", "greedy", seed).player for seed in (1, 2))
    match = tablas.play_match("abak", Match(length=2), white, black, rng=random.Random(3))
    assert max(match.score) == 2
    tablas.save(match, tmp_path / "match.jsonl")
    again = tablas.load(tmp_path / "match.jsonl")
    games, loaded = ([sheet.record.game for sheet in one.games] for one in (match, again))
    assert [game.state for game in games] == [game.state for game in loaded]
    money = tablas.play_match("abak", Match(), white, black, rng=random.Random(3))
    assert len(money.games) == 1


def test_an_engine_answers_about_a_game():
    engine = open_engine("backgammon", "greedy")
    game = new_game("backgammon").roll((3, 1))
    assert engine.analyse(game, plays=3)[0].play == "8/5 6/5"
    assert engine.choose(game) in game.legal_plays()
    before = game.play("8/5 6/5")
    assert 0.4 < engine.evaluate(before)[0] < 0.5
    assert engine.cube(before, plies=0).doubles is False
    with pytest.raises(IllegalAction, match="nobody is to play"):
        engine.choose(before)


def test_an_engine_of_a_game_without_dice_refuses_what_needs_them():
    engine = open_engine("abalone")
    assert engine.analyse(new_game("abalone"), seconds=0.05, plays=2)[0].play
    with pytest.raises(NotationError, match="played without dice"):
        engine.cube(new_game("abalone"))


def test_many_positions_in_one_call_are_the_same_as_one_by_one():
    engine = open_engine("abak")
    game = new_game("abak").roll((3, 1))
    positions = list(game.kind.rules.plays(game.position, game.state.dice))[:20]
    rows = game.kind.codec.encode_many(positions)
    together = engine.evaluate_many(positions)
    assert (together == engine.evaluate_many(rows)).all()
    assert together.shape == (20, 5)
    assert (together[3] == engine.evaluate_many(positions[3:4])[0]).all()


def test_there_are_twelve_examples_and_the_page_shows_each_as_it_is():
    assert len(EXAMPLES) == 12
    for example in EXAMPLES:
        assert example.read_text(encoding="utf-8").strip() in PAGE


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_runs(example, tmp_path, monkeypatch, capsys):
    text = example.read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= MOST_LINES
    assert kernel.paths()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example)])
    if "sys.argv[1]" in text:
        game = new_game("backgammon").roll((3, 1)).play("8/5 6/5")
        record = Record(game=game, white="one", black="other", date="2026-11-16", length=0)
        tablas.save(MatchSheet(games=(GameSheet(record=record),)), tmp_path / "game.jsonl")
        sys.argv.append("game.jsonl")
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_abalone_judges_many_positions_in_marbles():
    opened, game = open_engine("abalone"), new_game("abalone")
    after = game.play(game.legal_plays()[0])
    rows = opened.evaluate_many([game.position, after.position])
    assert rows.shape == (2, 1)
    assert opened.evaluate(game) == (pytest.approx(float(rows[0, 0])),)
    ahead = type(game.position)(game.position.own, frozenset(sorted(game.position.opp)[3:]), 0, 3)
    assert opened.evaluate_many([ahead])[0, 0] > rows[0, 0] + 1
