"""Trains the nets of a dice game from nothing but the rules: self-play, TD(lambda), exact backups.

    python training/train.py backgammon --plan training/backgammon/plan.json --folder runs/bg
    python training/train.py abak --plan training/abak/quick.json --folder runs/quick

Run again, it goes on where it stopped; `--seconds` stops it in time for a machine that is lent by
the minute, `--windows` after a number of windows. The plan's stages may be lengthened or added
between two runs. Weights depend on the plan alone, not on where a run was stopped (on a CPU; a
GPU's sums are not always the same to the last bit). A plan that goes on from another one's weights
(`--begin-with`) says after how many windows.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
from pathlib import Path

import torch
from game import game
from plan import Plan

from run import Run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("backgammon", "abak"))
    parser.add_argument("--plan", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--windows", type=float, default=math.inf)
    parser.add_argument("--threads", type=int, default=8, help="of the kernel, for each shard")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--begin-with", type=Path, help="folder of weights that an export made")
    told = parser.parse_args()
    torch.set_float32_matmul_precision("high")  # TF32 for learning
    torch.set_num_threads(min(4, told.threads))
    # The shards' threads hold the interpreter for moments only; the loop that feeds the device
    # should not wait five milliseconds for its turn.
    sys.setswitchinterval(0.0001)
    plan = Plan.read(told.plan)
    run = Run(game(told.game), plan, told.folder, torch.device(told.device), told.threads)
    if told.begin_with and run.window == 0:
        run.begin_with(told.begin_with)
    signal.signal(signal.SIGINT, lambda *_: setattr(run, "stopping", True))
    done = run.train(told.seconds, told.windows)
    print("the plan is done" if done else f"stopped at window {run.window}", flush=True)


if __name__ == "__main__":
    main()
