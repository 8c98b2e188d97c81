"""The luck of the dice in training: it is nothing on average, and is learnt; needs PyTorch."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablas import kernel

training = pytest.importorskip("tablas.training", exc_type=ImportError)
games = pytest.importorskip("tablas.training.game", exc_type=ImportError)
lucks = pytest.importorskip("tablas.training.luck", exc_type=ImportError)
selfplay = pytest.importorskip("tablas.training.selfplay", exc_type=ImportError)
shapes = pytest.importorskip("tablas.training.shape", exc_type=ImportError)
tensors = pytest.importorskip("tablas.training.tensors", exc_type=ImportError)
nets = pytest.importorskip("tablas.training.net", exc_type=ImportError)

OUTPUTS = 21 * 6  # the chances of every roll
PLAN = {
    "seed": 3,
    "nets": {"teacher": [32, 16], "student": [16, 16]},
    "luck": [24, 12],
    "products": ["luck"],
    "luck_rate": 0.002,
    "shards": 2,
    "games": 32,
    "turns": 4,
    "batch": 32,
    "share": 0.2,
    "match_every": 3,
    "match_pairs": 2,
    "stages": [
        {"windows": 4, "rate": [0.003, 0.001], "trust": [0.9, 0.9]},
        {"windows": 2, "rate": [0.001, 0.001], "exact": True, "games": 16, "batch": 16},
    ],
}


def random_luck(game, seed=1, size=60):
    """A net of luck with random weights, positions, and what somebody thinks of them."""
    torch, recipe = tensors.torch, games.game(game)
    shape = shapes.NetShape(recipe.inputs[1 if game == "abak" else -1], (16, 8), outputs=OUTPUTS)
    flat = nets.fresh(shape, recipe.active, seed)
    net = lucks.RollNet(recipe, flat + torch.randn(len(flat)) * 0.1, shape)
    boards = torch.from_numpy(recipe.unusual(np.random.default_rng(seed), size))
    logits = recipe.forbid(torch.randn(size, games.CLASSES), boards)
    return net, boards, logits.softmax(dim=1)


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_whatever_a_net_believes_its_luck_is_nothing_over_all_rolls(game):
    torch = tensors.torch
    net, boards, thought = random_luck(game)
    every = [net.luck(boards, torch.full((len(boards),), roll), thought) for roll in range(21)]
    by_roll, weights = torch.stack(every), torch.tensor(selfplay.WEIGHTS).float()
    assert by_roll.abs().max() > 0.01  # it does believe something
    mean = torch.einsum("rbc,r->bc", by_roll, weights)
    assert torch.allclose(mean, torch.zeros_like(mean), atol=1e-6)
    # Nor does a roll change the sum of the chances, or what cannot happen any more.
    assert by_roll.sum(dim=2).abs().max() < 1e-5
    assert (by_roll[:, games.game(game).impossible(boards)] == 0).all()


def test_luck_is_taken_from_a_target_and_from_those_before_it():
    torch = tensors.torch
    table = selfplay.SelfPlay([None], tensors.device_called("cpu"))
    rng, flip = np.random.default_rng(3), table.flip
    chances = [torch.from_numpy(rng.dirichlet(np.ones(6), 2)).float() for _ in range(2)]
    no, dice = torch.zeros(2, dtype=torch.bool), torch.zeros(2, dtype=torch.long)

    def targets(*luck):
        turns = [
            selfplay.SeenTurn(torch.zeros(2, 64), after, after, no, dice, luck=of_turn)
            for after, of_turn in zip(chances, luck, strict=True)
        ]
        return table.targets(turns, 0.8).split(2)

    nothing, some = torch.zeros(2, 6), torch.randn(2, 6)
    plain, of_last, of_first = targets(None, None), targets(nothing, some), targets(some, nothing)
    assert torch.allclose(of_last[1], plain[1] - some)
    assert torch.allclose(of_last[0], plain[0] - 0.8 * some[:, flip], atol=1e-6)
    assert torch.allclose(of_first[0], plain[0] - some)
    assert torch.allclose(of_first[1], plain[1])


def test_the_rolls_of_positions_are_learnt():
    """Positions of one kind: who bears off is lucky with high rolls, and with doubles."""
    torch, recipe, rng = tensors.torch, games.game("backgammon"), np.random.default_rng(1)
    boards = np.zeros((400, 32), np.uint8)
    for board in boards:
        for side in (0, 1):
            places = rng.integers(1, 7, 6)  # six checkers at home, nine borne off
            counts = [9, *(int((places == place).sum()) for place in range(1, 7)), *[0] * 19]
            nibbles = [low | high << 4 for low, high in zip(counts[::2], counts[1::2], strict=True)]
            board[16 * side : 16 * side + 13] = nibbles
    assert kernel.backgammon.outcomes(boards).max() == 0  # nobody has won yet
    there = np.repeat(boards, 21, axis=0)
    dice = np.tile(np.arange(21), len(boards))
    pips = selfplay.ROLLS.sum(axis=1) * (1 + (selfplay.ROLLS[:, 0] == selfplay.ROLLS[:, 1]))
    win = 1 / (1 + np.exp(-(pips[dice] - 8) / 4))
    after = np.zeros((len(there), games.CLASSES), np.float32)
    after[:, 0], after[:, 3] = win, 1 - win
    shape = shapes.NetShape(recipe.inputs[-1], (32, 16), products=True, outputs=OUTPUTS)
    learner = lucks.RollLearner(recipe, shape, 1, tensors.device_called("cpu"), 256)
    learner.rate.fill_(0.003)
    learner.pull.fill_(1.0)
    thought = torch.full((256, games.CLASSES), 1 / games.CLASSES)
    for _ in range(150):
        rows = rng.integers(len(there), size=256)
        learner.learn_rolls(
            torch.from_numpy(there[rows]), torch.from_numpy(dice[rows]), thought,
            torch.from_numpy(after[rows]),
        )  # fmt: skip
    net = lucks.RollNet(recipe, learner.mean, learner.shape)
    flat = torch.full((len(there), games.CLASSES), 1 / games.CLASSES)
    seen = net.luck(torch.from_numpy(there), torch.from_numpy(dice), flat)[:, 0].numpy()
    truth = win - (win.reshape(-1, 21) @ selfplay.WEIGHTS).repeat(21)
    assert np.square(seen - truth).mean() < np.square(truth).mean() / 10


def test_a_run_without_luck_that_was_stopped_gives_the_same_weights(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    read, exported = training.DicePlan.read(path), {}
    for name, stops in (("whole", [99]), ("pieces", [2, 99])):
        for windows in stops:
            *reports, _ = training.train(
                "backgammon", read, tmp_path / name, device="cpu", windows=windows
            )
        for net in ("teacher", "student", "luck"):
            out = tmp_path / f"{name}-{net}.safetensors"
            training.export("backgammon", read, tmp_path / name, net, out)
            exported[name, net] = out.read_bytes()
    for net in ("teacher", "student", "luck"):
        assert exported["whole", net] == exported["pieces", net]
    with_luck, without = reports[0].noise
    assert with_luck > 0
    assert without > 0
    plain = training.DicePlan.read(_written(tmp_path, {"luck": [], "products": []}))
    *_, report, _ = training.train("backgammon", plain, tmp_path / "plain", device="cpu")
    training.export("backgammon", plain, tmp_path / "plain", "teacher", tmp_path / "out")
    assert report.noise is None
    assert (tmp_path / "out").read_bytes() != exported["whole", "teacher"]


def _written(folder, changes):
    path = folder / "changed.json"
    path.write_text(json.dumps(PLAN | changes), encoding="utf-8")
    return path
