"""Start-up: what `import tablas` adds to bare Python; and `tablas moves --jsonl`."""

from __future__ import annotations

import importlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from bench.measure import Contestant, Values, race, seconds_of
from bench.positions import as_dice, random_positions
from bench.report import Table, listing
from bench.worker import ROOT

from tablas.values import Setup, Side

ALTERNATING = 20
IMPORT, LINES = "ms over bare Python", "lines/s"


def started(code: str) -> float:
    """Milliseconds from the start of Python to its end."""
    return 1000 * seconds_of(lambda: subprocess.run([sys.executable, "-c", code], check=True))


def import_time() -> Values:
    """The difference of the medians of runs that alternate."""
    pairs = [(started("pass"), started("import tablas")) for _ in range(ALTERNATING)]
    bare, whole = (statistics.median(times) for times in zip(*pairs, strict=True))
    return {IMPORT: whole - bare}


def questions(name: str, count: int) -> list[str]:
    """JSON lines as `tablas moves --jsonl` reads them."""
    codec: Any = importlib.import_module(f"tablas.{name}.codec")
    formats: Any = importlib.import_module(f"tablas.{name}.formats")
    boards, rolls = random_positions(name, count)
    lines = []
    for position, roll in zip(codec.decode_many(boards), rolls, strict=True):
        dice = as_dice(roll)
        asked: dict[str, Any] = {"dice": [dice.high, dice.low]}
        if name == "backgammon":
            asked["id"] = formats.position_id(position)
        else:
            asked["position"] = formats.write(Setup(position, Side.WHITE))
        if name == "abalone":
            del asked["dice"]
        lines.append(json.dumps(asked))
    return lines


def of_lines(name: str, count: int) -> Callable[[], Values]:
    """The command answers a file of questions, its start included."""
    text = "\n".join(questions(name, count)) + "\n"
    command = [sys.executable, "-m", "tablas", "moves", name, "--jsonl"]

    def run() -> Values:
        spent = seconds_of(answered)
        return {LINES: count / spent}

    def answered() -> None:
        found = subprocess.run(
            command,
            input=text,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=os.environ,
        )
        answers = found.stdout.splitlines()
        assert len(answers) == count, f"{count} lines in, {len(answers)} out"
        assert not any('"error"' in answer for answer in answers), answers[:1]

    return run


def measured(repeats: int, quick: bool) -> Table:
    counts = {"backgammon": 2000, "abak": 400, "abalone": 800}
    contestants = [
        Contestant("`import tablas`", import_time),
        *(
            Contestant(f"`tablas moves {name} --jsonl`", of_lines(name, n // (5 if quick else 1)))
            for name, n in counts.items()
        ),
    ]
    goals = ["< 60", "", "", ""]
    return listing(
        "Start-up and the command", race(contestants, repeats), (IMPORT, LINES), NOTES, goals
    )


NOTES = [
    (
        f"`import tablas`: difference of the medians of {ALTERNATING} alternating runs of "
        '`python -c "import tablas"` and `python -c pass`.'
    ),
    "`--jsonl`: 2,000, 400 and 800 lines through one process, its start-up included.",
]
