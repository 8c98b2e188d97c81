"""Programs of other people that we drive, each as a process of its own."""

from __future__ import annotations

import os
import select
from pathlib import Path
from typing import Any, Final

from tablas.errors import TablasError

ANSWER_SECONDS: Final = 120.0


class OutsideFailed(TablasError):
    """Another program is missing, does not answer, or answers nonsense."""


def answered(source: Any) -> bool:
    """Waits for something to read; false if nothing has come in all of `ANSWER_SECONDS`.

    Counted in waits of a second, so that a computer that sleeps meanwhile, or a duel that somebody
    stops and continues, is not held against the other program.
    """
    return any(select.select([source], [], [], 1.0)[0] for _ in range(int(ANSWER_SECONDS)))


def process_seconds(process: int) -> float:
    """The processor time of a running process so far; 0 where the system does not tell."""
    try:
        fields = (
            Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    ticks = int(fields[11]) + int(fields[12])  # in user mode, in the system
    return ticks / os.sysconf("SC_CLK_TCK")
