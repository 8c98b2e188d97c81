"""The recipe for the Abalone network in miniature; needs PyTorch, which the package does not."""

from __future__ import annotations

import json

import pytest

from tablas.engine.abalone.network import abalone_net
from tablas.errors import NotationError
from tree import ROOT

abalone = pytest.importorskip("tablas.training.abalone.train", exc_type=ImportError)

TRAINER = ROOT / "build" / "cpp-usual" / "abalone_trainer"
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


def test_a_trainer_that_was_not_built_is_told(tmp_path):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(PLAN), encoding="utf-8")
    with pytest.raises(NotationError, match="make cpp"):
        next(abalone.train(abalone.AbalonePlan.read(path), tmp_path, tmp_path / "nowhere"))
