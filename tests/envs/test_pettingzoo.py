"""PettingZoo's own tests, run on every game in both of its forms."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra `env`: pip install tablas[env]")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from tablas import envs
from tablas.errors import IllegalAction
from tablas.games import NAMES, kind

WITH_DICE = [{}, {"cube": True}, {"cube": True, "match_length": 3}, {"observation": "features"}]
WITHOUT = [{}, {"target": 2, "quiet": 30, "quiet_decides": True}]
CASES = [(name, case) for name in NAMES for case in (WITH_DICE if kind(name).dice else WITHOUT)]


# PettingZoo expects a Box by itself, except of its own games, which have masks in the same way.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_the_aec_form_passes_the_api_test(game, options):
    api_test(envs.aec(game, **options), num_cycles=300)


@pytest.mark.parametrize("game", NAMES)
def test_the_aec_form_passes_the_seed_test(game):
    seed_test(lambda: envs.aec(game), num_cycles=200)


@pytest.mark.parametrize("game", NAMES)
def test_the_aec_form_passes_the_render_test(game, capsys):
    render_test(lambda render_mode: envs.aec(game, render_mode=render_mode))
    assert "White" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_the_parallel_form_passes_the_api_test(game, options):
    parallel_api_test(envs.parallel(game, **options), num_cycles=400)


@pytest.mark.parametrize("game", NAMES)
def test_the_parallel_form_passes_the_seed_test(game):
    parallel_seed_test(lambda: envs.parallel(game, illegal="forfeit"), num_cycles=100)


def played_out(env, rng: np.random.Generator) -> list[dict[str, float]]:
    """The rewards of every step of a random game."""
    rewards = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        allowed = np.flatnonzero(seen["action_mask"])
        env.step(int(rng.choice(allowed)))
        rewards.append(dict(env.rewards))
        assert agent in env.possible_agents
    return rewards


@pytest.mark.parametrize("game", NAMES)
def test_a_game_ends_with_what_one_side_wins_and_the_other_loses(game):
    env, rng = envs.aec(game), np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        rewards = played_out(env, rng)
        assert all(step == {"white_0": 0, "black_1": 0} for step in rewards[:-1])
        assert abs(rewards[-1]["white_0"]) in ((1, 2, 3) if kind(game).dice else (0, 1))
        assert rewards[-1]["white_0"] == -rewards[-1]["black_1"]


def refused_action(env) -> int:
    """The first action that is not allowed now."""
    return int(env.last()[0]["action_mask"].argmin())


@pytest.mark.parametrize("game", NAMES)
def test_an_illegal_action_is_refused_with_the_board(game):
    env = envs.aec(game)
    env.reset(seed=1)
    first = refused_action(env)
    with pytest.raises(IllegalAction, match=f"action {first} is not allowed, only") as refused:
        env.step(first)
    assert env.unwrapped._seats.episodes.text(0) in str(refused.value)


@pytest.mark.parametrize("game", NAMES)
def test_an_illegal_action_loses_the_game_where_that_was_agreed(game):
    env = envs.aec(game, illegal="forfeit")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(refused_action(env))
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize("game", NAMES)
def test_a_limit_of_turns_truncates(game):
    env = envs.aec(game, max_turns=4)
    env.reset(seed=1)
    played_out(env, np.random.default_rng(1))
    assert env.unwrapped._seats.episodes.fields["turns"][0] == 4
    assert env.unwrapped._seats.truncated


@pytest.mark.parametrize("game", NAMES)
def test_an_option_that_a_game_does_not_have_is_named(game):
    with pytest.raises(IllegalAction, match=f"option 'colour': an environment of {game} knows"):
        envs.aec(game, colour="red")
