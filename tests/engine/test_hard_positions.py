"""Positions that the engine has judged wrongly, by two judges' rollouts: it must not get worse."""

from __future__ import annotations

import json

import pytest

from tablas import Dice
from tablas.backgammon import KIND
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.dice.limit import DiceLimit
from tree import CORPUS

FILE = CORPUS / "backgammon_hard.jsonl"
LINES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
FARTHEST = 0.15  # points at two plies from our rollouts; measured on 2026-11-17: .13


@pytest.fixture(scope="module")
def engine():
    return BackgammonEngine()


@pytest.mark.parametrize("line", [one for one in LINES if "plays" not in one])
def test_two_plies_are_no_farther_from_the_rollouts_than_measured(engine, line):
    position = KIND.formats.read(line["position"]).position
    assert abs(engine.chances(position, 2).equity - line["ours"]["equity"]) < FARTHEST


@pytest.mark.parametrize("line", [one for one in LINES if "plays" in one])
def test_the_right_play_of_a_roll_is_not_cut_by_the_first_look(engine, line):
    right = max(line["plays"], key=lambda one: one["ours"]["equity"])["play"]
    position, dice = KIND.formats.read(line["position"]).position, Dice(*line["dice"])
    assert engine.analyse(position, dice, DiceLimit(plies=0)).best.text != right
    assert engine.analyse(position, dice, DiceLimit(plies=2)).best.text == right
    assert engine.choose(position, dice, DiceLimit(plies=2)).text == right
