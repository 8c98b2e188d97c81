"""How fast the nets judge and choose, beside GNU Backgammon and bgsage, in CPU seconds.

    python bench/backgammon_net.py

Everybody judges the plays of the same turns, one thread each. bgsage is asked if
TABLAS_BGSAGE_PYTHON names a Python that has it: once the function that its package offers, and once
what that calls in C++, without the Python around it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.backgammon.codec import decode_many
from tablas.engine.backgammon.bgsage_seat import PYTHON_VARIABLE, signed_board
from tablas.engine.backgammon.gnubg_seat import GnubgSeat
from tablas.engine.dice.cubes import Cubes
from tablas.engine.outside import OutsideFailed
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.machine import description

Boards = NDArray[np.uint8]
SECONDS = 2.0
BGSAGE = """
import json, sys, time
import bgbot_cpp
from bgsage.batch import batch_post_move_evaluate

def timed(*arguments, **options):
    begun = time.process_time()
    made = inner(*arguments, **options)
    spent[1] += time.process_time() - begun
    return made

asked = json.load(sys.stdin)
boards = [{"board": board, "cube_owner": "centered"} for board in asked["boards"]]
inner, bgbot_cpp.batch_evaluate_post_move = bgbot_cpp.batch_evaluate_post_move, timed
spent, judged = [0.0, 0.0], 0
batch_post_move_evaluate(boards[:10], "1ply", n_threads=1)
spent[1] = 0.0
while spent[0] < asked["seconds"]:
    begun = time.process_time()
    batch_post_move_evaluate(boards, "1ply", n_threads=1)
    spent[0] += time.process_time() - begun
    judged += len(boards)
print(json.dumps([judged / one for one in spent]))
"""


def games(name: str, turns: int) -> tuple[Boards, Boards]:
    """Positions of the net's games against itself, with a roll each."""
    rng = np.random.default_rng(1)
    now = np.repeat(kernel.backgammon.start()[None], 20, axis=0)
    boards: list[Boards] = []
    rolls: list[Boards] = []
    while sum(map(len, boards)) < turns:
        dice = rng.integers(1, 7, (len(now), 2), dtype=np.uint8)
        boards.append(now)
        rolls.append(dice)
        now, _ = net(name).choose(now, dice)
        now[kernel.backgammon.outcomes(now) != 0] = kernel.backgammon.start()
    return np.concatenate(boards)[:turns], np.concatenate(rolls)[:turns]


def plays() -> Boards:
    """Boards to judge: the plays of whole turns one after the other, but those that end a game."""
    after, _ = kernel.backgammon.successors(*games("backgammon", 600))
    going_on: Boards = after[kernel.backgammon.outcomes(after) == 0]
    return going_on


def evaluations(name: str, path: str) -> float:
    """Boards judged in a second."""
    after = plays()
    judged, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        net(name).evaluate(after, path=path)
        judged += len(after)
    return judged / (time.process_time() - begun)


def bgsage_evaluations(python: str) -> tuple[float, float]:
    """Boards judged in a second by the package bgsage, and by its C++ alone."""
    boards = [signed_board(position) for position in decode_many(plays())]
    question = json.dumps({"boards": boards, "seconds": SECONDS})
    command = [python, "-c", BGSAGE]
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=True)
    package, alone = json.loads(done.stdout.splitlines()[-1])
    return package, alone


def milliseconds(name: str) -> float:
    """A choice for a single position, called from Python."""
    boards, dice = games(name, 2000)
    chosen, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        row = slice(chosen % len(boards), chosen % len(boards) + 1)
        net(name).choose(boards[row], dice[row])
        chosen += 1
    return 1000 * (time.process_time() - begun) / chosen


def gnubg_milliseconds(turns: int) -> float:
    """The same for GNU Backgammon 0-ply, in the time of its own process."""
    boards, dice = games("backgammon", turns)
    side = GnubgSeat(0, cube=False)
    try:
        side.play(boards[:1], dice[:1], Cubes.fresh(1, used=False))
        before = side.cpu()
        side.play(boards, dice, Cubes.fresh(turns, used=False))
        return 1000 * (side.cpu() - before) / turns
    finally:
        side.close()


def main() -> None:
    print(description()[0])
    for name in ("backgammon", "backgammon-large"):
        speeds = ", ".join(
            f"{path} {evaluations(name, path) / 1000:.0f} k/s" for path in kernel.paths()
        )
        print(f"{name}: {speeds}; {milliseconds(name):.3f} ms a 0-ply choice")
    try:
        print(f"gnubg 0-ply: {gnubg_milliseconds(4000):.3f} ms a choice, in its own process")
    except OutsideFailed as error:
        print(error)
    if python := os.environ.get(PYTHON_VARIABLE):
        package, alone = bgsage_evaluations(python)
        print(f"bgsage: {package / 1000:.0f} k/s, its C++ alone {alone / 1000:.0f} k/s")


if __name__ == "__main__":
    main()
