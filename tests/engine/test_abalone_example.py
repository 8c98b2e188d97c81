"""The engine in one file that strangers are shown: it knows the rules, and a duel can be had."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys

import pytest

from tablas.abalone import formats, notation, rules, starts
from tablas.cli import main
from tablas.values import Setup, Side
from tree import ROOT

FILE = ROOT / "examples" / "abalone_engine.py"


@pytest.fixture(scope="module")
def example():
    """The example as a module."""
    found = importlib.util.spec_from_file_location("abalone_engine", FILE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("start", ["belgian-daisy", "standard", "infiltration"])
def test_the_example_knows_every_move_and_where_it_leads(example, start):
    rng = random.Random(start)
    position, side = rules.start(start), Side.BLACK
    for _ in range(40):
        board, me = formats.write(Setup(position, side)).split()[:2]
        ours = {
            notation.write(position, move): reached
            for reached, move in rules.plays(position).items()
        }
        theirs = example.moves(example.read_board(board), me)
        assert {meaning(move) for move in theirs} == {meaning(move) for move in ours}
        text = rng.choice(sorted(ours))
        reached, side = ours[text], side.other
        there = formats.write(Setup(reached, side)).split()[0]
        assert theirs[text] == example.read_board(there)
        if rules.outcome(reached):
            break
        position = reached


def meaning(move: str) -> object:
    """A sideways move can be told from either end: both ends are meant, and the way it goes."""
    cells = [(ord(move[i]), int(move[i + 1])) for i in range(0, len(move), 2)]
    if len(cells) == 2:
        return tuple(cells)
    way = (cells[2][0] - cells[0][0], cells[2][1] - cells[0][1])
    return frozenset(cells[:2]), way


def test_every_start_can_be_read(example):
    for name in starts.STARTS:
        board, me = formats.write(Setup(rules.start(name), Side.BLACK)).split()[:2]
        told = {meaning(move) for move in example.moves(example.read_board(board), me)}
        assert len(told) == len(rules.plays(rules.start(name)))


def test_the_example_answers_as_the_protocol_asks():
    talk = (
        "tablas 1\nset threads 2\nposition bbbbb/6/7/8/9/8/7/6/wwwww b 0-0 0 moves i5h4\ngo\nquit\n"
    )
    done = subprocess.run(
        [sys.executable, str(FILE)], input=talk, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[:2] == ["id name Example", "ready"]
    word, move = done.stdout.splitlines()[-1].split()
    assert word == "best"
    assert move[0] == "a"


def test_a_stranger_can_have_a_duel(capsys):
    with pytest.raises(SystemExit) as left:
        main(["duel", "abalone", f"{sys.executable} {FILE}", "random", "--pairs", "1", "--json"])
    assert left.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["names"][0], told["games"], told["wins"]) == ("Example", 2, 2)
    assert set(told["endings"]) == {"played-out"}
