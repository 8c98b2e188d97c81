"""Judges of close plays: what they are asked, how their answers are read, what is made of them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from tools.measure import roller
from tools.measure.roller import contested, given_away, plausible
from tools.oracles import bgsage_rollouts

from tablas.engine.backgammon.bgsage_seat import PYTHON_VARIABLE
from tablas.engine.outside import OutsideFailed

# The player to roll has a checker on the bar. As bgsage wants it: the checkers of who has played
# are positive, at their points 1 to 24; before them the other's bar, after them their own.
ENTERING = "4NvBARGYM/IAWA"
BOARD = [1, -2, 0, 0, 0, 0, 5, 2, 3, 0, 0, 0, -4, 3, -1, 0, 0, -2, 0, -3, 1, -2, 0, 1, 0, 0]
START = "4HPwATDgc/ABMA"
# Stands in for bgsage: it writes down what it is asked, and finds 0.3 and 0.01 for each number of
# a seed beyond the thousands.
STAND_IN = """
import json, os
from types import SimpleNamespace

class BgBotAnalyzer:
    def __init__(self, **asked):
        self.tell(asked)
    def tell(self, asked):
        with open(os.environ["STAND_IN"], "a") as out:
            print(json.dumps(asked), file=out)
    def set_seed(self, seed):
        self.seed = seed
    def post_move_analytics(self, board, *, jacoby):
        self.tell({"board": board, "jacoby": jacoby, "seed": self.seed})
        probs = SimpleNamespace(to_list=lambda: [0.6, 0.2, 0.03, 0.1, 0.01])
        return SimpleNamespace(probs=probs, cubeless_equity=0.3 + self.seed % 1000 / 100)
"""


def decision(*plays: tuple[str, float, list[float]], strongest: str = "A") -> dict:
    """Plays with the search's equity and their sets of trials; nothing was rolled out if empty."""
    told = {
        "strongest": strongest,
        "plays": [{"reached": name, "equity": equity} for name, equity, _ in plays],
    }
    return told | ({"rolled": [sets for *_, sets in plays]} if plays[0][2] else {})


