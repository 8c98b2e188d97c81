"""The problems of the package: enough of them, legal, clear, graded, themed; and their mining."""

from __future__ import annotations

import itertools
import random

import pytest
from tools.problems import dice_games, search_games
from tools.problems.__main__ import spread

from samples import sample
from tablas.engine.engines import engine
from tablas.errors import NotationError
from tablas.games import NAMES, kind
from tablas.problems import packaged, problem_named, problem_of
from tablas.problems.problem import CUBE_ANSWERS
from tablas.review.themes import CUBE, play_themes, themes_of

FEWEST = 300
SURE = 4  # standard errors
MARGINS = {True: 0.06, False: 0.08}  # in points with dice, else of the game


@pytest.mark.parametrize("game", NAMES)
def test_a_set_is_large_and_every_answer_clear_and_graded(game):
    problems, dice = packaged(game), kind(game).dice
    assert len({one.id for one in problems}) == len(problems) >= FEWEST
    levels = sum(level.grades for level in engine(game).levels)
    for one in problems:
        assert one.margin >= MARGINS[dice]
        assert not dice or one.margin >= SURE * one.error
        assert one.effort >= (36 if dice else 6)
        assert (len(one.solved), one.solved.isdigit()) == (levels, True)
        assert set(one.themes) <= set(themes_of(game))
        assert one.about_cube == (CUBE in one.themes)
        assert problem_named(one.id) is one
    ratings = [one.first_rating for one in problems]
    assert ratings == sorted(ratings)
    assert len({one.grade for one in problems}) >= 4
    assert len({one.themes[0] for one in problems}) >= 5


@pytest.mark.parametrize("game", NAMES)
def test_the_answers_of_a_set_are_legal_and_their_themes_are_those_of_the_code(game):
    plays = [one for one in packaged(game) if not one.about_cube]
    for one in random.Random(7).sample(plays, sample(8)):
        state = one.state()
        play = state.kind.notation.read(state.position, state.dice, one.best, state.turn)
        assert state.kind.rules.why_illegal(state.position, state.dice, play) is None
        assert play_themes(game, state.position, state.dice, play) == one.themes


def test_a_problem_is_a_line_and_the_line_is_the_problem():
    for one in packaged("abak")[:20]:
        assert problem_of("abak", one.line()) == one
    with pytest.raises(NotationError, match="found 2 fields, expected 8"):
        problem_of("abak", "a\tb")


@pytest.mark.parametrize(
    ("miner", "game", "seed"),  # seeds that meet a problem soon
    [(dice_games, "backgammon", 3), (search_games, "abalone", 13)],
    ids=["dice", "none"],
)
def test_mining_finds_the_same_problem_with_the_same_seed(miner, game, seed):
    first, again = (next(miner.mined(game, seed)) for _ in range(2))
    assert first == again
    assert first.best in CUBE_ANSWERS or first.state().kind.name == game


def test_a_choice_is_spread_over_grades_and_themes():
    problems = list(packaged("backgammon"))
    chosen = spread(problems, 60)
    cells = {(one.grade, one.themes[0]) for one in problems}
    assert len(chosen) == 60
    assert {(one.grade, one.themes[0]) for one in chosen} == cells or len(cells) > 60
    assert not any(a is b for a, b in itertools.combinations(chosen, 2))
