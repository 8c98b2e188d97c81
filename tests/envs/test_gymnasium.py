"""Gymnasium's vector form: its spaces, its seeds, its restarts, and wrappers made for any."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip(
    "gymnasium", reason="needs the extra `env`: pip install tablas[env]"
)

from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tablas import envs
from tablas.errors import IllegalAction
from tablas.games import NAMES, kind

SEEN = [(name, "planes") for name in NAMES]
SEEN += [(name, "features") for name in NAMES if kind(name).dice]


def allowed_actions(seen: dict, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)


@pytest.mark.parametrize(("game", "observation"), SEEN)
def test_what_it_gives_lies_in_its_spaces(game, observation):
    env, rng = envs.vector(game, num_envs=16, observation=observation), np.random.default_rng(1)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = env.reset(seed=3)
    for _ in range(200):
        assert seen in env.observation_space
        assert {key: value[0] for key, value in seen.items()} in env.single_observation_space
        assert set(info["player"]) <= {0, 1, 2}
        actions = allowed_actions(seen, rng)
        assert actions in env.action_space
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (16,)
        assert terminated.dtype == truncated.dtype == np.bool_


@pytest.mark.parametrize("game", NAMES)
def test_a_seed_names_one_run(game):
    runs = []
    for threads in (1, 2):
        env, rng = envs.vector(game, num_envs=600, threads=threads), np.random.default_rng(1)
        run = [env.reset(seed=5)]
        for _ in range(30):
            run.append(env.step(allowed_actions(run[-1][0], rng)))
        runs.append(run)
    assert data_equivalence(runs[0], runs[1], exact=True)
    if kind(game).dice:
        other, _ = envs.vector(game, num_envs=600).reset(seed=6)
        assert not data_equivalence(runs[0][0][0], other, exact=True)


@pytest.mark.parametrize("game", NAMES)
def test_what_it_gave_is_not_written_over(game):
    env = envs.vector(game, num_envs=4)
    first, _ = env.reset(seed=1)
    kept = {key: value.copy() for key, value in first.items()}
    env.step(allowed_actions(first, np.random.default_rng(0)))
    assert data_equivalence(first, kept, exact=True)
    thrifty = envs.vector(game, num_envs=4, copy=False)
    one, _ = thrifty.reset(seed=1)
    two, *_ = thrifty.step(allowed_actions(one, np.random.default_rng(0)))
    assert one["observation"] is two["observation"]


def won(env, which: np.ndarray) -> np.ndarray:
    """What the last to act won in these games: the board is seen by the other side by now."""
    points = env.episodes.fields["points"][which].astype(int)
    return np.where(env.episodes.fields["mover"][which] == 1, points, -points)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_that_is_over_begins_anew_at_the_next_step(game):
    env, rng = envs.vector(game, num_envs=8), np.random.default_rng(2)
    seen, _ = env.reset(seed=2)
    start, ended, begun_anew = env.episodes.kind.rules.start(), np.zeros(8, bool), 0
    for _ in range(1500):
        seen, rewards, terminated, truncated, _ = env.step(allowed_actions(seen, rng))
        assert not truncated.any()
        assert (rewards[ended] == 0).all()
        assert not terminated[ended].any()
        begun_anew += sum(env.episodes.position(i).position == start for i in np.flatnonzero(ended))
        assert (rewards[terminated] == won(env, terminated)).all()
        assert (rewards[~terminated] == 0).all()
        assert not seen["action_mask"][terminated].any()
        ended = terminated
    assert begun_anew >= 8


@pytest.mark.parametrize("game", NAMES)
def test_only_the_games_of_a_reset_mask_begin_anew(game):
    env, rng = envs.vector(game, num_envs=4), np.random.default_rng(2)
    seen, _ = env.reset(seed=2)
    for _ in range(20):
        seen, *_ = env.step(allowed_actions(seen, rng))
    before = env.episodes.states.copy()
    env.reset(options={"reset_mask": np.array([True, False, True, False])})
    assert (env.episodes.states == before).all(axis=1).tolist() == [False, True, False, True]


@pytest.mark.parametrize("game", NAMES)
def test_wrappers_for_any_vector_environment_work(game):
    env = DictInfoToList(RecordEpisodeStatistics(envs.vector(game, num_envs=8)))
    rng, lengths = np.random.default_rng(2), []
    seen, _ = env.reset(seed=2)
    for _ in range(900):
        seen, _, terminated, _, infos = env.step(allowed_actions(seen, rng))
        lengths += [
            info["episode"]["l"] for info, end in zip(infos, terminated, strict=True) if end
        ]
    assert len(lengths) >= 8
    assert all(length > 30 for length in lengths)


@pytest.mark.parametrize("game", NAMES)
def test_an_illegal_action_names_its_game(game):
    env = envs.vector(game, num_envs=4)
    seen, _ = env.reset(seed=2)
    actions = allowed_actions(seen, np.random.default_rng(0))
    actions[2] = wrong = seen["action_mask"][2].argmin()
    with pytest.raises(IllegalAction, match=f"episode 2: action {wrong} is not allowed, only"):
        env.step(actions)
    forgiving = envs.vector(game, num_envs=4, illegal="forfeit")
    forgiving.reset(seed=2)
    _, rewards, terminated, *_ = forgiving.step(actions)
    assert rewards.tolist() == [0, 0, -1, 0]
    assert terminated.tolist() == [False, False, True, False]


@pytest.mark.parametrize("game", NAMES)
def test_other_libraries_share_the_arrays_by_dlpack(game):
    games = envs.Episodes(game, 4, seed=1)
    seen, masks = np.from_dlpack(games.observations), np.from_dlpack(games.masks)
    games.act(games.masks.argmax(axis=1))
    assert (seen == games.observations).all()
    assert np.shares_memory(masks, games.masks)
