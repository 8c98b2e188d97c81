"""OpenSpiel's own random simulations and API test of every game, in steps and in whole turns."""

from __future__ import annotations

import unittest

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")

from open_spiel.integration_tests import api_test

import tablas.envs.open_spiel  # registers the games
from documents import blocks
from tablas import kernel
from tablas.games import NAMES, kind
from tablas.values import Dice

# OpenSpiel looks at every state in many ways: forty turns take seconds.
PARAMETERS = [(name, {"max_turns": 40}) for name in NAMES]
DICE_GAMES = [name for name in NAMES if kind(name).dice]
PARAMETERS += [(name, {"max_turns": 40, "cube": True}) for name in DICE_GAMES]
PARAMETERS += [(name, {"max_turns": 40, "match_length": 3}) for name in DICE_GAMES]
WHOLE_TURNS = {"max_turns": 40, "afterstates": True, "cube": True}
PARAMETERS += [(name, WHOLE_TURNS) for name in DICE_GAMES]


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS, ids=str)
def test_random_simulations_pass(name, parameters):
    game = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name, parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "parameters"), PARAMETERS, ids=str)
def test_the_api_test_passes(name, parameters):
    game = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name, parameters)
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.failures
    assert not result.errors
    assert not result.skipped


def random_states(name, parameters, count):
    """States of random games, chance's among them."""
    game = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name, parameters)
    rng, state = np.random.default_rng(1), game.new_initial_state()
    for _ in range(count):
        yield state
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            state = game.new_initial_state()


@pytest.mark.parametrize("name", DICE_GAMES)
def test_whole_turns_are_the_afterstates_of_the_kernel(name):
    for state in random_states(name, {"afterstates": True}, 200):
        if state.is_chance_node():
            continue
        row = state.loaded().fields[0]
        board = np.frombuffer(bytes(row["board"]), np.uint8)[None]
        after, _ = getattr(kernel, name).successors(board, row["dice"][None].copy())
        children = [state.child(action) for action in state.legal_actions()]
        reached = {bytes(child.loaded().fields[0]["board"]) for child in children}
        assert reached == {one.tobytes() for one in after}
        assert len(children) == len(after)


@pytest.mark.parametrize("name", DICE_GAMES)
def test_whole_turns_and_steps_are_named_as_people_write_them(name):
    rules, notation = kind(name).rules, kind(name).notation
    opening = 6 * (3 - 1) + 1 - 1  # White throws 3, Black 1
    turn = pyspiel.load_game(f"tablas_{name}(afterstates=true)").new_initial_state()
    turn.apply_action(opening)
    named = {turn.action_to_string(action) for action in turn.legal_actions()}
    start, dice = rules.start(), turn.loaded().fields[0]["dice"]
    plays = rules.plays(start, Dice(*map(int, dice)))
    assert named == {notation.write(start, play) for play in plays.values()}
    step = pyspiel.load_game(f"tablas_{name}").new_initial_state()
    step.apply_action(opening)
    assert step.action_to_string(23) == "source 23 with the 3"


@pytest.mark.parametrize("name", DICE_GAMES)
def test_the_cube_is_asked_between_whole_turns(name):
    asked = set()
    for state in random_states(name, {"afterstates": True, "cube": True}, 400):
        if not state.is_chance_node():
            asked |= {state.action_to_string(action) for action in state.legal_actions()}
    assert asked >= {"no double", "double", "take", "drop"}


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(DICE_GAMES)))
def test_moves_are_named_as_people_write_them(name):
    state = pyspiel.load_game(tablas.envs.open_spiel.PREFIX + name).new_initial_state()
    rules, notation, start = kind(name).rules, kind(name).notation, kind(name).rules.start()
    named = {state.action_to_string(action) for action in state.legal_actions()}
    assert named == {notation.write(start, play) for play in rules.plays(start).values()}


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


def test_the_example_of_the_page_runs():
    (example,) = (
        block for block in blocks("docs/environments.md", "python") if "import pyspiel" in block
    )
    exec(compile(example, "docs/environments.md", "exec"), {})
