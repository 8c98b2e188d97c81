"""Trial nets for Abak learn, each of its kind; needs PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from tablas.abak import codec, formats
from tablas.abak.position import TEAM

other_nets = pytest.importorskip("research.abak.other_nets", exc_type=ImportError)
point_nets = pytest.importorskip("research.abak.point_nets", exc_type=ImportError)
export = pytest.importorskip("tablas.training.export", exc_type=ImportError)
plans = pytest.importorskip("tablas.training.plan", exc_type=ImportError)
shapes = pytest.importorskip("tablas.training.shape", exc_type=ImportError)
games = pytest.importorskip("tablas.training.game", exc_type=ImportError)
tensors = pytest.importorskip("tablas.training.tensors", exc_type=ImportError)


def lessons():
    """Boards, and chances that are possible there."""
    torch, recipe = tensors.torch, games.game("abak")
    rng = np.random.default_rng(4)
    boards = torch.from_numpy(recipe.unusual(rng, 64))
    settled = recipe.forbid(torch.from_numpy(rng.normal(size=(64, 6))).float() * 2, boards)
    return boards, settled.softmax(dim=1)


def learnt(net, boards, chances, rate=0.01):
    """The loss before each of forty steps on one batch."""
    net.rate.fill_(rate)
    losses = []
    for _ in range(40):
        net.loss.zero_()
        net.learn(boards, chances)
        losses.append(float(net.loss))
    return losses


@pytest.mark.parametrize(
    "name", ["relu:16,8", "product:16,8", "sets:16,8", "shots:16,8", "mixer:8,2,16", "stacks:16,8"]
)
def test_a_net_of_each_kind_learns_a_batch(name, tmp_path):
    plan = plans.DicePlan(1, {}, 1, 1, 1, 64, 0, 1, 1, ())
    net = other_nets.net_called(
        name, games.game("abak"), plan, tmp_path, tensors.device_called("cpu")
    )
    losses = learnt(net, *lessons(), rate=0.003 if name.startswith("mixer") else 0.01)
    # Chance alone is ln 6 where all six results are possible, and less where they are not.
    assert losses[0] <= np.log(6) + 0.01
    assert losses[-1] < losses[0] - 0.2


def test_a_reader_of_stacks_changes_nothing_at_first_and_learns(tmp_path):
    torch, recipe, device = tensors.torch, games.game("abak"), tensors.device_called("cpu")
    shape = shapes.NetShape(recipe.inputs[1], (16, 16))
    flat = torch.randn(sum(r * c + r for r, c in shape.layers)) * 0.1
    export.save_weights(tmp_path / "small.safetensors", flat, shape)
    plan = plans.DicePlan(1, {}, 1, 1, 1, 64, 0, 1, 1, ())
    nets = [
        other_nets.net_called(name, recipe, plan, tmp_path, device)
        for name in ("goes-on:small", "added:small,8")
    ]
    boards, chances = lessons()
    before, added = (point_nets.Opinion(net).chances(boards) for net in nets)
    assert torch.allclose(before, added, atol=1e-6)
    losses = learnt(nets[1], boards, chances, rate=0.003)
    assert losses[-1] < losses[0] - 0.2
    *_, into_sums = nets[1].added
    assert into_sums.abs().max() > 0


def test_a_blot_in_front_of_one_soldier_is_hit_by_one_number():
    rest = "".join(sorted("".join(letter * n for letter, n in TEAM.items()).replace("S", "", 1)))
    text = f"4/S/4/s/14 -/- {rest}/{rest.lower()} w"
    boards = codec.encode_many([formats.read(text).position])
    shots = other_nets.Shots(tensors.device_called("cpu"))
    rows = shots(tensors.torch.from_numpy(boards.copy())).view(2, 4, 24)
    # Five apart: the mover's soldier on 20 hits on 15, the other hits back; 1-4 and 2-3 do, too.
    for side, hit in ((0, 15), (1, 20)):
        once, twice, thrice, combined = (np.flatnonzero(row) + 1 for row in rows[side].numpy())
        assert once.tolist() == combined.tolist() == [hit]
        assert twice.size == thrice.size == 0
