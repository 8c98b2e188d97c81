"""`tablas train`: plans are found, progress is told, and a run with PyTorch ends in a net."""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys

import pytest

from tablas.cli import main
from tablas.cli.answers.training import round_in_words

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


def test_what_to_train_must_be_said(capsys):
    code, _, err = run(capsys, "train")
    assert (code, "--quick" in err) == (2, True)
    code, _, err = run(capsys, "train", "--plan", "nowhere.json")
    assert code == 2


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"shard": 3, "games": 12, "seconds": 0.8}, "shard 3, 12 games in 0.8 s"),
        ({"shards": 8, "games_seconds": 6.8}, None),
        (
            {"positions": 15556, "held_out": 485, "unit": 145.0},
            "15556 positions to learn from, 485 kept to judge by",
        ),
        (
            {"variant": 0, "epoch": 1, "loss": 0.00727, "held_out": 0.0085, "hand_made": 0.0073},
            (
                "epoch 1, error 0.0073; 0.0085 on the positions kept, where the hand-written "
                "evaluation has 0.0073"
            ),
        ),
        (
            {"against": "hand", "match": {"games": 24, "won": 14, "drawn": 2, "lost": 8}},
            "14 games won, 2 drawn, 8 lost against the hand-written evaluation",
        ),
        (
            {"against": "round0", "match": {"games": 24, "won": 11, "drawn": 0, "lost": 13}},
            "11 games won, 0 drawn, 13 lost against the net of round 1",
        ),
        ({"epoch": 2, "learned": 5120, "of": 20480}, "epoch 2, 25% of it learned"),
        ({"variant": 0, "train_seconds": 46.9}, None),
    ],
)
def test_rounds_of_self_play_are_told_in_words(facts, told):
    line = round_in_words({"round": 1, **facts}, 2)
    assert line == (told and f"round 2 of 2: {told}")


@pytest.mark.skipif(not TORCH, reason="training needs PyTorch")
def test_where_a_run_stands_is_told_in_words(capsys, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN), encoding="utf-8")
    options = ["--plan", str(plan), "--folder", str(tmp_path / "run"), "--device", "cpu"]
    code, out, err = run(capsys, "train", *options, "--games", "4")
    assert code == 0
    assert "window 4 of 8, " in err
    assert "points a game against rules of thumb" in err
    assert "net.safetensors: " in out


@pytest.mark.skipif(not TORCH, reason="training needs PyTorch")
def test_every_game_that_can_be_trained_has_its_plans():
    training = importlib.import_module("tablas.training")
    for game in training.trainable():
        assert training.DicePlan.read(training.plan_file(game, "quick")).windows > 100
        assert training.DicePlan.read(training.plan_file(game, "plan")).nets.keys() >= {"teacher"}


HIDDEN = "import sys; sys.modules['torch'] = None; "


@pytest.mark.parametrize(
    ("program", "code", "line"),
    [
        ("import tablas.training", 1, "tablas.training.tensors.NeedsPyTorch: "),
        ("from tablas.cli import main; main(['train', '--quick'])", 2, "tablas: "),
    ],
)
def test_without_pytorch_it_says_how_to_get_it(program, code, line):
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN + program], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"{line}training needs PyTorch")
    assert "tablas[train]" in last


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
