"""Try the weights of the heuristic Abak player one by one in duels against the weights before.

    python -m research.abak.heuristic_tuning --pairs 100

A weight is doubled and halved; what looks better over the first pairs plays twice as many again,
and is kept if it leads by 1.6 standard errors. The duels are dice-paired: both sides begin once
with the same dice. Progress goes to standard output, the weights kept to `--out` as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from research.abak.heuristic_strength import points_of

from tablas.engine.abak.choosers import heuristic
from tablas.engine.abak.heuristic import WEIGHTS
from tablas.engine.abak.seats import HeuristicSeat, seat
from tablas.engine.seats import SeatOptions

FIXED = ("race", "to_move")  # the unit, and what is the same for every play
KEEP_FROM = 1.6  # standard errors
LOOK_AGAIN_FROM = 0.7


def tried(new: dict[str, float], old: dict[str, float], pairs: int, seed: int) -> list[float]:
    """Points a game of the new weights, for each pair."""
    one, other = (HeuristicSeat(heuristic(weights)) for weights in (new, old))
    points: list[float] = points_of(one, other, pairs, seed).mean(1).tolist()
    return points


def lead(points: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(np.mean(points)), float(np.std(points, ddof=1) / len(points) ** 0.5)


def better(new: dict[str, float], old: dict[str, float], pairs: int, seed: int) -> tuple[bool, str]:
    points = tried(new, old, pairs, seed)
    mean, error = lead(points)
    if mean > LOOK_AGAIN_FROM * error:
        points += tried(new, old, 2 * pairs, seed + (1 << 20))
        mean, error = lead(points)
    return (
        mean > KEEP_FROM * error,
        f"{mean:+.3f} ± {error:.3f} a game over {2 * len(points)} games",
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pairs", type=int, default=100)
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=Path("build/abak_heuristic.json"))
    asked = options.parse_args()
    best, seed = dict(WEIGHTS), asked.seed
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    for turn in range(asked.rounds):
        for name in (name for name in WEIGHTS if name not in FIXED):
            for factor in (2.0, 0.5):
                new, seed = {**best, name: round(best[name] * factor, 4)}, seed + 1
                kept, comparison = better(new, best, asked.pairs, seed)
                cpu = time.process_time()
                sys.stdout.write(
                    f"{turn} {name} {best[name]} -> {new[name]}: {comparison}"
                    f"{', kept' if kept else ''} ({cpu:.0f} s)\n"
                )
                sys.stdout.flush()
                if kept:
                    best = new
                    asked.out.write_text(json.dumps(best, indent=2), encoding="utf-8")
                    break
        ours, greedy = HeuristicSeat(heuristic(best)), seat("greedy", SeatOptions())
        mean, error = lead(points_of(ours, greedy, asked.pairs, seed).mean(1).tolist())
        sys.stdout.write(f"round {turn}: {mean:+.3f} ± {error:.3f} against greedy\n")


if __name__ == "__main__":
    main()
