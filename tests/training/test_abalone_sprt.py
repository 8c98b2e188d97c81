"""The sequential test of two Abalone players: its book, its order, its verdict."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tools.measure.abalone import sprt

PLAYED = """
import json, sys
first, second, seed, pairs = sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
share = 0.75 if first == "better" else 0.5
print(json.dumps({"pairs": [share] * pairs, "neighbours": [1.5, 1.25], "seed": seed}))
"""


@pytest.fixture
def trainer(tmp_path):
    """Plays nothing: `better` wins three quarters of every pair, everybody else half."""
    path = tmp_path / "trainer"
    path.write_text(f"#!{sys.executable}\n{PLAYED}", encoding="utf-8")
    path.chmod(0o755)
    return path


def ended(book, trainer, games=400, processes=3):
    list(sprt.play(book, trainer, games, processes))
    return book


def plan(first):
    return sprt.SprtPlan((first, "usual"), 1000, (0.0, 30.0), 2)


def test_a_better_player_is_accepted_and_the_book_goes_on(tmp_path, trainer):
    whole = ended(sprt.Book(tmp_path / "whole.jsonl", plan("better")), trainer)
    assert "accepted" in whole.summary()
    assert "neighbours a marble 1.50 : 1.25" in whole.summary()
    assert len(whole.counted()) < 100  # decided long before the last game

    path = tmp_path / "stopped.jsonl"
    ended(sprt.Book(path, plan("better")), trainer, games=8)
    again = ended(sprt.Book(path, plan("better")), trainer, processes=1)
    assert again.summary() == whole.summary()
    assert [json.loads(line)["block"] for line in path.read_text().splitlines()[1:3]] == [0, 1]


def test_equal_players_are_not_accepted(tmp_path, trainer):
    book = ended(sprt.Book(tmp_path / "book.jsonl", plan("usual")), trainer)
    assert "accepted" not in book.summary()


def test_blocks_are_counted_in_order(tmp_path):
    book = sprt.Book(tmp_path / "book.jsonl", plan("usual"))
    book.add({"block": 1, "pairs": [1.0, 1.0], "neighbours": [1, 1]})
    assert book.counted() == []
    book.add({"block": 0, "pairs": [0.0, 0.5], "neighbours": [1, 1]})
    assert [block["block"] for block in book.counted()] == [0, 1]


def test_the_book_of_another_test_is_refused(tmp_path):
    path = tmp_path / "book.jsonl"
    sprt.Book(path, plan("usual"))
    with pytest.raises(SystemExit, match="the book of another test"):
        sprt.Book(path, plan("better"))


def test_a_trainer_that_refuses_is_named(tmp_path):
    refusing = tmp_path / "trainer"
    refusing.write_text("#!/bin/sh\necho 'no setting late' >&2\nexit 2\n", encoding="utf-8")
    Path(refusing).chmod(0o755)
    book = sprt.Book(tmp_path / "book.jsonl", plan("usual"))
    with pytest.raises(SystemExit, match="block 0: no setting late"):
        ended(book, refusing, processes=1)
