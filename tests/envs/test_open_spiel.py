"""OpenSpiel's own random simulations of every game."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")

import tablas.envs.open_spiel  # registers the games
from tablas.games import NAMES, kind

# OpenSpiel looks at every state in many ways: forty turns take seconds.
PARAMETERS = [(name, {"max_turns": 40}) for name in NAMES]
PARAMETERS += [(name, {"max_turns": 40, "cube": True}) for name in NAMES if kind(name).dice]
PARAMETERS += [(name, {"max_turns": 40, "match_length": 3}) for name in NAMES if kind(name).dice]


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS, ids=str)
def test_random_simulations_pass(name, parameters):
    game = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name, parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_chance_sums_to_one_and_a_clone_stays_where_it_is(name):
    state = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name).new_initial_state()
    rng = np.random.default_rng(1)
    for _ in range(60):
        clone, board = state.clone(), str(state)
        actions = state.legal_actions()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert [action for action, _ in outcomes] == actions
        state.apply_action(int(rng.choice(actions)))
        assert str(clone) == board
        assert clone.legal_actions() == actions


@pytest.mark.parametrize("name", NAMES)
def test_an_observer_sees_the_planes(name):
    game = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name)
    state, observer = game.new_initial_state(), game.make_py_observer()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for player in (0, 1):
        observer.set_from(state, player)
        expected, _ = state.loaded().seen_by(player)
        assert (observer.dict["planes"] == expected[0]).all()
        assert expected.any()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_ends_with_what_was_won(name):
    state = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name).new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    white, black = state.returns()
    assert white == -black
    assert abs(white) in ((1, 2, 3) if kind(name).dice else (0, 1))
