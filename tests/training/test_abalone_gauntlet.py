"""A gauntlet against the whole pool: all matches grow alike, and go on from their books."""

from __future__ import annotations

import json
import sys
from collections import Counter
from concurrent.futures import Future

import pytest
from tools.measure.abalone import gauntlet, match
from tools.measure.abalone.match import MatchPlan

SIDE = {"turns": 2, "depth": 9, "seconds": 1, "pairs": 3, "marbles": 2}
GAME = {"result": 1, "ending": "six", "plies": 4, "lead": 6, "sides": [SIDE, SIDE]}


class AtOnce:
    """A pool that does what it is asked before it answers."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, function, *arguments):
        done: Future = Future()
        done.set_result(function(*arguments))
        return done


def planned(both, _seats, milliseconds, ends, megabytes, _book):
    return MatchPlan(both, ("a", "b"), milliseconds, (10, 20), ends, megabytes)


@pytest.fixture
def played(monkeypatch):
    """The pairs that were asked for, in their order."""
    order: list[tuple[str, float, int]] = []

    def play_pair(plan, _players, number):
        order.append((plan.players[1], plan.milliseconds, number))
        return {"pair": number, "start": "star", "games": [GAME, GAME | {"result": 0}]}

    monkeypatch.setattr(gauntlet, "planned", planned)
    monkeypatch.setattr(match, "play_pair", play_pair)
    monkeypatch.setattr(gauntlet, "ProcessPoolExecutor", AtOnce)
    return order


def run(monkeypatch, folder, *options):
    asked = ["gauntlet", folder, "--players", "hand", "runner", *options]
    monkeypatch.setattr(sys, "argv", [str(one) for one in asked])
    gauntlet.main()


def test_the_match_that_is_furthest_behind_comes_next(tmp_path, monkeypatch, played, capsys):
    run(monkeypatch, tmp_path, "--milliseconds", "100", "1000", "--games", "8", "4")
    assert Counter((name, time) for name, time, _ in played) == {
        ("pool/hand", 100): 4, ("pool/runner", 100): 4,
        ("pool/hand", 1000): 2, ("pool/runner", 1000): 2,
    }  # fmt: skip
    # Half of everything was there after half of the pairs.
    assert Counter((name, time) for name, time, _ in played[:6]) == {
        ("pool/hand", 100): 2, ("pool/runner", 100): 2,
        ("pool/hand", 1000): 1, ("pool/runner", 1000): 1,
    }  # fmt: skip
    said = capsys.readouterr().out
    assert "| hand | 100 ms, 10 : 20 | 8 | 4 4 0 | **+191" in said
    assert "| runner | 1000 ms, 10 : 20 | 4 | 2 2 0 |" in said


def test_a_gauntlet_goes_on_from_its_books(tmp_path, monkeypatch, played):
    run(monkeypatch, tmp_path, "--games", "4")
    kept = (tmp_path / "hand-100ms.jsonl").read_text(encoding="utf-8")
    assert json.loads(kept.splitlines()[0])["ends"] == {"quiet": 0, "plies": 350}
    played.clear()
    run(monkeypatch, tmp_path, "--games", "6")
    assert sorted(played) == [("pool/hand", 100, 2), ("pool/runner", 100, 2)]
    assert (tmp_path / "hand-100ms.jsonl").read_text(encoding="utf-8").startswith(kept)


def test_only_a_summary_plays_nothing(tmp_path, monkeypatch, played, capsys):
    run(monkeypatch, tmp_path, "--games", "2")
    played.clear()
    capsys.readouterr()
    run(monkeypatch, tmp_path, "--summary")
    assert not played
    said = capsys.readouterr().out
    assert said.startswith("| against | time")
    assert said.count("| hand | 100 ms") == said.count("| runner | 100 ms") == 1
    with pytest.raises(SystemExit):
        run(monkeypatch, tmp_path, "--milliseconds", "100", "1000")
