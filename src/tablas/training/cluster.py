"""Self-play on many machines and one learner, by Ray: `tablas train --ray`; `tablas[cluster]`.

Actors play windows of games with the newest weights and send back what was seen, as arrays; the
learner takes the windows as they come and never waits for a particular actor. An actor that dies
costs the window that it was playing; another one takes its place, and whenever the cluster has
grown there are more of them. So the order of the windows, and with it the last digits of the
weights, depends on who was quick: a run on one machine alone is the one that can be repeated.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablas.engine.runners import connected
from tablas.errors import NotationError
from tablas.training.game import Boards
from tablas.training.net import FrozenNet, fresh
from tablas.training.plan import DicePlan, Stage
from tablas.training.progress import Ended, Progress, Report
from tablas.training.recipe import recipe_of
from tablas.training.run import DiceRun, games_of, set_up
from tablas.training.tensors import Tensor, device_called, torch

LOOK_AROUND: Final = 5.0  # seconds between two looks at how large the cluster is
SMALLEST_WAIT: Final = 0.5


class SeenWindow(NamedTuple):
    """What one window of an actor's games has taught."""

    boards: Boards
    targets: NDArray[np.float32]
    games: int
    points: int
    given_up: int
    process: int


class SelfPlayActor:
    """Games of one worker, which go on from window to window; Ray makes an actor of it."""

    def __init__(self, name: str, plan: DicePlan, number: int) -> None:
        torch.set_num_threads(1)
        self.plan = replace(plan, seed=plan.seed + 1000 * (number + 1))  # dice of its own
        game, device = recipe_of(name), device_called("cpu")
        self.table = games_of(game, self.plan, device, threads=1)
        shape = plan.shape(game, "teacher")
        self.judge = FrozenNet(game, fresh(shape, game.active, plan.seed), shape)
        self.stage: Stage | None = None
        self.counted = (0, 0, 0)

    def window(self, weights: NDArray[np.float32], stage: Stage, trust: float) -> SeenWindow:
        """The positions of a window and their targets, by the net of these weights."""
        if stage != self.stage:
            self.stage = stage
            set_up(self.table, self.plan, stage)
        self.judge.load(torch.from_numpy(weights.copy()))
        seen = self.table.window(self.judge, stage.turns or self.plan.turns)
        boards = torch.cat([turn.boards for turns in seen for turn in turns])
        targets = torch.cat([self.table.targets(turns, trust) for turns in seen])
        shards = self.table.shards
        now = (
            sum(shard.finished for shard in shards),
            sum(shard.points for shard in shards),
            sum(shard.given_up for shard in shards),
        )
        games, points, given_up = (new - old for new, old in zip(now, self.counted, strict=True))
        self.counted = now
        return SeenWindow(boards.numpy(), targets.numpy(), games, points, given_up, os.getpid())


class Crew:
    """The actors of a run, and what they are at."""

    def __init__(self, address: str, name: str, plan: DicePlan, workers: int | None) -> None:
        self.ray: Any = connected(address)
        self.name, self.plan, self.workers = name, plan, workers
        self.actor_class = self.ray.remote(num_cpus=1, max_restarts=0)(SelfPlayActor)
        self.hired = 0
        self.lost = 0
        self.processes: set[int] = set()
        self.busy: dict[Any, Any] = {}  # the window that is awaited, by its actor
        self.looked = -math.inf

    def windows(self, run: LearnerRun) -> Iterator[SeenWindow]:
        """Windows as they come, each played with weights that were the newest when it began."""
        while True:
            self._fill(run)
            done, _ = self.ray.wait(list(self.busy), num_returns=1, timeout=SMALLEST_WAIT)
            for reference in done:
                actor = self.busy.pop(reference)
                try:
                    window: SeenWindow = self.ray.get(reference)
                except self.ray.exceptions.RayActorError:
                    self.lost += 1
                    self.looked = -math.inf  # somebody has to take its place
                    continue
                self.processes.add(window.process)
                self._ask(actor, run)
                yield window

    def _fill(self, run: LearnerRun) -> None:
        """Hire as many as there is room for, which may have changed."""
        if self.busy and time.monotonic() - self.looked < LOOK_AROUND:
            return
        self.looked = time.monotonic()
        cores = int(self.ray.cluster_resources().get("CPU", 1))
        while len(self.busy) < (self.workers or max(1, cores)):
            self._ask(self.actor_class.remote(self.name, self.plan, self.hired), run)
            self.hired += 1

    def _ask(self, actor: Any, run: LearnerRun) -> None:
        stage, trust = run.wanted()
        self.busy[actor.window.remote(run.newest(), stage, trust)] = actor


class LearnerRun(DiceRun):
    """A run that learns what the actors of a crew have played."""

    crew: Crew
    source: Iterator[SeenWindow]

    def hire(self, crew: Crew) -> None:
        self.crew = crew
        self.source = crew.windows(self)
        self.games = self.points = self.given_up = 0
        self._stored: tuple[int, Any] = (-1, None)

    def wanted(self) -> tuple[Stage, float]:
        """The stage and the lambda of windows that are begun now."""
        now = self.plan.stage(self.window) or self.plan.stage(self.plan.windows - 1)
        assert now is not None
        stage, part = now
        return stage, stage.trust[0] + (stage.trust[1] - stage.trust[0]) * part

    def newest(self) -> Any:
        """The weights that play, put into the cluster's memory once for all actors."""
        if self._stored[0] != self.window:
            mean = self.teacher.mean.cpu().numpy().copy()
            self._stored = (self.window, self.crew.ray.put(mean))
        return self._stored[1]

    def _played(self, stage: Stage, trust: float) -> tuple[Tensor, Tensor, Tensor]:
        del trust  # as it was when the window began
        window = next(self.source)
        self.games += window.games
        self.points += window.points
        self.given_up += window.given_up
        boards, targets = (torch.from_numpy(array.copy()).to(self.device) for array in window[:2])
        return boards, targets, targets if stage.exact else self.judge.chances(boards)

    def counted(self) -> tuple[int, int, int]:
        return self.games, self.points, self.given_up


def train_on_ray(
    name: str,
    plan: DicePlan,
    folder: Path,
    *,
    address: str = "local",
    workers: int | None = None,
    device: str | None = None,
    seconds: float = math.inf,
    progress: float = math.inf,
    stop: threading.Event | None = None,
) -> Iterator[Report | Progress | Ended]:
    """The recipe with self-play on a Ray cluster, one actor a core or as many as `workers`."""
    if plan.shortlist or plan.visitors or plan.frozen or plan.luck:
        raise NotationError(
            "a plan with a shortlist, visitors, a frozen teacher or a luck net is for one machine",
            "un plan con lista corta, visitantes, maestro congelado o red de suerte es para una "
            "sola máquina",
        )
    called = time.monotonic()
    run = LearnerRun(recipe_of(name), plan, folder, device_called(device), threads=1)
    run.hire(Crew(address, name, plan, workers))
    if stop is not None:
        run.stop = stop
    yield from run.train(seconds - (time.monotonic() - called), progress=progress)
