"""How long a busy machine kept us waiting: a promise about seconds cannot answer for that.

Linux says how long each thread stood in the queue for a processor. On a machine without other work
that is almost nothing, and what is asserted is the promise itself, as it is where Linux is silent.
"""

from __future__ import annotations

import contextlib
import io
import os
import threading
import time
from bisect import bisect_right
from typing import Any, Self

STEP = 0.05  # seconds


class Delay:
    """Adds up, beside a measurement, how long this process and a server stood in the queue."""

    def __init__(self, server: Any = None) -> None:
        """`server` has its process in `process`, which may be another one later."""
        self._server = server
        self._known: dict[str, int] = {}  # of each thread, in nanoseconds
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

    def _queued(self) -> dict[str, int]:
        """Of each thread; without pathlib, since this is asked twenty times a second."""
        found = {}
        process = getattr(self._server, "process", None)
        for number in ("self", *([process.pid] if process else [])):
            with contextlib.suppress(OSError), os.scandir(f"/proc/{number}/task") as threads:
                for thread in threads:
                    file = f"{thread.path}/schedstat"
                    # A thread may just have ended.
                    with contextlib.suppress(OSError, IndexError), io.FileIO(file) as told:
                        found[file] = int(told.read().split()[1])
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
