"""How fast the nets of the package judge and choose on one core, beside GNU Backgammon's moves.

python bench/backgammon_net.py
"""

from __future__ import annotations

import json
import sys
import time
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.duel import GNUBG, Side, gnubg

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
    judged, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        net(name).evaluate(after, path=path)
        judged += len(after)
    return judged / (time.perf_counter() - begun)


def milliseconds(name: str) -> float:
    """A choice for a single position through Python."""
    boards, dice = games(name, 2000)
    chosen, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        row = slice(chosen % len(boards), chosen % len(boards) + 1)
        net(name).choose(boards[row], dice[row])
        chosen += 1
    return 1000 * (time.perf_counter() - begun) / chosen


def gnubg_milliseconds(side: Side) -> float:
    """The same for GNU Backgammon 0-ply through its socket, which adds some tenths."""
    boards, dice = games("backgammon", 600)
    begun = time.perf_counter()
    side.play(boards, dice)
    return 1000 * (time.perf_counter() - begun) / len(boards)


def main() -> None:
    folder = resources.files("tablas.engine") / "weights"
    names = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for name in names:
        speeds = ", ".join(
            f"{path} {evaluations(name, path) / 1000:.0f} k/s" for path in kernel.paths()
        )
        print(f"{name}: {speeds}; {milliseconds(name):.3f} ms a 0-ply choice")
    if Path(GNUBG).exists():
        with gnubg(17777) as side:
            print(f"gnubg 0-ply: {gnubg_milliseconds(side):.3f} ms a choice through its socket")


if __name__ == "__main__":
    main()
