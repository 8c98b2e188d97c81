"""Trials of other Abalone networks; they need PyTorch, which the package does not."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from tablas.errors import NotationError

other_networks = pytest.importorskip("research.abalone.other_networks", exc_type=ImportError)
network = pytest.importorskip("tablas.training.abalone.network", exc_type=ImportError)
samples = pytest.importorskip("tablas.training.abalone.samples", exc_type=ImportError)
styles = pytest.importorskip("tablas.training.abalone.styles", exc_type=ImportError)
torch = pytest.importorskip("torch")


def test_pairs_of_64_are_the_network_of_the_kernel():
    plain, other = network.Network(3), other_networks.network_called("pairs:64", 3)
    other.load_state_dict(plain.state_dict(), strict=False)
    boards = styles.starting_boards()
    with torch.no_grad():
        assert torch.equal(plain(*boards), other(*boards))


@pytest.mark.parametrize(
    ("name", "inputs"), [("clipped:32", 64), ("squares:32", 64), ("pairs:32,16", 32)]
)
def test_every_kind_tells_the_starts_apart(name, inputs):
    made = other_networks.network_called(name)
    assert made.hidden.shape == (32, inputs)
    with torch.no_grad():
        assert len(set(made(*styles.starting_boards()).tolist())) > 5


@pytest.mark.parametrize("name", ["pairs", "pairs:31", "cubes:32", "pairs:0"])
def test_a_network_that_does_not_exist_is_refused(name):
    with pytest.raises(NotationError, match="KIND:WIDTH"):
        other_networks.network_called(name)


def test_a_trial_learns_and_tells_its_loss(tmp_path, monkeypatch, capsys):
    rng = np.random.default_rng(1)
    rows = np.zeros(4000, samples.SAMPLE)
    own = rng.integers(0, 1 << 61, len(rows), dtype=np.uint64)
    rows["own"], rows["opp"] = own, ~own & np.uint64((1 << 61) - 1)
    rows["score"] = np.where(own & np.uint64(1 << 30), 200, -200)
    rows.tofile(tmp_path / "shard.bin")
    order = ["squares:8", "--shards", str(tmp_path), "--folder", str(tmp_path / "made")]
    order += ["--epochs", "3", "--rate", "0.02", "0.01", "--device", "cpu"]
    monkeypatch.setattr(sys, "argv", ["other_networks", *order])
    other_networks.main()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    losses = [line["held_out"] for line in lines if "epoch" in line]
    assert losses[-1] < losses[0]
    assert (tmp_path / "made" / "squares-8" / "round0-0.safetensors").exists()
