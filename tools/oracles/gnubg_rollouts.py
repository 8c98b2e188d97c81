"""Rolls positions out with GNU Backgammon, as a second judge beside our own rollouts.

    python tools/oracles/gnubg_rollouts.py positions.jsonl results.jsonl --trials 144 --workers 2

Money play without a cube, 0-ply, variance reduction, quasi-random dice, played to the end (GNU
Backgammon stops where its bear-off database knows the rest). What stands in the results already is
not done again, so that the work can be interrupted. GNU Backgammon prints rollouts to a terminal
only: it gets a pseudo-terminal.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pty
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

GNUBG = "/usr/games/gnubg"
SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set player 0 human",
    "set player 1 human",
    "new session",
    "set jacoby off",
    "set threads 1",
    "set output digits 5",
    "set rollout cubeful off",
    "set rollout quasirandom on",
    "set rollout varredn on",
    "set rollout chequerplay plies 0",
    "set rollout cubedecision plies 0",
)
_CHANCES = re.compile(r"^ *(\d\.\d+) (\d\.\d+) (\d\.\d+) - \d\.\d+ (\d\.\d+) (\d\.\d+) CL +(\S+)")
_ERRORS = re.compile(r"^ *\[.* CL +(\S+)\]")


def rollouts(
    positions: Sequence[str], trials: int, truncate: int = 0, seed: int = 1, program: str = GNUBG
) -> Iterator[dict[str, Any]]:
    """What GNU Backgammon finds for each position ID, with the CPU seconds that it took."""
    wanted = [
        *SETTINGS,
        f"set rollout trials {trials}",
        f"set rollout seed {seed}",
        f"set rollout truncation enable {'on' if truncate else 'off'}",
        *([f"set rollout truncation plies {truncate}"] if truncate else []),
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(_script(wanted, positions))
        script.flush()
        yield from _read(program, script.name)


def _script(settings: Sequence[str], positions: Sequence[str]) -> str:
    """The questions: the match ID is that of a money game before the roll, without Jacoby."""
    return f"""
import time
for command in {list(settings)!r}:
    gnubg.command(command)
for position in {list(positions)!r}:
    gnubg.command("set gnubgid " + position + ":cAkAAAAAAAAE")
    began = time.process_time()
    gnubg.command("rollout")
    print("\\nASKED", position, time.process_time() - began, flush=True)
"""


def _read(program: str, script: str) -> Iterator[dict[str, Any]]:
    own, theirs = pty.openpty()
    command = [program, "-t", "-q", "-r", "-p", script]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    result: dict[str, Any] = {}
    try:
        for line in _lines(own):
            if seen := _CHANCES.match(line):
                *chances, equity = map(float, seen.groups())
                result |= {"chances": chances, "equity": equity}
            elif seen := _ERRORS.match(line):
                result["error"] = float(seen[1])
            elif line.startswith("ASKED"):
                _, position, seconds = line.split()
                yield {"position": position, **result, "cpu_seconds": round(float(seconds), 3)}
                result = {}
    finally:
        process.kill()
        process.wait()
        os.close(own)


def _lines(terminal: int) -> Iterator[str]:
    """Whole lines from a terminal, until its other end is closed."""
    left = b""
    while True:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # Linux says so when the process has gone
            return
        *whole, left = (left + read).replace(b"\r", b"\n").split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--trials", type=int, default=144)
    parser.add_argument("--truncate", type=int, default=0, help="plies; 0: played to the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="programs side by side")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    parser.add_argument("--gnubg", default=GNUBG, help="the program")
    options = parser.parse_args()
    done = set()
    if options.results.exists():
        done = {json.loads(line)["position"] for line in options.results.open(encoding="utf-8")}
    asked = [json.loads(line)["position"] for line in options.positions.open(encoding="utf-8")]
    left = [position for position in asked if position not in done]
    lock, until = Lock(), time.monotonic() + 60 * options.minutes
    shares = [left[first :: options.workers] for first in range(options.workers)]
    with options.results.open("a", encoding="utf-8") as out:

        def roll_out(share: Sequence[str]) -> int:
            told = rollouts(
                share, options.trials, options.truncate, options.seed, program=options.gnubg
            )
            for result in told:
                with lock:
                    out.write(json.dumps({**result, "trials": options.trials}) + "\n")
                    out.flush()
                if time.monotonic() > until:
                    break
            return len(share)

        with ThreadPoolExecutor(options.workers) as pool:
            sum(pool.map(roll_out, shares))  # so that an error is heard of


if __name__ == "__main__":
    main()
