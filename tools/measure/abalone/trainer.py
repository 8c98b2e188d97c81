"""`abalone_trainer`, which `make cpp` builds, as the tools that tune and test the search ask it."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
TRAINER: Final = ROOT / "build" / "kernel" / "abalone_trainer"


def options_of(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was asked for, with `--processes` and a trainer that is there."""
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--trainer", type=Path, default=TRAINER)
    options = parser.parse_args()
    if not options.trainer.exists():
        sys.exit(f"{options.trainer} is missing: `make cpp` builds it")
    return options


def played(
    trainer: Path, players: tuple[str, str], *, seed: int, pairs: int, nodes: int, what: str
) -> dict[str, Any]:
    """So many pairs of games by one thread, and what the trainer tells of them.

    `what` names the games where the trainer gives up.
    """
    order = [*players, seed, pairs, nodes, 1]
    done = subprocess.run(
        [str(trainer), "match", *map(str, order)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{what}: {done.stderr.strip()}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told
