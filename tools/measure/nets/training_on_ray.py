"""Self-play by several workers of a Ray cluster and one learner, one worker killed on the way.

    python -m tools.measure.nets.training_on_ray backgammon --workers 3 --windows 300

A cluster is started on this machine (`pip install 'tablas[cluster,train]'`). After a tenth of the
windows the process of a worker is killed, as a machine that fails would end it. The run must go on
with as many workers as before, and the net must beat the rule of thumb that it began below.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import ray

from tablas.training import DicePlan, Report, plan_file, trainable
from tablas.training.cluster import Crew, LearnerRun
from tablas.training.recipe import recipe_of
from tablas.training.tensors import device_called


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=trainable())
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--windows", type=int, default=300)
    asked = parser.parse_args()
    ray.init(num_cpus=asked.workers, log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        summary = measured(asked.game, asked.workers, asked.windows, Path(folder))
    print(json.dumps(summary, indent=1))
    if not (summary["lost"] == 1 and summary["hired"] == asked.workers + 1 and summary["learned"]):
        sys.exit("the run did not go on as it should")


def measured(game: str, workers: int, windows: int, folder: Path) -> dict[str, object]:
    """What a run with a killed worker came to."""
    plan = shortened(DicePlan.read(plan_file(game, "quick")), windows)
    crew = Crew("auto", game, plan, workers)
    run = LearnerRun(recipe_of(game), plan, folder, device_called("cpu"), threads=1)
    run.hire(crew)
    began, killed, strength = time.monotonic(), 0, []
    for step in run.train(float("inf"), progress=0):
        if not killed and run.window >= windows // 10 and len(crew.processes) == workers:
            killed = next(iter(crew.processes))
            os.kill(killed, signal.SIGKILL)
        if isinstance(step, Report):
            thumb = step.match["thumb"]
            strength.append((step.window, round(thumb.points, 3), round(thumb.error, 3)))
            print(f"window {step.window}: {thumb.points:+.2f} ± {thumb.error:.2f}", flush=True)
    return {
        "game": game,
        "windows": run.window,
        "positions": run.positions,
        "games": run.games,
        "seconds": round(time.monotonic() - began, 1),
        "workers": workers,
        "killed": killed,
        "lost": crew.lost,
        "hired": crew.hired,
        "processes": len(crew.processes),
        "points a game against the rule of thumb, by window": strength,
        "learned": strength[-1][1] > strength[0][1] + 2 * strength[-1][2],
    }


def shortened(plan: DicePlan, windows: int) -> DicePlan:
    """One quick stage of so many windows, compared four times."""
    stage = replace(plan.stages[0], windows=windows, rate=(0.006, 0.002), pull=0.1)
    return replace(
        plan, stages=(stage,), shards=2, match_every=max(1, windows // 4), match_pairs=50
    )


if __name__ == "__main__":
    main()
