"""Tuning by SPSA finds what wins, goes on from its book and refuses what it cannot read."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import asdict

import pytest
from tools.measure.abalone import spsa
from tools.measure.json_book import JsonBook

SETTINGS = {
    "still_margin": spsa.Setting(begin=20, least=5, most=60, step=4),
    "few_base": spsa.Setting(begin=3, least=1, most=9, step=1),
}
# Wins the more often the nearer its `still_margin` is to 40; `few_base` does not matter.
TRAINER = """
import json, random, sys
names = [dict(part.split("=") for part in text.split(",")[1:]) for text in sys.argv[2:4]]
far = [abs(int(one["still_margin"]) - 40) for one in names]
rng = random.Random(int(sys.argv[4]))
chance = min(max(0.5 + (far[1] - far[0]) / 40, 0), 1)
print(json.dumps({"pairs": [(rng.random() < chance) / 2 + (rng.random() < chance) / 2]}))
"""


def plan(**changes):
    return spsa.SpsaPlan(
        **({"settings": SETTINGS, "nets": ("net",), "nodes": 10, "pairs": 120, "rate": 0.3}
        | changes)
    )  # fmt: skip


@pytest.fixture
def trainer(tmp_path):
    path = tmp_path / "trainer"
    path.write_text(f"#!{sys.executable}\n{TRAINER}", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_settings_move_to_what_wins_and_no_further():
    wanted, rng = plan(pairs=600, rate=0.1), random.Random(1)
    lines: list[dict[str, object]] = []
    middle = {name: one.begin for name, one in SETTINGS.items()}
    for number in range(wanted.pairs):
        pair = spsa.begun(wanted, middle, number)
        far = [abs(player["still_margin"] - 40) for player in pair.players]
        share = 0.5 + (far[1] - far[0]) / 40 + rng.gauss(0, 0.2)
        lines.append({"pair": number, "signs": pair.signs, "share": share})
        *_, middle = spsa.way(wanted, lines)
    found = spsa.proposed(wanted, lines)
    assert found["still_margin"] == pytest.approx(40, abs=4)
    assert found["few_base"] == pytest.approx(3, abs=2)


def test_both_players_of_a_pair_lie_on_either_side_and_inside_the_limits():
    low = {"still_margin": 20.4, "few_base": 1.0}
    for number in range(50):
        pair = spsa.begun(plan(), low, number)
        for name, sign in pair.signs.items():
            first, second = (player[name] for player in pair.players)
            assert sign * (first - second) > 0
            assert SETTINGS[name].least <= min(first, second)
        assert pair.player(0).startswith("net,still_margin=")
    assert plan().step("few_base", 119) == pytest.approx(1, abs=0.01)
    assert plan().step("few_base", 0) > 1.4


def test_a_tuning_goes_on_from_its_book(tmp_path, trainer):
    wanted, path = plan(pairs=6), tmp_path / "book.jsonl"
    tuning = spsa.tune(JsonBook(path, asdict(wanted)), wanted, trainer, 1)
    assert list(tuning)[-1].startswith("6 pairs: still_margin=")
    whole = path.read_text(encoding="utf-8")
    path.write_text("".join(whole.splitlines(keepends=True)[:4]), encoding="utf-8")
    list(spsa.tune(JsonBook(path, asdict(wanted)), wanted, trainer, 1))
    assert path.read_text(encoding="utf-8") == whole
    with pytest.raises(SystemExit, match="another test"):
        JsonBook(path, asdict(plan(pairs=7)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "not settings to tune"),
        ('{"few_base": {"begin": 3}}', "not settings to tune"),
        ('{"few_base": {"begin": 3, "least": 4, "most": 9, "step": 1}}', "begins at 3"),
    ],
)
def test_settings_that_cannot_be_read_are_refused(tmp_path, text, reason):
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=reason):
        spsa.read_settings(path)


def test_the_command_proposes_settings(tmp_path, trainer, monkeypatch, capsys):
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({name: asdict(one) for name, one in SETTINGS.items()}), encoding="utf-8"
    )
    book = tmp_path / "book.jsonl"
    asked = ["spsa", book, path, "net", "--pairs", "8", "--trainer", trainer, "--processes", "2"]
    monkeypatch.setattr(sys, "argv", [str(one) for one in asked])
    spsa.main()
    assert "proposed: still_margin=" in capsys.readouterr().out
