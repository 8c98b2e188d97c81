"""The machine on which the figures were taken, in words."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tablas import kernel


def description() -> list[str]:
    """Processor, cores, compiler, Python, kernel build and date, a line each."""
    now = dt.datetime.now(tz=dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    cores = len(os.sched_getaffinity(0))
    return [
        f"{now}; {processor()}, {cores} cores; load average before: {load()}",
        f"{compiler()}; Python {platform.python_version()}; Linux {platform.release()}",
        f"kernel signature {kernel.signature()}; CPU offers {', '.join(kernel.cpu_features())}",
    ]


def processor() -> str:
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found[1] if found else platform.machine()


def load() -> str:
    """Processes that ran or waited for a core, over the last 1, 5 and 15 minutes."""
    return ", ".join(f"{value:.2f}" for value in os.getloadavg())


def compiler() -> str:
    return first_line([os.environ.get("CXX", "c++"), "--version"]) or "no C++ compiler found"


def first_line(command: Sequence[str]) -> str:
    """What a command says first, or nothing if it is not there."""
    if shutil.which(command[0]) is None:
        return ""
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip().partition("\n")[0]
