"""Dead hidden units are found and taken out of a net's file."""

from __future__ import annotations

import numpy as np
import pytest

from product_nets import product_tensors
from tablas.engine import weights
from tablas.engine.stored_nets import slimmed, written

prune_nets = pytest.importorskip("tools.checks.prune_nets", exc_type=ImportError)


@pytest.fixture(autouse=True)
def few_boards(monkeypatch):
    monkeypatch.setattr(prune_nets, "SEEDS", range(1))
    monkeypatch.setattr(prune_nets, "ROLLS", 50)
    monkeypatch.setattr(prune_nets, "UNUSUAL", 100)


@pytest.mark.parametrize(("game", "inputs"), [("backgammon", 312), ("abak", 1824)])
def test_silent_units_go_by_panels_and_nothing_changes(tmp_path, game, inputs):
    path = tmp_path / f"{game}-trial.safetensors"
    tensors = product_tensors(inputs, (64, 96, 64))
    tensors["layer1.bias"][5:45] = -1000.0
    tensors["layer2.bias"][:33] = -1000.0
    path.write_bytes(written(slimmed(tensors)))
    data = prune_nets.pruned(path)
    left = weights.tensors(data)
    assert left["layer1.weight"].shape == (64, 64)
    assert left["layer2.weight"].shape == (32, 64)
    assert left["layer3.weight"].shape == (6, 32)
    fewer = tmp_path / f"{game}-fewer.safetensors"
    fewer.write_bytes(data)
    net = weights.net_from(path, game)
    boards = prune_nets.looked_at(game, net)
    one, other = (each.evaluate(boards) for each in (net, weights.net_from(fewer, game)))
    assert np.abs(one - other).max() < 1e-3


def test_a_net_whose_units_all_speak_stays_as_it_is(tmp_path):
    path = tmp_path / "backgammon-trial.safetensors"
    tensors = product_tensors(312, (64, 32, 32))
    for layer in (1, 2):
        tensors[f"layer{layer}.bias"] += 1
    path.write_bytes(written(slimmed(tensors)))
    assert prune_nets.pruned(path) == path.read_bytes()
