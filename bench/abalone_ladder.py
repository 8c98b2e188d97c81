"""The ladder of the Abalone engine: each rung against the one below, until a test has decided.

    python bench/abalone_ladder.py [--milliseconds 5] [--pairs 200] [--json FILE]

Random, greedy, the hand-made evaluation at a fixed depth, the same with a time a move, the network
with the same time. Time is processor time: nodes a second of each evaluation are measured first, in
turns and in this process, and the time is given as nodes, so that a busy machine is fair to both.
Pairs of games begin alike with colours swapped, the starts in turn; at 350 plies ejections decide.
`neighbours` says how many pairs of touching marbles each of the two had to a marble: who takes
marbles and loses the board has fewer than the opponent.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablas.abalone import formats, movement, notation
from tablas.abalone.formations import contacts
from tablas.duel.elo import EloTest
from tablas.duel.runner import Duel
from tablas.duel.setting import Setting
from tablas.engine.abalone.speed import speeds

TEST = EloTest(0.0, 30.0)
OPENED = 16
"""Openings begin after the bare starts: from there on random plies are played first."""


def match(first: str, second: str, pairs: int, seed: int = 1) -> dict[str, Any]:
    """The first against the second, until the test has decided or the pairs are used up."""
    setting = Setting(game="abalone", first=first, second=second, seed=seed, written=True)
    with Duel(setting, first=OPENED) as duel:
        for _ in duel.play(2 * pairs, TEST):
            pass
        return duel.summary(TEST) | {"neighbours": neighbours(duel.tally.pairs.games)}


def neighbours(games: Sequence[Sequence[str]]) -> list[float]:
    """Pairs of touching marbles to a marble, of the first player and the second one.

    The games are those of whole pairs: the first player begins the even ones, the second the odd.
    """
    touching, marbles = [0, 0], [0, 0]
    for number, (start, *moves) in enumerate(games):
        position, mover = formats.read(start).position, number % 2
        for move in moves:
            for player, cells in ((mover, position.own), (1 - mover, position.opp)):
                touching[player] += contacts(cells)
                marbles[player] += len(cells)
            position = movement.after(position, notation.read(position, None, move))
            mover = 1 - mover
    return [round(touching[player] / marbles[player], 3) for player in (0, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--milliseconds", type=float, default=5.0, help="of processor time a move")
    parser.add_argument("--pairs", type=int, default=200, help="a match, at most")
    parser.add_argument("--json", type=Path, help="write the results there, line by line")
    asked = parser.parse_args()
    speed = speeds()
    nodes = {judge: round(speed[judge] * asked.milliseconds / 1000) for judge in speed}
    print(", ".join(f"{judge}: {speed[judge] / 1e6:.2f} M nodes/s" for judge in speed))
    rungs = ["random", "greedy", "hand/depth:2", "hand/depth:4"]
    rungs += [f"hand/nodes:{nodes['hand']}", f"net/nodes:{nodes['net']}"]
    for below, above in pairwise(rungs):
        summary = match(above, below, asked.pairs)
        text = json.dumps(summary)
        print(text, flush=True)
        if asked.json:
            with asked.json.open("a", encoding="utf-8") as file:
                file.write(text + "\n")


if __name__ == "__main__":
    main()
