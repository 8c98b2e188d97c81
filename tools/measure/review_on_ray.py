"""Reviews a folder of matches on a Ray cluster of two workers, kills one, and compares.

    python tools/measure/review_on_ray.py build/gnubg-matches --matches 210

A cluster is started on this machine (`pip install 'tablas[cluster]'`). Once a tenth of the matches
is done, the process of a worker is killed. Every review must be the one that this process finds by
itself; `--compare 30` looks at every seventh of 210 only.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from pathlib import Path

import ray

from tablas.engine.runners import on_ray
from tablas.errors import TablasError
from tablas.review.many import Task, reviewed
from tablas.review.value import MatchReview


def with_process(task: Task) -> tuple[int, MatchReview | TablasError]:
    """A review, and the process that made it."""
    return os.getpid(), reviewed(task)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=210)
    parser.add_argument("--care", default="fast")
    parser.add_argument("--compare", type=int, help="So many of them; by default all.")
    asked = parser.parse_args()
    paths = sorted(asked.folder.glob("*.mat"))[: asked.matches]
    tasks = [Task(path.name, path.read_bytes(), asked.care) for path in paths]
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    began = time.monotonic()
    answers: dict[int, MatchReview | TablasError] = {}
    workers: set[int] = set()
    killed = 0
    for number, (process, answer) in on_ray("auto")(with_process, tasks):
        answers[number] = answer
        workers.add(process)
        if not killed and len(answers) >= len(tasks) // 10 and len(workers) > 1:
            killed = process
            os.kill(process, signal.SIGKILL)
    seconds = time.monotonic() - began
    ray.shutdown()
    print(
        f"{len(answers)} of {len(tasks)} matches in {seconds:.0f} s by {len(workers)} processes, "
        f"one of them killed ({killed > 0})",
        flush=True,
    )
    every = max(1, len(tasks) // (asked.compare or len(tasks)))
    compared = range(0, len(tasks), every)
    different = sum(reviewed(tasks[number]) != answers[number] for number in compared)
    print(f"{len(compared)} compared: {different} differ from one process's")


if __name__ == "__main__":
    main()
