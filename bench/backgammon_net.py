"""How fast the nets of the package judge and choose, beside GNU Backgammon, in CPU seconds.

python bench/backgammon_net.py
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.backgammon.gnubg_seat import GnubgSeat
from tablas.engine.dice.cubes import Cubes
from tablas.engine.outside import OutsideFailed
from tablas.engine.weights import net

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
    for name in ("backgammon", "backgammon-large"):
        speeds = ", ".join(
            f"{path} {evaluations(name, path) / 1000:.0f} k/s" for path in kernel.paths()
        )
        print(f"{name}: {speeds}; {milliseconds(name):.3f} ms a 0-ply choice")
    try:
        print(f"gnubg 0-ply: {gnubg_milliseconds(4000):.3f} ms a choice, in its own process")
    except OutsideFailed as error:
        print(error)


if __name__ == "__main__":
    main()
