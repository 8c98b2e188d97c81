"""Trial nets for Abak learn, each of its kind; needs PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from tablas.abak import codec, formats
from tablas.abak.position import TEAM

other_nets = pytest.importorskip("research.abak.other_nets", exc_type=ImportError)
games = pytest.importorskip("tablas.training.game", exc_type=ImportError)
tensors = pytest.importorskip("tablas.training.tensors", exc_type=ImportError)


@pytest.mark.parametrize("kind", ["relu", "product", "sets", "shots"])
def test_a_net_of_each_kind_learns_a_batch(kind):
    torch, recipe = tensors.torch, games.game("abak")
    rng = np.random.default_rng(4)
    boards = torch.from_numpy(recipe.unusual(rng, 64))
    settled = recipe.forbid(torch.from_numpy(rng.normal(size=(64, 6))).float() * 2, boards)
    net = other_nets.TrialNet(recipe, kind, (16, 8), 1, tensors.device_called("cpu"), 64)
    net.rate.fill_(0.01)
    losses = []
    for _ in range(40):
        net.loss.zero_()
        net.learn(boards, settled.softmax(dim=1))
        losses.append(float(net.loss))
    # Chance alone is ln 6 where all six results are possible, and less where they are not.
    assert losses[0] <= np.log(6) + 0.01
    assert losses[-1] < losses[0] - 0.2


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
