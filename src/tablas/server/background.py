"""Work in the background of a server: what ends by an error is logged and begins again.

A task of asyncio that fails is silent until somebody asks for its result, and nobody asks for that
of a task that never ends. So every such task has a name here, and `/api/ready` and the metrics
tell how all of them are.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final

FIRST_PAUSE: Final = 0.25  # seconds until a failed task begins again; doubled by every failure
LONGEST_PAUSE: Final = 30.0
TELL_AGAIN_SECONDS: Final = 0.5
STEADY_SECONDS: Final = 10.0  # a task that ran for so long has recovered
log = logging.getLogger("tablas.background")

Work = Callable[[], Coroutine[Any, Any, None]]


class Background:
    """The named tasks of one process; none of them ends before it is told to."""

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._unsteady: set[str] = set()

    def begin(self, name: str, work: Work) -> None:
        """Let `work` go on for ever under this name."""
        assert name not in self._tasks, f"{name} runs already"
        self.failures[name] += 0
        self._tasks[name] = asyncio.create_task(self._supervised(name, work), name=name)

    async def end(self, *names: str) -> None:
        """Stop these tasks, and wait until they have stopped."""
        ending = {task for name in names if (task := self._tasks.pop(name, None))}
        while ending:
            for task in ending:
                task.cancel()
            # A library may lose a cancellation that comes together with an end of its own, such as
            # a timeout; the task would begin again, so it is told until it has heard.
            _, ending = await asyncio.wait(ending, timeout=TELL_AGAIN_SECONDS)

    def running(self) -> dict[str, bool]:
        """Each task by its name: whether it runs, and has run for a while since it last failed."""
        return {
            name: name not in self._unsteady and not task.done()
            for name, task in self._tasks.items()
        }

    def failed(self, name: str) -> None:
        """Note that one item of a task's work failed, while the task itself goes on."""
        self.failures[name] += 1

    async def _supervised(self, name: str, work: Work) -> None:
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            begun = loop.time()
            steady = loop.call_later(STEADY_SECONDS, self._unsteady.discard, name)
            try:
                await work()
                log.error("%s: ended by itself, begins again", name)
            except Exception:
                log.exception("%s: failed, begins again", name)
            finally:
                steady.cancel()
            self.failures[name] += 1
            self._unsteady.add(name)
            if loop.time() - begun >= STEADY_SECONDS:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
