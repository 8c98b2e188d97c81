"""The kernel's rules of thumb are those of Python: terms, sums, plays and the cube."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from research.abak.self_play import SideBySide, dice_of, seeds_from

from samples import sample
from setups import SETUPS
from tablas import kernel
from tablas.abak import codec
from tablas.engine.abak.choosers import at_random, heuristic
from tablas.engine.abak.heuristic import (
    DOUBLE_FROM,
    OVER,
    TAKE_FROM,
    TOO_GOOD,
    WEIGHTS,
    chance,
    should_double,
    should_take,
    weigh,
)
from tablas.engine.abak.terms import NAMES, terms
from tablas.engine.abak.view import views
from tablas.errors import InvalidPosition

GAMES = sample(6)
LONGEST = 150  # turns of a game: a few lock up or go on for ever
SET_UPS = sample(150)
ROUNDING = 1e-4  # of a term: numbers are added up in another order
PIPS = 1e-3  # of all of them together
OF_CHANCE = 1e-6
SEED = 21


def met_by(chooser):
    """Boards with a roll from games of a player against itself, seen by who is to play."""
    start = np.repeat(kernel.abak.start()[None], GAMES, 0)
    games = SideBySide.of(GAMES).turns(
        start, (chooser, chooser), seeds_from(SEED, GAMES), longest=LONGEST
    )
    turns = list(games)
    return (
        np.concatenate([turn.before for turn in turns]),
        np.concatenate([turn.dice for turn in turns]),
    )


def set_up():
    """Boards that play hardly reaches: full bars, traps everywhere, many checkers off."""
    rng = random.Random(SEED)
    boards = codec.encode_many([SETUPS["abak"](rng) for _ in range(SET_UPS)])
    boards = boards[kernel.abak.outcomes(boards) == 0]
    return boards, dice_of(seeds_from(SEED, len(boards)), 1, opening=False)


@pytest.fixture(scope="module")
def rolls():
    """Every board after each of some thousand rolls, and where those of each roll begin."""
    parts = [met_by(at_random(SEED)), met_by(heuristic()), set_up()]
    boards, dice = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    assert len(boards) > 1000
    return kernel.abak.successors(boards, dice)


@pytest.fixture(scope="module")
def in_python(rolls):
    return terms(*views(rolls[0]))


def test_every_term_is_the_same(rolls, in_python):
    apart = np.abs(kernel.abak.heuristic_terms(rolls[0]) - in_python).max(0)
    assert dict(zip(NAMES, apart < ROUNDING, strict=True)) == dict.fromkeys(NAMES, True)


def test_the_sum_is_the_same_and_so_is_the_best_play(rolls, in_python):
    boards, offsets = rolls
    over = kernel.abak.outcomes(boards) != 0
    summed = np.where(over, -OVER, in_python @ weigh(WEIGHTS))  # who is to move has lost
    ours = kernel.abak.heuristic_evaluations(boards)[:, 0]
    assert over.any()
    assert np.abs(ours - summed).max() < PIPS
    for first, last in pairwise(offsets):
        chosen = first + ours[first:last].argmin()
        assert summed[chosen] - summed[first:last].min() < PIPS


def test_the_cube_is_turned_and_taken_alike(rolls):
    boards = rolls[0][:: len(rolls[0]) // 5000]
    chances, (ours, doubles, takes) = chance(boards), kernel.abak.heuristic_cube(boards).T
    assert np.abs(ours - chances).max() < OF_CHANCE
    sharp = np.array([DOUBLE_FROM, TOO_GOOD, 1 - TAKE_FROM])
    clear = (np.abs(chances[:, None] - sharp) > OF_CHANCE).all(1)
    assert ((doubles == should_double(boards)) | ~clear).all()
    assert ((takes == should_take(boards)) | ~clear).all()
    assert 0.01 < doubles.mean() < 0.99
    assert 0.01 < takes.mean() < 0.99


def test_a_faulty_board_is_refused_by_its_place():
    boards = np.repeat(kernel.abak.start()[None], 3, 0)
    boards[1] = 0
    with pytest.raises(InvalidPosition, match=r"boards\[1\]"):
        kernel.abak.heuristic_evaluations(boards)
