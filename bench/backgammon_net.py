"""How fast the nets of the package judge and choose, beside GNU Backgammon, in CPU seconds.

python bench/backgammon_net.py
"""

from __future__ import annotations

import json
import resource
import sys
import time
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.duel import GNUBG, gnubg

Boards = NDArray[np.uint8]
SECONDS = 2.0


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


def evaluations(name: str, path: str) -> float:
    """Boards judged in a second, the plays of whole turns one after the other."""
    boards, dice = games(name, 600)
    after, _ = kernel.backgammon.successors(boards, dice)
    judged, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        net(name).evaluate(after, path=path)
        judged += len(after)
    return judged / (time.process_time() - begun)


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
    """The same for GNU Backgammon 0-ply: its process's time with the turns, less that without."""
    boards, dice = games("backgammon", turns)
    spent = []
    for count in (1, turns):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with gnubg(17777 + count % 2) as side:
            side.play(boards[:count], dice[:count])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * (spent[1] - spent[0]) / turns


def main() -> None:
    folder = resources.files("tablas.engine") / "weights"
    names = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for name in names:
        speeds = ", ".join(
            f"{path} {evaluations(name, path) / 1000:.0f} k/s" for path in kernel.paths()
        )
        print(f"{name}: {speeds}; {milliseconds(name):.3f} ms a 0-ply choice")
    if Path(GNUBG).exists():
        print(f"gnubg 0-ply: {gnubg_milliseconds(4000):.3f} ms a choice, in its own process")


if __name__ == "__main__":
    main()
