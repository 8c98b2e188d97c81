"""How far we are, at every depth, in positions that our engine has judged wrongly.

    python -m tools.measure.backgammon.hard_positions tests/corpus/backgammon_hard.jsonl \\
        --plies 0 1 2

Each line of the file is a position before the roll with its equity by two judges, our rollouts and
those of GNU Backgammon, or a roll with the equities of its plays, for money without a cube. For a
position: our equity less each judge's. For a roll: the play that we choose, what it gives away by
each judge against the judge's best, and how the judge's best play ranks with us; with CPU ms.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from tablas import games
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.ranking import shared_engine
from tablas.engine.dice.search import DiceEngine
from tablas.values import Dice

KIND = games.kind("backgammon")
JUDGES = ("ours", "gnubg")


def position_row(engine: DiceEngine, line: dict[str, Any], plies: list[int]) -> list[str]:
    """The judges' equities with their errors, and how far each depth is from them."""
    position = KIND.formats.read(line["position"]).position
    told = [f"{line[judge]['equity']:+.3f} ± {line[judge]['error']:.3f}" for judge in JUDGES]
    for depth in plies:
        equity = engine.chances(position, depth).equity
        gaps = (f"{equity - line[judge]['equity']:+.3f}" for judge in JUDGES)
        told.append(" / ".join(gaps))
    return told


def roll_row(engine: DiceEngine, line: dict[str, Any], plies: list[int]) -> list[str]:
    """The judges' best plays, and of each depth the choice, its cost and the rank of their best."""
    position, dice = KIND.formats.read(line["position"]).position, Dice(*line["dice"])
    rolled = {
        judge: {one["play"]: one[judge]["equity"] for one in line["plays"]} for judge in JUDGES
    }
    best = {judge: max(known, key=lambda play: known[play]) for judge, known in rolled.items()}
    told = [best[judge] for judge in JUDGES]
    for depth in plies:
        begun = time.process_time()
        found = engine.analyse(position, dice, DiceLimit(plies=depth))
        spent = 1000 * (time.process_time() - begun)
        names = [one.text for one in found.plays]
        costs = [
            f"{known[best[judge]] - known[names[0]]:.3f}" if names[0] in known else "?"
            for judge, known in rolled.items()
        ]
        ranks = "/".join(str(1 + names.index(best[judge])) for judge in JUDGES)
        told.append(f"{names[0]}: {' / '.join(costs)}, rank {ranks}, {spent:.0f} ms")
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("--plies", type=int, nargs="+", default=[0, 1, 2])
    options = parser.parse_args()
    engine = shared_engine(KIND.name)
    depths = " | ".join(f"{depth}-ply" for depth in options.plies)
    print(f"| position | by ours | by gnubg | {depths} |")
    print("|---" * (3 + len(options.plies)) + "|")
    for text in options.positions.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        row = roll_row if "plays" in line else position_row
        dice = "".join(map(str, line.get("dice", ())))
        cells = " | ".join(row(engine, line, options.plies))
        print(f"| `{line['position']}` {dice} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
