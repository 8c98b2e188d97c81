"""Training by command: every option of the recipe, for long runs.

python -m tablas.training train GAME --plan plan.json --folder runs/one --threads 4
python -m tablas.training export GAME --plan plan.json --folder runs/one --net student --out FILE
python -m tablas.training compare GAME --plans A.json B.json --folders runs/a runs/b
python -m tablas.training distil GAME --plan plan.json --teachers FILE ... --begin-with runs/one ...
python -m tablas.training match GAME ONE.safetensors OTHER.safetensors --pairs 6144 --seed 1
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import threading
from dataclasses import asdict
from pathlib import Path

from tablas.errors import TablasError
from tablas.training import distil as distillation
from tablas.training import recipe
from tablas.training.plan import DicePlan
from tablas.training.progress import Ended, Report

LESSONS_A_LINE = 100


def main() -> None:
    whole = parser()
    arguments = whole.parse_args()
    if getattr(arguments, "paced", False) and arguments.seconds == math.inf:
        whole.error("--paced needs --seconds")
    try:
        commands = {
            "train": train, "export": export, "compare": compare, "distil": distil, "match": match,
        }  # fmt: skip
        commands[arguments.command](arguments)
    except TablasError as error:
        sys.exit(f"tablas.training: {error}")


def train(asked: argparse.Namespace) -> None:
    stop = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    steps = recipe.train(
        asked.game,
        DicePlan.read(asked.plan),
        asked.folder,
        device=asked.device,
        threads=asked.threads,
        seconds=asked.seconds,
        windows=asked.windows,
        begin_with=asked.begin_with,
        stop=stop,
        paced=asked.paced,
    )
    for step in steps:
        if isinstance(step, Ended):
            say("the plan is done" if step.done else f"stopped at window {step.window}")
        elif isinstance(step, Report):
            say(json.dumps(step.line()))


def export(asked: argparse.Namespace) -> None:
    recipe.export(asked.game, DicePlan.read(asked.plan), asked.folder, asked.net, asked.out)


def compare(asked: argparse.Namespace) -> None:
    plans = [DicePlan.read(plan) for plan in asked.plans]
    played = recipe.compare(
        asked.game,
        list(zip(plans, asked.folders, strict=True)),
        net=asked.net,
        pairs=asked.pairs,
        seed=asked.seed,
        device=asked.device,
        threads=asked.threads,
    )
    folders = [str(folder) for folder in asked.folders]
    say(json.dumps({"net": asked.net, "folders": folders, "result": played.as_list()}))


def distil(asked: argparse.Namespace) -> None:
    lessons = distillation.distil(
        asked.game,
        DicePlan.read(asked.plan),
        asked.folder,
        asked.teachers,
        asked.begin_with,
        device=asked.device,
        threads=asked.threads,
        seconds=asked.seconds,
        paced=asked.paced,
    )
    for lesson in lessons:
        if lesson.round % LESSONS_A_LINE == 0:
            say(json.dumps(asdict(lesson)))


def match(asked: argparse.Namespace) -> None:
    sides = [[Path(path) for path in text.split("+")] for text in (asked.one, asked.other)]
    played = recipe.match_of_files(
        asked.game,
        sides[0],
        sides[1],
        pairs=asked.pairs,
        seed=asked.seed,
        device=asked.device,
        threads=asked.threads,
    )
    nets = [asked.one, asked.other]
    say(json.dumps({"nets": nets, "seed": asked.seed, "result": played.as_list()}))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def parser() -> argparse.ArgumentParser:
    """What each command can be asked for."""
    whole = argparse.ArgumentParser(prog="python -m tablas.training", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="a run, from its beginning or where it stopped")
    exporting = commands.add_parser("export", help="a net of a run as safetensors")
    comparing = commands.add_parser("compare", help="a match between two runs, or against chance")
    distilling = commands.add_parser("distil", help="smaller nets learn from teachers in files")
    matching = commands.add_parser("match", help="a match between the nets of two files")
    for one in (training, exporting, comparing, distilling, matching):
        one.add_argument("game", choices=recipe.trainable())
    for one in (training, exporting, distilling):
        one.add_argument("--plan", type=Path, required=True)
        one.add_argument("--folder", type=Path, required=True)
    for one in (training, comparing, distilling, matching):
        one.add_argument("--threads", type=int, default=8, help="of the kernel, for each shard")
        one.add_argument("--device", help="cpu or cuda; by default a GPU where there is one")
    for one in (training, distilling):
        one.add_argument("--seconds", type=float, default=math.inf)
        one.add_argument(
            "--paced", action="store_true", help="do what is left of the plan in --seconds"
        )
    training.add_argument("--windows", type=float, default=math.inf)
    training.add_argument("--begin-with", type=Path, help="folder of weights that an export made")
    distilling.add_argument("--begin-with", type=Path, required=True, help="such a folder")
    distilling.add_argument("--teachers", type=Path, nargs="+", required=True)
    matching.add_argument("one", help="a file, or several joined by +: the mean of their chances")
    matching.add_argument("other", help="the same")
    exporting.add_argument("--net", default="student", help="its name in the plan")
    exporting.add_argument("--out", type=Path, required=True)
    comparing.add_argument("--plans", type=Path, nargs="+", required=True)
    comparing.add_argument("--folders", type=Path, nargs="+", required=True)
    comparing.add_argument("--net", default="teacher", help="its name in the plans")
    for one in (comparing, matching):
        one.add_argument("--pairs", type=int, default=1000)
        one.add_argument("--seed", type=int, default=1)
    return whole


if __name__ == "__main__":
    main()
