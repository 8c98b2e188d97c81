"""The backgammon engine beside GNU Backgammon and bgsage: CPU time of a decision, start, memory.

    python bench/backgammon_search.py [--turns 60]

The same positions, of the net's games against itself, for everybody; one thread each; milliseconds
of processor time of whoever thinks, so that a busy machine changes little; once without a cube and
once with it, in the middle. bgsage counts one ply more than the others: its 1-ply stands at 0. It
is asked if TABLAS_BGSAGE_PYTHON names a Python that has it; with a cube up to its 2-ply only, since
it then takes a second for a decision. "plays judged" are the plays of all the 0-ply turns over the
time that they took.
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
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.backgammon.seats import seat
from tablas.engine.dice.cubes import Cubes
from tablas.engine.outside import OutsideFailed
from tablas.engine.seats import DiceSeat, SeatOptions
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.backgammon_net import games

Boards = NDArray[np.uint8]
PLAYERS = {
    "`backgammon-large`": "tablas",
    "`backgammon`": "tablas:small",
    "GNU Backgammon": "gnubg",
    "bgsage": "bgsage",
}
SHARES = {0: 20.0, 1: 4.0, 2: 1.0, 3: 0.25}
"""Of the turns asked for, how many at each number of plies."""

START = """
import json, resource, time
from tablas import Dice
from tablas.backgammon.rules import start
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.backgammon.search import BackgammonEngine
loaded = time.process_time()
engine = BackgammonEngine()
ready = time.process_time()
engine.choose(start(), Dice(4, 1), DiceLimit(plies=2))
moved = time.process_time()
for _ in range(3):
    engine.analyse(start(), Dice(6, 4), DiceLimit(plies=3))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([loaded, ready, moved, peak]))
"""


def spent(make: Callable[[], DiceSeat], boards: Boards, dice: Boards, *, cube: bool) -> float:
    """Milliseconds a decision, asked one after another; what comes before the first is not told."""
    player = make()
    try:
        player.play(boards[:1], dice[:1], Cubes.fresh(1, used=cube))
        before = player.cpu()
        for i in range(len(boards)):
            player.play(boards[i : i + 1], dice[i : i + 1], Cubes.fresh(1, used=cube))
        return 1000 * (player.cpu() - before) / len(boards)
    finally:
        player.close()


def row(title: str, name: str, turns: int, most: int, *, cube: bool) -> None:
    """Prints the milliseconds of 0 to `most` plies, and plays judged a second at 0."""
    cells = []
    judged = ""
    for plies, share in SHARES.items():
        if plies > most:
            cells.append("")
            continue
        boards, dice = games("backgammon", 200 + max(1, int(turns * share)))
        boards, dice = boards[200:], dice[200:]  # past the opening
        asked = f"{name}:{plies + (name == 'bgsage')}"
        try:
            found = spent(
                lambda asked=asked: seat(asked, SeatOptions(cube=cube)),  # type: ignore[misc]
                boards,
                dice,
                cube=cube,
            )
        except OutsideFailed as error:
            print(f"{title}: {error}")
            return
        cells.append(f"{found:.3g}")
        if plies == 0:
            plays = len(kernel.backgammon.successors(boards, dice)[0]) / len(boards)
            judged = f"{plays / found:.0f} k"
    print(f"| {title} | {' | '.join(cells)} | {judged} |", flush=True)


def calls(name: str) -> float:
    """Static choices a second, one position in each call from Python."""
    judge = net(name)
    searcher = kernel.backgammon.Searcher(judge, judge, pruning_net(), bearoff())
    boards, dice = games("backgammon", 3000)
    begun = time.process_time()
    for i in range(len(boards)):
        searcher.choose(boards[i : i + 1], dice[i : i + 1], plies=0)
    return len(boards) / (time.process_time() - begun)


def batches(name: str) -> float:
    """Static choices a second, a thousand positions in each call from Python."""
    judge = net(name)
    searcher = kernel.backgammon.Searcher(judge, judge, pruning_net(), bearoff())
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
    for cube in (False, True):
        told = ", with a cube" if cube else ""
        for title, name in PLAYERS.items():
            most = 1 if cube and name == "bgsage" else 3
            row(f"{title}{told}", name, turns, most, cube=cube)
    for name in ("backgammon", "backgammon-large"):
        print(
            f"{name}: {calls(name):.0f} static choices a second from Python one by one, "
            f"{batches(name):.0f} in batches"
        )
    done = subprocess.run([sys.executable, "-c", START], check=True, capture_output=True, text=True)
    loaded, ready, moved, peak = json.loads(done.stdout)
    print(f"import {loaded:.3f} s, nets and tables {ready - loaded:.3f} s, first move at 2-ply")
    print(f"{moved - ready:.3f} s, in all {moved:.3f} s of CPU; after 3-ply searches {peak} MB")


if __name__ == "__main__":
    main()