# By the search B may be best, by the rollouts C; D cannot be.
FOUR = decision(
    ("A", 0.10, [0.10, 0.12] * 3),
    ("B", 0.09, [0.03, 0.04] * 3),
    ("C", 0.05, [0.12, 0.09] * 3),
    ("D", 0.05, [0.03, 0.04] * 3),
)
CLEAR = decision(("A", 0.10, [0.10, 0.12] * 3), ("B", 0.05, [0.03, 0.04] * 3))
ALONE = decision(("A", 0.10, []))


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written(path: Path, told: list[dict]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
    return path


def judge(path: Path, **equities: float) -> Path:
    """A judge's results, as the player who has reached the positions sees them."""
    return written(path, [{"position": name, "equity": -n} for name, n in equities.items()])


def rows(told: str, title: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in told.splitlines() if title in line]


def test_plays_may_be_best_by_the_search_or_by_the_rollouts():
    assert plausible(FOUR) == contested(FOUR) == {"A", "B", "C"}
    assert plausible(CLEAR) == {"A"}
    assert contested(CLEAR) == contested(ALONE) == set()


def test_a_choice_that_cannot_be_best_is_judged_too():
    assert contested(CLEAR | {"strongest": "B"}) == {"A", "B"}
    assert contested(ALONE | {"strongest": "Z"}) == {"A", "Z"}


def test_a_judge_is_asked_about_choices_that_differ_or_about_all_that_may_be_best(tmp_path):
    split = decision(("E", 0.10, [0.10, 0.12] * 3), ("F", 0.09, [0.20, 0.22] * 3), strongest="E")
    decisions = written(tmp_path / "decisions", [FOUR, CLEAR, ALONE, split])
    asked = {}
    for every in (False, True):
        out = tmp_path / "asked"
        roller.ask(Namespace(decisions=decisions, asked=out, all=every))
        asked[every] = [one["position"] for one in lines(out)]
    assert asked[False] == ["E", "F"]
    assert asked[True] == ["A", "B", "C", "E", "F"]


def test_the_luck_of_one_half_is_not_in_the_other():
    lucky, other = {"A": 50.0, "B": 90.0}, {"A": 50.0, "B": 40.0}
    assert given_away("A", {"A", "B"}, (lucky, other)) == pytest.approx(-5)
    assert given_away("B", {"A", "B"}, (lucky, other)) == pytest.approx(-20)
    rng = np.random.default_rng(1)
    names = ["A", "B", "C"]
    halves = [
        [dict(zip(names, rng.normal(0, 9, 3), strict=True)) for _ in "12"] for _ in range(999)
    ]
    costs = [given_away("A", set(names), tuple(both)) for both in halves]
    assert abs(np.mean(costs)) < 3 * np.std(costs) / len(costs) ** 0.5 < 1  # none is better
    for first, second in halves:
        first["B"] += 200
        second["B"] += 200
    assert np.mean([given_away("A", set(names), tuple(both)) for both in halves]) == pytest.approx(
        200, abs=1
    )


def test_error_rates_count_every_decision(tmp_path, capsys):
    decisions = written(tmp_path / "decisions", [FOUR, CLEAR, ALONE, ALONE])
    first = judge(tmp_path / "first", A=0.5, B=0.51, C=0.3)
    second = judge(tmp_path / "second", A=0.5, B=0.52, C=0.3)
    roller.rate(Namespace(decisions=decisions, first=first, second=second))
    told = capsys.readouterr().out
    assert told.startswith("4 decisions, 1 with plays to judge, 1 judged\n")
    # 15 thousandths in one of four decisions; their standard deviation is 15 * 3**.5 / 4.
    assert rows(told, "strongest") == [["strongest", "3.750 ± 3.248", "1.875 ± 1.624"]]
    assert len(rows(told, " trials, ")) == len(roller.WAYS)


def test_decisions_that_a_half_has_not_seen_count_as_the_others(tmp_path, capsys):
    unseen = decision(("E", 0.10, []), ("F", 0.09, []), strongest="E")
    decisions = written(tmp_path / "decisions", [FOUR, unseen])
    first = judge(tmp_path / "first", A=0.50, B=0.51, C=0.3, E=0.1, F=0.9)
    second = judge(tmp_path / "second", A=0.50, B=0.51, C=0.3, E=0.1)
    roller.rate(Namespace(decisions=decisions, first=first, second=second))
    told = capsys.readouterr().out
    assert told.startswith("2 decisions, 2 with plays to judge, 1 judged\n")
    assert rows(told, "strongest") == [["strongest", "10.000 ± 0.000", "5.000 ± 0.000"]]


def test_each_judge_has_a_table_and_their_mean_another(tmp_path, capsys):
    split = decision(("A", 0.10, [0.10, 0.12] * 3), ("B", 0.09, [0.20, 0.22] * 3))
    decisions = written(tmp_path / "decisions", [split, ALONE])
    judges = [
        judge(tmp_path / "one", A=0.10, B=0.12, C=9),
        judge(tmp_path / "two", A=0.10, B=0.096),
    ]
    whole = f"| {roller.Way(144)} |"
    roller.compare(Namespace(decisions=decisions, judged=judges[:1]))
    told = capsys.readouterr().out
    assert [row[5].split()[0] for row in rows(told, whole)] == ["+10.000"]
    assert "mean" not in told
    roller.compare(Namespace(decisions=decisions, judged=judges))
    told = capsys.readouterr().out
    gains = [row[5].split()[0] for row in rows(told, whole)]
    assert gains == ["+10.000", "-2.000", "+4.000"]
    assert told.index(str(judges[0])) < told.index(str(judges[1])) < told.index("the mean of")


@pytest.fixture
def stand_in(tmp_path, monkeypatch) -> Path:
    """A Python that has something named bgsage; the file of what it was asked."""
    (tmp_path / "bgsage.py").write_text(STAND_IN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv(PYTHON_VARIABLE, sys.executable)
    monkeypatch.setenv("STAND_IN", str(tmp_path / "asked"))
    return tmp_path / "asked"


def test_bgsage_sees_positions_as_who_has_played_and_we_as_who_rolls(stand_in):
    (found,) = bgsage_rollouts.rollouts([ENTERING], trials=108, truncate=7, seed=2)
    assert found.pop("cpu_seconds") >= 0
    assert found == {
        "position": ENTERING,
        "chances": [0.4, 0.1, 0.01, 0.2, 0.03],
        "equity": -0.31,
        "error": 0.00577,  # of 0.30, 0.31 and 0.32: 0.01 / 3**.5
    }
    settings, *asked = lines(stand_in)
    assert (settings["n_trials"], settings["truncation_depth"]) == (36, 7)
    assert (settings["decision_ply"], settings["parallel_threads"]) == (1, 1)
    assert not settings["cubeful"]
    assert not settings["cubeful_trial_moves"]
    assert [one["seed"] for one in asked] == [2000, 2001, 2002]
    assert not any(one["jacoby"] for one in asked)
    assert asked[0]["board"] == BOARD


def test_what_stands_in_the_results_is_not_rolled_out_again(stand_in, tmp_path, monkeypatch):
    positions = written(tmp_path / "in", [{"position": text} for text in (ENTERING, START, START)])
    results = written(tmp_path / "out", [{"position": ENTERING, "equity": 5}])
    command = ["bgsage_rollouts.py", str(positions), str(results), "--trials", "72", "--seed", "3"]
    monkeypatch.setattr(sys, "argv", [*command, "--truncate", "5", "--workers", "2"])
    bgsage_rollouts.main()
    kept, added = lines(results)
    assert kept == {"position": ENTERING, "equity": 5}
    assert (added["position"], added["equity"]) == (START, -0.305)
    assert (added["trials"], added["truncate"], added["seed"]) == (72, 5, 3)
    assert [one["seed"] for one in lines(stand_in)[1:]] == [3000, 3001]
    bgsage_rollouts.main()
    assert len(lines(results)) == 2
    assert len(lines(stand_in)) == 3


@pytest.mark.parametrize("trials", ["36", "100"])
def test_trials_are_whole_sets(trials, stand_in, tmp_path, monkeypatch, capsys):
    command = ["bgsage_rollouts.py", str(tmp_path / "in"), str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", [*command, "--trials", trials])
    with pytest.raises(SystemExit):
        bgsage_rollouts.main()
    assert f"got {trials}" in capsys.readouterr().err


def test_without_bgsage_or_an_answer_it_says_so(stand_in):
    (stand_in.parent / "bgsage.py").write_text("raise ImportError", encoding="utf-8")
    with pytest.raises(OutsideFailed, match=PYTHON_VARIABLE):
        list(bgsage_rollouts.rollouts([START], trials=72))
    broken = STAND_IN.replace("self.tell({", "raise ValueError({")
    (stand_in.parent / "bgsage.py").write_text(broken, encoding="utf-8")
    with pytest.raises(OutsideFailed, match=f"no answer to {START}"):
        list(bgsage_rollouts.rollouts([START], trials=72))
