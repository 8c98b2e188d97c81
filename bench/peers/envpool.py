"""EnvPool plays 1,024 games of backgammon at random; only its own `step` is timed.

The number of threads is the argument.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
from bench.measure import Values
from bench.worker import clock, serve, use_cpus
from numpy.typing import NDArray

THREADS = int(sys.argv[1])
use_cpus(THREADS)

import envpool  # type: ignore[import-not-found]  # noqa: E402

BATCH = 1024
WARM_UP = 500  # steps: the games are no longer in step with one another


class Play:
    """The games that go on between two questions."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(1)
        self._env = envpool.make(
            "Backgammon-v1", env_type="gymnasium", num_envs=BATCH, num_threads=THREADS, seed=1
        )
        _, self._info = self._env.reset()
        for _ in range(WARM_UP):
            self._step()

    def answer(self, seconds: float, processor: bool = False) -> Values:
        spent = 0.0
        games = steps = 0
        while spent < seconds:
            took, ended = self._step(clock(processor=processor))
            spent += took
            games += ended
            steps += BATCH
        return {"games/s": games / spent, "steps/s": steps / spent}

    def _step(self, now: Callable[[], float] = time.perf_counter) -> tuple[float, int]:
        """The time of one step of all games and how many of them ended; they begin anew."""
        actions = self._chosen()
        # With several threads the rows come in any order: each action goes with its game's number,
        # or it would be an illegal one in another game and end that.
        numbers = self._info["env_id"]
        begin = now()
        _, _, terminated, truncated, self._info = self._env.step(actions, numbers)
        took = now() - begin
        return took, int((terminated | truncated).sum())

    def _chosen(self) -> NDArray[np.int32]:
        """In each game one of the actions that the mask allows, each equally likely."""
        rank = np.cumsum(self._info["legal_action_mask"], axis=1, dtype=np.uint8)
        wanted = (self._rng.random(BATCH) * rank[:, -1]).astype(np.uint8)
        chosen: NDArray[np.int32] = np.argmax(rank > wanted[:, None], axis=1).astype(np.int32)
        return chosen


if __name__ == "__main__":
    serve(Play().answer)
