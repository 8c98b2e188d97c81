"""The recipe for the Abalone network in miniature; needs PyTorch, which the package does not."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from tablas.engine.abalone.network import abalone_net
from tree import ROOT

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
    importlib.util.find_spec("torch") is None or not TRAINER.exists(),
    reason="training needs PyTorch and the built abalone_trainer (make cpp)",
)


def test_a_run_that_was_stopped_gives_the_same_network(tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    for name, stops in (("whole", [9]), ("pieces", [1, 9])):
        for epochs in stops:
            told = ["--plan", str(plan), "--folder", str(tmp_path / name)]
            told += ["--trainer", str(TRAINER), "--device", "cpu", "--epochs", str(epochs)]
            script = ROOT / "training" / "abalone" / "train.py"
            subprocess.run([sys.executable, str(script), *told], check=True, timeout=300)
    whole, pieces = (tmp_path / name / "round0.safetensors" for name in ("whole", "pieces"))
    assert whole.read_bytes() == pieces.read_bytes()
    assert abalone_net(whole)
