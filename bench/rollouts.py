"""Rollouts of the same positions by us, GNU Backgammon and bgsage, in CPU seconds, in one run.

    python bench/rollouts.py --trials 1296

Money play without a cube, nobody looks ahead when choosing a play, luck taken away, one thread;
truncated after seven turns and played to the end. Beside the seconds for so many trials stands the
standard error that they reach, and what the same error would take: the seconds times the square of
the error over that of the best of the others. Only CPU time counts: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tablas.backgammon.codec import encode_many
from tablas.backgammon.formats import from_position_id
from tablas.engine.backgammon.bgsage_seat import signed_board
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.measure.backgammon.equity_errors import BGSAGE
from tools.oracles.gnubg_rollouts import rollouts

POSITIONS = ("4HPwATDgc/ABMA", "wmfMCDCw5+ABCg", "NruESQDgAwY4bg")
ASK_BGSAGE = """
import json, sys, time
from bgsage import BgBotAnalyzer
asked = json.load(sys.stdin)
analyzer = BgBotAnalyzer(
    eval_level="rollout", cubeful=False, n_trials=asked["trials"], decision_ply=1,
    truncation_depth=asked["truncate"], parallel_threads=1,
)
rolling = analyzer._analyzer._rollout_strategy
for board in asked["boards"]:
    began = time.process_time()
    found = rolling.rollout_position(board)
    spent = time.process_time() - began
    print("FOUND", json.dumps([found.equity, found.std_error, spent]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Found:
    """One rollout: the equity of the player to roll, its standard error, CPU seconds."""

    equity: float
    error: float
    seconds: float


def by_us(name: str, trials: int, truncate: int) -> list[Found]:
    plan = RolloutPlan(trials=trials, truncate=truncate)
    found = []
    for text in POSITIONS:
        board = encode_many([from_position_id(text)])
        began = time.process_time()
        one = rollout(net(name), board, plan, game="backgammon").starts[0]
        found.append(Found(one.equity, one.error, time.process_time() - began))
    return found


def by_gnubg(trials: int, truncate: int) -> list[Found]:
    return [
        Found(one["equity"], one["error"], one["cpu_seconds"])
        for one in rollouts(POSITIONS, trials, truncate)
    ]


def by_bgsage(trials: int, truncate: int) -> list[Found]:
    """It rolls out positions after a play, seen by who has played: ours, seen by the other side."""
    boards = [signed_board(from_position_id(text).swapped()) for text in POSITIONS]
    question = json.dumps({"boards": boards, "trials": trials, "truncate": truncate})
    done = subprocess.run(
        [BGSAGE, "-c", ASK_BGSAGE], input=question, capture_output=True, text=True, check=True
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("FOUND")]
    numbers = [json.loads(line.removeprefix("FOUND")) for line in lines]
    return [Found(-equity, error, seconds) for equity, error, seconds in numbers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=1296, help="truncated; 0: none")
    parser.add_argument("--full-trials", type=int, default=1296, help="to the end; 0: none")
    told = parser.parse_args()
    for truncate, trials in ((7, told.trials), (0, told.full_trials)):
        if trials == 0:
            continue
        print(f"\n{trials} trials, {f'truncated at {truncate}' if truncate else 'full'}:\n")
        print(
            "| | equity ± error, CPU seconds (a position each) | sum | to the peers' best error |"
        )
        print("|---|---|---|---|")
        rows = {
            "gnubg": by_gnubg(trials, truncate),
            "bgsage": by_bgsage(trials, truncate),
            "tablas": by_us("backgammon", trials, truncate),
            "tablas, large net": by_us("backgammon-large", trials, truncate),
        }
        best = [min(rows[peer][i].error for peer in ("gnubg", "bgsage")) for i in range(3)]
        for title, found in rows.items():
            cells = "; ".join(
                f"{one.equity:+.4f} ± {one.error:.4f}, {one.seconds:.1f}" for one in found
            )
            spent = sum(one.seconds for one in found)
            equal = sum(
                one.seconds * (one.error / target) ** 2
                for one, target in zip(found, best, strict=True)
            )
            print(f"| {title} | {cells} | {spent:.1f} | {equal:.1f} |", flush=True)


if __name__ == "__main__":
    main()
