"""Rolls positions out with bgsage, a judge who shares no net with us or with GNU Backgammon.

    python tools/oracles/bgsage_rollouts.py positions.jsonl results.jsonl --trials 432 --truncate 7

Money play without a cube, its 1-ply (which we and GNU Backgammon call 0-ply) inside and at the end,
variance reduction, one thread a worker. `TABLAS_BGSAGE_PYTHON` names a Python that has bgsage. What
stands in the results already is not done again, so that the work can be interrupted: each `--seed`
needs results of its own. Trials are rolled out in sets that have each first roll once, and the
standard error is read off the means of the sets: bgsage's own counts the spread of the first rolls,
too, of which the sets are free, and is two to five times too large.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from tablas.backgammon.formats import from_position_id
from tablas.engine.backgammon.bgsage_seat import PYTHON_VARIABLE, signed_board
from tablas.engine.dice.rollout import BATCH
from tablas.engine.outside import OutsideFailed

MOST_SETS = 1000
"""Sets of a seed: the next seed begins after them, so that two seeds have no set in common."""
CHILD = """
import json, sys, time
from bgsage import BgBotAnalyzer
asked = json.loads(sys.argv[1])
judge = BgBotAnalyzer(
    eval_level="rollout", cubeful=False, cubeful_trial_moves=False, decision_ply=1,
    truncation_ply=1, truncation_depth=asked["truncate"], n_trials=asked["set"],
    prefilter_threshold=0.0, parallel_threads=1,
)
print("ready", flush=True)
for line in sys.stdin:
    board, sets = json.loads(line), []
    began = time.process_time()
    for seed in asked["seeds"]:
        judge.set_seed(seed)
        told = judge.post_move_analytics(board, jacoby=False)
        sets.append([*told.probs.to_list(), told.cubeless_equity])
    print(json.dumps({"sets": sets, "seconds": time.process_time() - began}), flush=True)
"""


def rollouts(
    positions: Sequence[str], trials: int, truncate: int = 0, seed: int = 1
) -> Iterator[dict[str, Any]]:
    """What bgsage finds for each position ID, with the CPU seconds that it took."""
    python = os.environ.get(PYTHON_VARIABLE) or sys.executable
    seeds = [MOST_SETS * seed + number for number in range(trials // BATCH)]
    asked = json.dumps({"set": BATCH, "truncate": truncate, "seeds": seeds})
    with subprocess.Popen(
        [python, "-P", "-c", CHILD, asked],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if process.stdout.readline() != "ready\n":
                raise OutsideFailed(
                    f"bgsage: {python} does not have it; set {PYTHON_VARIABLE} to one that has",
                    f"bgsage: {python} no lo tiene; pon en {PYTHON_VARIABLE} uno que lo tenga",
                )
            for position in positions:
                # It wants what a play has reached, seen by who has played.
                board = signed_board(from_position_id(position).swapped())
                process.stdin.write(json.dumps(board) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
                if not line:
                    raise OutsideFailed(
                        f"bgsage: no answer to {position}", f"bgsage: no responde a {position}"
                    )
                yield {"position": position, **_summed_up(json.loads(line))}
        finally:
            process.kill()


def _summed_up(told: dict[str, Any]) -> dict[str, Any]:
    """Chances and equity of the player to roll, of sets that the other player sees."""
    sets = np.array(told["sets"])
    win, gammon, backgammon, lose_gammon, lose_backgammon, equity = sets.mean(axis=0).tolist()
    chances = (1 - win, lose_gammon, lose_backgammon, gammon, backgammon)
    error = float(sets[:, -1].std(ddof=1)) / len(sets) ** 0.5
    return {
        "chances": [round(chance, 5) for chance in chances],
        "equity": round(-equity, 5),
        "error": round(error, 5),
        "cpu_seconds": round(told["seconds"], 3),
    }


def _listed(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["position"] for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--trials", type=int, default=432, help=f"a multiple of {BATCH}")
    parser.add_argument("--truncate", type=int, default=0, help="turns; 0: played to the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="programs side by side")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    options = parser.parse_args()
    if options.trials % BATCH or not 1 < options.trials // BATCH <= MOST_SETS:
        parser.error(f"--trials: expected {BATCH} times 2 to {MOST_SETS}, got {options.trials}")
    done = set(_listed(options.results)) if options.results.exists() else set()
    left = [one for one in dict.fromkeys(_listed(options.positions)) if one not in done]
    lock, until = Lock(), time.monotonic() + 60 * options.minutes
    shares = [left[first :: options.workers] for first in range(min(options.workers, len(left)))]
    terms = {"trials": options.trials, "truncate": options.truncate, "seed": options.seed}
    with options.results.open("a", encoding="utf-8") as out:

        def roll_out(share: Sequence[str]) -> int:
            for result in rollouts(share, **terms):
                with lock:
                    out.write(json.dumps({**result, **terms}) + "\n")
                    out.flush()
                if time.monotonic() > until:
                    break
            return len(share)

        with ThreadPoolExecutor(options.workers) as pool:
            sum(pool.map(roll_out, shares))  # so that an error is heard of


if __name__ == "__main__":
    main()
