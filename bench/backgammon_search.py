"""The backgammon engine beside GNU Backgammon and bgsage: CPU time of a decision, start, memory.

    python bench/backgammon_search.py [--turns 60]

The same positions, of the net's games against itself, for everybody; one thread each; milliseconds
of processor time of whoever thinks, so that a busy machine changes little. bgsage counts one ply
more than the others: its 1-ply stands at 0. It is asked if TABLAS_BGSAGE_PYTHON names a Python that
has it. "plays judged" are the plays of all the 0-ply turns over the time that they took.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.duel.bgsage import BgsageSeat
from tablas.duel.gnubg import GnubgSeat
from tablas.duel.outside import OutsideFailed
from tablas.duel.seats import Cubes
from tablas.engine.dice.bearoff import bearoff
from tablas.engine.weights import guess_net, net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.backgammon_net import games

Boards = NDArray[np.uint8]
Seat = GnubgSeat | BgsageSeat
SHARES = {0: 20.0, 1: 4.0, 2: 1.0, 3: 0.25}
"""Of the turns asked for, how many at each number of plies."""

START = """
import json, resource, time
from tablas import Dice
from tablas.backgammon.rules import start
from tablas.engine.dice.limit import Limit
from tablas.engine.dice.search import BackgammonEngine
loaded = time.process_time()
engine = BackgammonEngine()
ready = time.process_time()
engine.choose(start(), Dice(4, 1), Limit(plies=2))
moved = time.process_time()
for _ in range(3):
    engine.analyse(start(), Dice(6, 4), Limit(plies=3))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([loaded, ready, moved, peak]))
"""


def ours(name: str, plies: int, boards: Boards, dice: Boards) -> float:
    """Milliseconds a decision, asked one after another as a player is."""
    judge = net(name)
    searcher = kernel.backgammon.Searcher(judge, judge, guess_net(), bearoff())
    begun = time.process_time()
    for i in range(len(boards)):
        searcher.choose(boards[i : i + 1], dice[i : i + 1], plies=plies)
    return 1000 * (time.process_time() - begun) / len(boards)


def theirs(make: Callable[[], Seat], boards: Boards, dice: Boards) -> float:
    """The same for a program of its own; what it does before the first turn does not count."""
    seat = make()
    try:
        seat.play(boards[:1], dice[:1], Cubes.fresh(1, used=False))
        before = seat.cpu()
        seat.play(boards, dice, Cubes.fresh(len(boards), used=False))
        return 1000 * (seat.cpu() - before) / len(boards)
    finally:
        seat.close()


def row(name: str, told: Callable[[int, Boards, Boards], float], turns: int) -> None:
    """Prints the milliseconds of 0, 1, 2 and 3 plies, and plays judged a second at 0."""
    cells = []
    judged = ""
    for plies, share in SHARES.items():
        boards, dice = games("backgammon", 200 + max(1, int(turns * share)))
        boards, dice = boards[200:], dice[200:]  # past the opening
        try:
            spent = told(plies, boards, dice)
        except OutsideFailed as error:
            print(f"{name}: {error}")
            return
        cells.append(f"{spent:.3g}")
        if plies == 0:
            plays = len(kernel.backgammon.successors(boards, dice)[0]) / len(boards)
            judged = f"{plays / spent:.0f} k"
    print(f"| {name} | {' | '.join(cells)} | {judged} |", flush=True)


def batches(name: str) -> float:
    """Static choices a second, a thousand positions in each call from Python."""
    judge = net(name)
    searcher = kernel.backgammon.Searcher(judge, judge, guess_net(), bearoff())
    boards, dice = games("backgammon", 3000)
    begun = time.process_time()
    for first in range(0, 3000, 1000):
        searcher.choose(boards[first : first + 1000], dice[first : first + 1000], plies=0)
    return 3000 / (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=60, help="decisions at 2 plies")
    turns = parser.parse_args().turns
    print("| CPU ms a decision | 0-ply | 1-ply | 2-ply | 3-ply | plays judged a second at 0-ply |")
    print("|---|---|---|---|---|---|")
    for name in ("backgammon-large", "backgammon"):
        row(name, lambda plies, b, d, name=name: ours(name, plies, b, d), turns)  # type: ignore[misc]
    row("gnubg", lambda plies, b, d: theirs(lambda: GnubgSeat(plies, cube=False), b, d), turns)
    row(
        "bgsage", lambda plies, b, d: theirs(lambda: BgsageSeat(plies + 1, cube=False), b, d), turns
    )
    for name in ("backgammon", "backgammon-large"):
        print(f"{name}: {batches(name):.0f} static choices a second from Python, in batches")
    done = subprocess.run([sys.executable, "-c", START], check=True, capture_output=True, text=True)
    loaded, ready, moved, peak = json.loads(done.stdout)
    print(f"import {loaded:.3f} s, nets and tables {ready - loaded:.3f} s, first move at 2-ply")
    print(f"{moved - ready:.3f} s, in all {moved:.3f} s of CPU; after 3-ply searches {peak} MB")


if __name__ == "__main__":
    main()
