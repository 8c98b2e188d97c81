"""GNU Backgammon in duels: its boards and words, its patience, and games where it is installed."""

from __future__ import annotations

import json
import socket
import time

import numpy as np
import pytest

from tablas import kernel
from tablas.backgammon import codec, rules
from tablas.backgammon.rules import Position
from tablas.cli import main
from tablas.engine import outside
from tablas.engine.backgammon.fibs import FibsBoard, after
from tablas.engine.backgammon.gnubg_process import gnubg_program
from tablas.engine.backgammon.gnubg_seat import GnubgSeat
from tablas.engine.dice.cubes import Cubes
from tablas.engine.outside import OutsideFailed
from tablas.errors import InvalidPosition, NotationError
from tablas.values import Dice

try:
    gnubg_program()
    GNUBG = True
except OutsideFailed:
    GNUBG = False
needs_gnubg = pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    told = capsys.readouterr()
    return left.value.code, told.out, told.err


# What GNU Backgammon 1.07 sent when it played against an external player, and what was meant:
# it had 2 points in a match to 5, we 1; then it doubled us.
PLAYS = (
    "board:gnubg:root:5:2:1:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:3:1"
    ":1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)
DOUBLES = (
    "board:root:gnubg:5:1:2:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0"
    ":1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)


def test_a_board_of_gnubg_is_understood():
    ours, doubled = FibsBoard.read(PLAYS), FibsBoard.read(DOUBLES)
    assert not ours.yours
    assert (ours.dice, ours.score, ours.length) == ((3, 1), (2, 1), 5)
    assert ours.position.swapped() == Position(rules.start().own, ours.position.own)
    assert not doubled.yours
    assert (doubled.doubled, doubled.dice, doubled.crawford) == (True, None, False)


@pytest.mark.parametrize(
    "line",
    ["", "board:a:b", PLAYS.replace(":5:2:1:", ":x:2:1:"), PLAYS.replace(":5:", ":15:")],
)
def test_a_board_that_makes_no_sense_is_refused(line):
    with pytest.raises((NotationError, InvalidPosition), match="FIBS board"):
        FibsBoard.read(line)


def test_moves_in_the_words_of_gnubg():
    start = rules.start()
    for text, dice in (
        ("8/5 6/5", Dice(3, 1)),
        ("24/18 13/11", Dice(6, 2)),
        ("24/18(2) 13/7(2)", Dice(6, 6)),
    ):
        assert after(start, text) in rules.plays(start, dice)
    with pytest.raises(NotationError, match="'roll'"):
        after(start, "roll")


def test_a_program_that_was_stopped_and_goes_on_has_not_failed(monkeypatch):
    monkeypatch.setattr(outside, "ANSWER_SECONDS", 2.0)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"ready")
        assert outside.answered(ours)
        assert ours.recv(5) == b"ready"
        begun = time.monotonic()
        assert not outside.answered(ours)
        assert time.monotonic() - begun >= 2
    stopped = iter([[], [], ["line"]])  # a wait over which the computer slept counts as one
    monkeypatch.setattr(outside, "ANSWER_SECONDS", 3.0)
    monkeypatch.setattr(outside.select, "select", lambda *_: (next(stopped), [], []))
    assert outside.answered(object())


@needs_gnubg
def test_gnubg_plays_doubles_and_takes():
    start, cubes = kernel.backgammon.start()[None], Cubes.fresh(1, used=True)
    won = codec.encode_many([Position((14, 1, *[0] * 24), (13, *[0] * 5, 2, *[0] * 19))])
    gnubg = GnubgSeat(0, cube=True)
    try:
        reached = gnubg.play(start, np.array([[3, 1]], np.uint8), cubes)
        assert codec.decode(reached[0].tobytes()) == after(rules.start(), "8/5 6/5")
        assert not gnubg.doubles(start, cubes)[0]
        assert gnubg.doubles(won, cubes)[0]
        assert gnubg.takes(start, cubes)[0]
        assert not gnubg.takes(won, cubes)[0]
        assert gnubg.cpu() > 0
    finally:
        gnubg.close()


@needs_gnubg
def test_a_duel_against_gnubg(capsys):
    code, out, _ = run(
        capsys, "duel", "tablas:0", "gnubg:0", "--game", "backgammon", "--games", "8", "--json"
    )
    answer = json.loads(out)
    assert (code, answer["games"]) == (0, 8)
    # Two strong players: whatever the dice, nobody gives away a quarter of a point a game.
    assert abs(answer["points_per_game"]) < 0.25
    assert answer["standard_error"] < answer["raw_standard_error"]
