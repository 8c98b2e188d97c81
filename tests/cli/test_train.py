"""`tablas train`: its recipe is found, its log told, and a run with PyTorch ends in a net."""

from __future__ import annotations

import importlib.util
import json

import pytest

from tablas.cli import main
from tablas.cli.train import recipe_folder, told

PLAN = {
    "seed": 1, "nets": {"teacher": [16, 16], "student": [16, 16]}, "shards": 3, "games": 32,
    "turns": 2, "batch": 32, "share": 0.05, "match_every": 4, "match_pairs": 2,
    "stages": [{"windows": 8, "rate": [0.003, 0.003], "trust": [0.7, 0.0]}],
}  # fmt: skip
TORCH = importlib.util.find_spec("torch") is not None


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    said = capsys.readouterr()
    return left.value.code, said.out, said.err


def test_the_recipe_is_there_with_its_quick_plan():
    folder = recipe_folder()
    stages = json.loads((folder / "backgammon" / "quick.json").read_text(encoding="utf-8"))[
        "stages"
    ]
    assert sum(stage["windows"] for stage in stages) > 100


def test_what_to_train_must_be_said(capsys):
    code, _, err = run(capsys, "train")
    assert (code, "--quick" in err) == (2, True)
    code, _, err = run(capsys, "train", "--plan", "nowhere.json")
    assert code == 2


def test_the_log_is_told_to_people():
    line = {"window": 200, "seconds": 12.3, "games": 4000, "match": {"thumb": [0.51, 0.04, 400]}}
    assert told(json.dumps(line), 900) == (
        "window 200 of 900, 12 s, 4000 games: +0.51 ± 0.04 points a game against rules of thumb"
    )
    assert told("the plan is done", 900) == "the plan is done"


@pytest.mark.skipif(TORCH, reason="PyTorch is here")
def test_without_pytorch_it_says_how_to_get_it(capsys, tmp_path):
    code, _, err = run(capsys, "train", "--quick", "--folder", str(tmp_path))
    assert code == 2
    assert "tablas[train]" in err


@pytest.mark.skipif(not TORCH, reason="training needs PyTorch")
def test_a_run_stops_goes_on_and_is_measured(capsys, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    options = ["--plan", str(plan), "--folder", str(tmp_path / "run"), "--device", "cpu", "--json"]
    code, out, _ = run(capsys, "train", *options, "--seconds", "1", "--games", "4")
    answer = json.loads(out)
    assert code == 0
    if not answer["done"]:
        code, out, _ = run(capsys, "train", *options, "--games", "4")
        answer = json.loads(out)
    assert (code, answer["done"], answer["games"]) == (0, True, 4)
    assert (tmp_path / "run" / "net.safetensors").stat().st_size > 1000
