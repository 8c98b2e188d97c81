"""How far the judgements of engines lie from rollouts: ours, GNU Backgammon and bgsage.

    python tools/measure/backgammon/equity_errors.py tests/corpus/backgammon_reference.jsonl

Money play without a cube. The reference holds positions with their rollouts by us and by GNU
Backgammon (reference_positions.py, our_rollouts.py and gnubg_rollouts.py of tools/oracles). For
each engine and depth it prints the root mean square of its equity less the rollout's, by each judge
on each set. The judges' own standard errors are part of what is printed; their root mean square
stands below. Plies as GNU Backgammon counts them: bgsage's 1-ply is 0-ply here.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tablas.backgammon.formats import from_position_id
from tablas.engine.backgammon.bgsage_seat import signed_board
from tablas.engine.backgammon.search import BackgammonEngine

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tools.oracles import gnubg_judgements

ROOT = Path(__file__).resolve().parents[3]
BGSAGE = ROOT / ".peers" / "bgsage" / "bin" / "python"
ASK_BGSAGE = """
import json, sys
from bgsage.batch import batch_evaluate
asked = json.load(sys.stdin)
boards = [{"board": b, "cube_value": 1, "cube_owner": "centered"} for b in asked["boards"]]
evaluated = batch_evaluate(boards, asked["level"], n_threads=1, jacoby=False, beaver=False)
print(json.dumps([list(one.probs.to_list()) for one in evaluated]))
"""
SETS = ("general", "back")
JUDGES = ("ours", "gnubg")


def ours(name: str, plies: int) -> Callable[[Sequence[str]], list[float]]:
    """Our engine with its bear-off tables, as GNU Backgammon has its own."""

    def judged(positions: Sequence[str]) -> list[float]:
        engine = BackgammonEngine(net_name=name)
        return [engine.chances(from_position_id(text), plies).equity for text in positions]

    return judged


def gnubg(plies: int) -> Callable[[Sequence[str]], list[float]]:
    return lambda positions: [one[-1] for one in gnubg_judgements.chances(positions, plies)]


def bgsage(plies: int) -> Callable[[Sequence[str]], list[float]]:
    def judged(positions: Sequence[str]) -> list[float]:
        boards = [signed_board(from_position_id(text)) for text in positions]
        question = json.dumps({"boards": boards, "level": f"{plies + 1}ply"})
        done = subprocess.run(
            [BGSAGE, "-c", ASK_BGSAGE], input=question, capture_output=True, text=True, check=True
        )
        chances = json.loads(done.stdout.splitlines()[-1])
        return [2 * w - 1 + g + b - lg - lb for w, g, b, lg, lb in chances]

    return judged


def engines(plies: Sequence[int]) -> dict[str, Callable[[Sequence[str]], list[float]]]:
    judges: dict[str, Callable[[Sequence[str]], list[float]]] = {}
    for n in plies:
        for name in ("backgammon", "backgammon-large"):
            judges[f"{name} {n}-ply"] = ours(name, n)
        judges[f"gnubg {n}-ply"] = gnubg(n)
        if BGSAGE.exists():
            judges[f"bgsage {n}-ply"] = bgsage(n)
    return judges


def root_mean_square(numbers: Sequence[float]) -> float:
    return math.sqrt(sum(n * n for n in numbers) / len(numbers)) if numbers else math.nan


def errors(
    reference: Sequence[dict[str, Any]], judged: Sequence[float], judge: str, name: str
) -> list[float]:
    return [
        equity - one[judge]["equity"]
        for one, equity in zip(reference, judged, strict=True)
        if one["set"] == name and judge in one
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reference", type=Path)
    parser.add_argument("--plies", type=int, nargs="+", default=[0, 1, 2])
    options = parser.parse_args()
    reference = [json.loads(line) for line in options.reference.open(encoding="utf-8")]
    columns = [(judge, name) for judge in JUDGES for name in SETS]
    print("| engine | " + " | ".join(f"{name}, by {judge}" for judge, name in columns) + " |")
    print("|---|" + "---|" * len(columns))
    for title, judge_with in engines(options.plies).items():
        judged = judge_with([one["position"] for one in reference])
        row = [root_mean_square(errors(reference, judged, *column)) for column in columns]
        print(f"| {title} | " + " | ".join(f"{value:.4f}" for value in row) + " |", flush=True)
    for what, value in (("standard error of the judge", "error"), ("positions", "count")):
        cells = []
        for judge, name in columns:
            held = [one[judge]["error"] for one in reference if one["set"] == name and judge in one]
            cells.append(str(len(held)) if value == "count" else f"{root_mean_square(held):.4f}")
        print(f"| {what} | " + " | ".join(cells) + " |")
    both = [one for one in reference if all(judge in one for judge in JUDGES)]
    apart = [one["ours"]["equity"] - one["gnubg"]["equity"] for one in both]
    print(f"\nThe judges differ by {root_mean_square(apart):.4f} over {len(both)} positions.")


if __name__ == "__main__":
    main()
