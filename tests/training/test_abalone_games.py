"""Self-play of Abalone inside the process: legal games, samples as the trainer writes them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablas import kernel
from tablas.engine.abalone.network import abalone_net

games = pytest.importorskip("tablas.training.abalone.games", exc_type=ImportError)
abalone = pytest.importorskip("tablas.training.abalone.train", exc_type=ImportError)


def test_a_shard_is_quiet_positions_of_whole_games_with_their_results():
    player = games.SearchingSide("hand", 60)
    samples = games.play_shard([player], [1, 0], 2)
    again = games.play_shard([games.SearchingSide("hand", 60)], [1, 0], 2)
    assert samples.tobytes() == again.tobytes()
    assert len(samples) > 50
    boards = np.stack([samples["own"], samples["opp"]], axis=1).view(np.uint8)
    assert kernel.abalone.validate(boards) is None
    assert set(np.unique(samples["result"])) <= {-1, 0, 1}
    following = kernel.abalone.successors(boards)[0]
    assert len(following) > len(boards)
    net = abalone_net()
    hand = net.judge(boards) - net.evaluate(boards)
    assert (samples["still"] == hand).all()


def test_of_two_players_the_guest_is_learnt_by_results_alone():
    players = [games.SearchingSide("hand", 40), games.SearchingSide("hand", 40)]
    samples = games.play_shard(players, [1, 1], 1)
    guest = samples["ply"] % 2 == 0  # game 0: the guest begins
    assert guest.any()
    assert (samples["score"][guest] == games.UNSCORED).all()
    assert (samples["score"][~guest] != games.UNSCORED).all()


def test_a_match_is_even_between_equals_and_not_against_fewer_nodes():
    result = games.match(games.SearchingSide("hand", 400), games.SearchingSide("hand", 5), 1, 3)
    assert result["won"] + result["drawn"] + result["lost"] == result["games"] == 6
    assert result["score"] > 0.5


def test_the_recipe_needs_no_trainer(tmp_path):
    plan = {
        "seed": 1, "trust": 0.75, "match_pairs": 1, "match_nodes": 40,
        "variants": [{"epochs": 1, "batch": 512, "rate": [0.003, 0.001]}],
        "rounds": [{"player": "hand", "nodes": 40, "shards": 1, "games": 2}],
    }  # fmt: skip
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(plan), encoding="utf-8")
    read = abalone.read_plan(path)
    facts = list(abalone.train(read, tmp_path / "run", device="cpu"))
    assert facts[0]["shard"] == 1
    assert facts[-1]["match"]["games"] == 2
    assert abalone_net(abalone.last_net(read, tmp_path / "run"))
