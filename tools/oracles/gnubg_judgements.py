"""What GNU Backgammon thinks of positions: chances, and cube decisions for money.

Used by equity_errors.py and cube_decisions.py of tools/measure; the questions are a script that
GNU Backgammon runs, the answers JSON lines in a file.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

GNUBG = "/usr/games/gnubg"
SCRIPT = """
import json, time
for command in ("new session", "set jacoby off", "set threads 1"):
    gnubg.command(command)
context = {{"cubeful": {cubeful}, "plies": {plies}, "deterministic": 1, "prune": 1, "noise": 0.0}}
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
with open({out!r}, "w") as out:
    for position in {positions!r}:
        gnubg.command("set gnubgid " + position + ":cAkAAAAAAAAE")
        begun = time.process_time()
        judgement = gnubg.{function}(gnubg.board(), cube, context)
        out.write(json.dumps([judgement, time.process_time() - begun]) + "\\n")
"""


def chances(positions: Sequence[str], plies: int) -> list[list[float]]:
    """The five chances and the cubeless equity of each position ID."""
    return [found for found, _ in asked(positions, plies, "evaluate", cubeful=False)]


def cube_decisions(positions: Sequence[str], plies: int) -> list[list[Any]]:
    """Optimal equity, no double, double and take, double and drop, and what it recommends."""
    return [found for found, _ in timed_cube_decisions(positions, plies)]


def timed_cube_decisions(positions: Sequence[str], plies: int) -> list[tuple[list[Any], float]]:
    """The same, each with the CPU seconds that it took."""
    return asked(positions, plies, "cfevaluate", cubeful=True)


def asked(
    positions: Sequence[str], plies: int, function: str, *, cubeful: bool
) -> list[tuple[list[Any], float]]:
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder, "ask.py"), Path(folder, "answers.jsonl")
        text = SCRIPT.format(
            cubeful=int(cubeful),
            plies=plies,
            out=str(out),
            positions=list(positions),
            function=function,
        )
        script.write_text(text, encoding="utf-8")
        command = [GNUBG, "-t", "-q", "-r", "-p", str(script)]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
