"""How long a busy machine kept us waiting: a promise about seconds cannot answer for that.

Linux says how long each thread stood in the queue for a processor. On a machine without other work
that is almost nothing, and what is asserted is the promise itself, as it is where Linux is silent.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from pathlib import Path
from typing import Any, Self

STEP = 0.05  # seconds


class Delay:
    """Adds up, beside a measurement, how long this process and a server stood in the queue."""

    def __init__(self, server: Any = None) -> None:
        """`server` has its process in `process`, which may be another one later."""
        self._server = server
        self._known: dict[Path, int] = {}  # of each thread, in nanoseconds
        self._sums = [(0.0, 0.0)]  # moments, and the seconds in the queue until then
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> Self:
        self._look()
        self._sums = [(time.monotonic(), 0.0)]
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._look()

    def _go_on(self) -> None:
        while not self._over.wait(STEP):
            self._look()

    def _look(self) -> None:
        waited = 0
        for thread, now in self._queued().items():
            waited += max(0, now - self._known.get(thread, 0))
            self._known[thread] = now
        self._sums.append((time.monotonic(), self._sums[-1][1] + waited / 1e9))

    def _queued(self) -> dict[Path, int]:
        found = {}
        process = getattr(self._server, "process", None)
        for number in ("self", *([process.pid] if process else [])):
            for file in Path(f"/proc/{number}/task").glob("*/schedstat"):
                try:
                    found[file] = int(file.read_text().split()[1])
                except (OSError, IndexError):  # the thread has just ended
                    continue
        return found

    def between(self, begin: float, end: float) -> float:
        """Seconds in the queue between two moments of `time.monotonic`."""
        first = bisect_right(self._sums, (begin, float("inf"))) - 1
        last = bisect_right(self._sums, (end, float("inf")))
        return self._sums[min(last, len(self._sums) - 1)][1] - self._sums[max(first, 0)][1]

    @property
    def took(self) -> float:
        """Seconds of what stood in the block, without those in which we had no processor."""
        (begin, _), (end, waited) = self._sums[0], self._sums[-1]
        return end - begin - waited
