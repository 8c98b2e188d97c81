"""The recipe for the nets in miniature; needs PyTorch, which the package does not."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from tree import ROOT

RECIPE = ROOT / "training"
PLAN = {
    "seed": 1,
    "nets": {"teacher": [32, 16], "student": [16, 16]},
    "shards": 3,
    "games": 32,
    "turns": 2,
    "batch": 32,
    "share": 0.15,
    "match_every": 7,
    "match_pairs": 4,
    "stages": [
        {"windows": 6, "rate": [0.003, 0.003], "trust": [0.7, 0.0]},
        {
            "windows": 4,
            "rate": [0.0005, 0.0003],
            "exact": True,
            "games": 16,
            "batch": 16,
            "passes": 2,
        },
        {"windows": 3, "rate": [0.0005, 0.0003], "games": 64, "turns": 1},
    ],
}

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="training needs PyTorch"
)


def run(script: str, *options: str) -> None:
    command = [sys.executable, str(RECIPE / script), *options]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


@pytest.mark.parametrize("game", ["backgammon", "abak"])
def test_a_run_that_was_stopped_gives_the_same_weights(game, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    for name, stops in (("whole", [99]), ("pieces", [4, 4, 99])):
        folder = tmp_path / name
        for windows in stops:
            told = ["--plan", str(plan), "--folder", str(folder), "--windows", str(windows)]
            run("train.py", game, *told, "--device", "cpu", "--threads", "1")
        for net in ("teacher", "student"):
            out = tmp_path / f"{name}-{net}"
            told = ["--plan", str(plan), "--folder", str(folder), "--net", net, "--out", str(out)]
            run("export.py", game, *told)
    for net in ("teacher", "student"):
        assert (tmp_path / f"whole-{net}").read_bytes() == (tmp_path / f"pieces-{net}").read_bytes()
    log = (tmp_path / "whole" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert {"games", "loss", "match", "positions", "rate"} <= json.loads(log[-1]).keys()
