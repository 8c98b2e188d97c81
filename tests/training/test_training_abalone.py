"""The recipe for the Abalone network in miniature; needs PyTorch, which the package does not."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tablas.engine.abalone.network import abalone_net
from tablas.engine.weights import tensors
from tablas.errors import NotationError
from tree import ROOT

abalone = pytest.importorskip("tablas.training.abalone.train", exc_type=ImportError)
lines = pytest.importorskip("tablas.training.abalone.lines", exc_type=ImportError)
network = pytest.importorskip("tablas.training.abalone.network", exc_type=ImportError)
samples = pytest.importorskip("tablas.training.abalone.samples", exc_type=ImportError)
styles = pytest.importorskip("tablas.training.abalone.styles", exc_type=ImportError)
torch = pytest.importorskip("torch")

PACKAGED = ROOT / "src" / "tablas" / "engine" / "weights" / "abalone.safetensors"
TRAINER = ROOT / "build" / "kernel" / "abalone_trainer"
PLAN = {
    "seed": 1,
    "trust": 0.75,
    "match_pairs": 1,
    "match_nodes": 100,
    "variants": [{"epochs": 2, "batch": 512, "rate": [0.003, 0.001]}],
    "rounds": [{"player": "hand", "nodes": 100, "shards": 2, "games": 3}],
}

pytestmark = pytest.mark.skipif(
    not TRAINER.exists(), reason="training needs the built abalone_trainer (make cpp)"
)


def test_a_run_that_was_stopped_gives_the_same_network(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    plan = abalone.AbalonePlan.read(path)
    for name, stops in (("whole", [9]), ("pieces", [1, 9])):
        for epochs in stops:
            lines = list(abalone.train(plan, tmp_path / name, TRAINER, device="cpu", epochs=epochs))
        log = (tmp_path / name / "log.jsonl").read_text(encoding="utf-8").splitlines()
        assert lines == [json.loads(line) for line in log[-len(lines) :]]
        assert lines[-1]["against"] == "hand"
    whole, pieces = (tmp_path / name / "round0.safetensors" for name in ("whole", "pieces"))
    assert whole.read_bytes() == pieces.read_bytes()
    assert abalone_net(whole)


def test_a_plan_goes_on_from_a_network(tmp_path):
    path = tmp_path / "plan.json"
    still = [{"epochs": 1, "batch": 512, "rate": [0.0, 0.0]}]
    path.write_text(
        json.dumps(PLAN | {"begin_with": str(PACKAGED), "variants": still}), encoding="utf-8"
    )
    list(abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu"))
    assert (tmp_path / "round0.safetensors").read_bytes() == PACKAGED.read_bytes()


def test_a_wider_network_learns(tmp_path):
    path = tmp_path / "plan.json"
    wide = [{"epochs": 1, "batch": 512, "rate": [0.003, 0.001], "width": 48}]
    path.write_text(json.dumps(PLAN | {"variants": wide}), encoding="utf-8")
    run = abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu")
    for facts in run:
        if facts.get("variant") == 0 and "train_seconds" not in facts and "epoch" not in facts:
            break  # the match would need a kernel of that width
    made = tensors((tmp_path / "round0.safetensors").read_bytes())
    assert made["bias"].shape == (48,)
    assert made["hidden"].shape == (32, 96)


def test_guests_have_one_side_and_are_written_down_without_a_score(tmp_path):
    path = tmp_path / "plan.json"
    rounds = [
        {"player": "sitter", "nodes": 60, "shards": 2, "games": 3, "guests": ["", "cohesive"]}
    ]
    plan = PLAN | {"base": str(PACKAGED), "rivals": ["chaser"], "rounds": rounds}
    path.write_text(json.dumps(plan), encoding="utf-8")
    run = list(abalone.train(abalone.AbalonePlan.read(path), tmp_path, TRAINER, device="cpu"))
    assert run[-1]["against"] == "chaser"
    alone, guest = (
        np.fromfile(tmp_path / f"round0-000{shard}.bin", dtype=samples.SAMPLE) for shard in range(2)
    )
    unscored = guest["score"] == samples.UNSCORED
    assert not (alone["score"] == samples.UNSCORED).any()
    assert 0 < unscored.mean() < 1
    own = guest[~unscored]["ply"] % 2
    turns = np.split(own, np.flatnonzero(np.diff(own.astype(int))) + 1)
    assert [int(game[0]) for game in turns] == [0, 1, 0]  # White, Black, White in turn


def test_a_guest_teaches_by_the_result_alone(tmp_path):
    rows = np.zeros(100, samples.SAMPLE)
    rows["score"], rows["result"] = 120, -1
    rows["score"][::2] = samples.UNSCORED
    rows.tofile(tmp_path / "shard.bin")
    learned = samples.Samples([tmp_path / "shard.bin"], torch.device("cpu"), held_out=False)
    wanted = learned.targets(torch.arange(2), 120.0, 0.5)
    assert wanted.tolist() == pytest.approx([0, 0.5 / (1 + np.exp(-1))])


def test_a_style_adds_what_it_likes():
    base = styles.styled(network.load(PACKAGED), styles.Style())
    taste = styles.Style(marbles=0.5, pair=7, ring=2, chased=3)
    liked = styles.styled(network.load(PACKAGED), taste)
    own, opp = torch.zeros(1, 61), torch.zeros(1, 61)
    for row, number in ((4, 5), (4, 6), (5, 6)):  # three neighbours: three pairs, rings 0, 1, 1
        own[0, lines.cell_at(row, number)] = 1
    opp[0, lines.cell_at(0, 1)] = 1  # a corner, ring 4
    lost = torch.tensor([2]), torch.tensor([1])
    added = liked(own, opp, *lost) - base(own, opp, *lost)
    marbles = 0.5 * (215 - 100)  # half of what two lost and one ejected cost
    assert added.item() == pytest.approx(7 * 3 - 2 * 2 + 2 * 4 + 3 + marbles, abs=0.1)


def test_a_trainer_that_was_not_built_is_told(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    with pytest.raises(NotationError, match="make cpp"):
        next(abalone.train(abalone.AbalonePlan.read(path), tmp_path, tmp_path / "nowhere"))
