"""Work done in another process: one JSON object a line in, one a line out.

A peer lives in its own virtual environment and is asked from here. It is started once and stays,
so that imports and compilation are never part of what is measured.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.measure import Missing, Values

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".peers"


class Worker:
    """A module of `bench` that runs in some Python and answers questions."""

    def __init__(self, python: Path, module: str, *arguments: str) -> None:
        self._command = [str(python), "-m", module, *arguments]
        self._process: subprocess.Popen[str] | None = None
        self._said = tempfile.TemporaryFile(mode="w+", encoding="utf-8")  # noqa: SIM115

    def ask(self, **question: Any) -> None:
        """Sends a question; the answer is to be fetched with `answer`."""
        process = self._started()
        assert process.stdin
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()

    def answer(self) -> dict[str, float]:
        process = self._started()
        assert process.stdout
        while line := process.stdout.readline():
            if line.startswith("{"):  # some peers greet on standard output
                found: dict[str, float] = json.loads(line)
                return found
        self._said.seek(0)
        lines = self._said.read().strip().splitlines() or ["no answer"]
        raise Missing(f"failed: {lines[-1][:120]}")

    def _started(self) -> subprocess.Popen[str]:
        if self._process:
            return self._process
        if not Path(self._command[0]).exists():
            raise Missing("not installed: python -m bench.install_peers")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            self._command, stdin=pipe, stdout=pipe, stderr=self._said, text=True, cwd=ROOT
        )
        atexit.register(self._process.kill)
        return self._process


def peer_python(name: str) -> Path:
    return PEERS / name / "bin" / "python"


def together(workers: Sequence[Worker], **question: Any) -> Values:
    """The same question to all at once; what they do is counted together."""
    for worker in workers:
        worker.ask(**question)
    answers = [worker.answer() for worker in workers]
    return {unit: sum(answer[unit] for answer in answers) for unit in answers[0]}


def serve(answer: Callable[..., Values]) -> None:
    """Answers every question on standard input."""
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


def clock(*, processor: bool) -> Callable[[], float]:
    """Seconds on the wall, or those that the threads of this process have had a core for."""
    return time.process_time if processor else time.perf_counter


def use_cpus(count: int) -> None:
    """Keeps this process and its threads on so many cores."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])
