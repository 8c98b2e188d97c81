"""Cold start: from the command `tablas serve`, without a data folder, to the first page.

    python -m bench.cold_start                 five starts, wall and processor time of each

The goal is two seconds. Each start makes its folder, keys and database anew; what the operating
system and Python (bytecode) keep of the program's files from one start to the next, they keep.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support" / "server"))

from server_running import Running  # type: ignore[import-not-found]

GOAL: Final = 2.0  # seconds


def cold_start(folder: Path) -> tuple[float, float]:
    """Seconds until the first page was there, and the processor time that the server took."""
    begun = time.monotonic()
    server = Running(folder, log_level="warning").start()
    try:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        line.request("GET", "/")
        answer = line.getresponse()
        page = answer.read()
        wall = time.monotonic() - begun
        assert answer.status == http.client.OK, answer.status
        assert b"<html" in page, page[:200]
        return wall, server.cpu_seconds()
    finally:
        server.stop()


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
