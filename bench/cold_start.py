"""Cold start: from the command `tablas serve`, without a data folder, to the first page.

    python -m bench.cold_start                 five starts, wall and processor time of each

The goal is two seconds. Each start makes its folder, keys and database anew; what the operating
system and Python (bytecode) keep of the program's files from one start to the next, they keep.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

GOAL: Final = 2.0  # seconds
LISTENING: Final = re.compile(r"listening on http://([^:]+):(\d+)")


def cold_start(folder: Path) -> tuple[float, float]:
    """Seconds until the first page was there, and the processor time that the server took."""
    start = time.monotonic()
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tablas",
            "serve",
            f"--data={folder}",
            "--port=0",
            "--log-level=warning",
        ],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert server.stdout
        found = next(filter(None, map(LISTENING.search, server.stdout)))
        line = http.client.HTTPConnection(found[1], int(found[2]), timeout=20)
        line.request("GET", "/")
        answer = line.getresponse()
        page = answer.read()
        wall = time.monotonic() - start
        assert answer.status == http.client.OK, answer.status
        assert b"<html" in page, page[:200]
        return wall, processor_seconds(server.pid)
    finally:
        server.terminate()
        server.wait(20)


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--starts", type=int, default=5)
    chosen = parser.parse_args()
    walls = []
    for number in range(chosen.starts):
        with tempfile.TemporaryDirectory() as folder:
            wall, processor = cold_start(Path(folder) / "data")
        walls.append(wall)
        print(f"start {number + 1}: {wall:.2f} s, processor {processor:.2f} s")
    print(f"median {statistics.median(walls):.2f} s, goal {GOAL:.0f} s")
    return 0 if statistics.median(walls) <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
