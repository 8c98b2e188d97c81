"""The ladder of the Abalone engine: each rung against the one below, until a test has decided.

    python bench/abalone_ladder.py [--milliseconds 5] [--pairs 200] [--json FILE]

Random, greedy, the hand-made evaluation at a fixed depth, the same with a time a move, the network
with the same time. Time is processor time: nodes a second of each evaluation are measured first, in
turns and in this process, and the time is given as nodes, so that a busy machine is fair to both.
Pairs of games begin alike with colours swapped, the starts in turn; at 350 plies ejections decide.
"""

from __future__ import annotations

import argparse
import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablas.cli.contest import contestant, opening, play_game
from tablas.engine.abalone.engine import AbaloneLimit
from tablas.engine.abalone.speed import speeds
from tablas.engine.elo import Sprt, estimate, rounded
from tablas.values import Side

TEST = Sprt(0.0, 30.0)
OPENED = 16
"""Openings begin after the bare starts: from there on random plies are played first."""


def match(first: str, second: str, pairs: int, seed: int = 1) -> dict[str, Any]:
    """The first against the second, until the test has decided or the pairs are used up."""
    rng = random.Random(seed)
    one, other = contestant(first, AbaloneLimit(), rng), contestant(second, AbaloneLimit(), rng)
    scores, won, lost = [], 0, 0
    for number in range(pairs):
        setup = opening(OPENED + number % 96, seed)
        total = 0.0
        for side in (Side.BLACK, Side.WHITE):
            seats = {side: one, side.other: other}
            score = play_game(setup, seats, one).score
            total += score
            won += score == 1
            lost += score == 0
        scores.append(total / 2)
        if TEST.verdict(scores):
            break
    found = estimate(scores)
    return {
        "first": first,
        "second": second,
        "won": won,
        "lost": lost,
        "drawn": 2 * len(scores) - won - lost,
        "elo": rounded(found.elo),
        "low": rounded(found.low),
        "high": rounded(found.high),
        "sprt": TEST.verdict(scores) or "undecided",
        "likelihood": round(TEST.likelihood(scores), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--milliseconds", type=float, default=5.0, help="of processor time a move")
    parser.add_argument("--pairs", type=int, default=200, help="a match, at most")
    parser.add_argument("--json", type=Path, help="write the results there, line by line")
    told = parser.parse_args()
    speed = speeds()
    nodes = {judge: round(speed[judge] * told.milliseconds / 1000) for judge in speed}
    print(", ".join(f"{judge}: {speed[judge] / 1e6:.2f} M nodes/s" for judge in speed))
    rungs = ["random", "greedy", "hand/depth:2", "hand/depth:4"]
    rungs += [f"hand/nodes:{nodes['hand']}", f"net/nodes:{nodes['net']}"]
    for below, above in pairwise(rungs):
        found = match(above, below, told.pairs)
        text = json.dumps(found)
        print(text, flush=True)
        if told.json:
            with told.json.open("a", encoding="utf-8") as file:
                file.write(text + "\n")


if __name__ == "__main__":
    main()
