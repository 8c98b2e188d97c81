"""Small nets that learn from teachers which stay as they are, about every play of a short list.

In self-play a turn teaches one position. But a net that plays without looking ahead has to tell
the plays of a roll apart, and the teachers have evaluated all that the pruner named: here each of
them is a lesson. What is learnt is the mean of the teachers' chances.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablas.training.export import read_weights, save_weights
from tablas.training.game import GameRecipe, Judging
from tablas.training.net import Learner
from tablas.training.net_files import frozen_net, mean_of
from tablas.training.plan import DicePlan, Stage
from tablas.training.recipe import for_training, recipe_of
from tablas.training.revive import revive
from tablas.training.run import KEEP_EVERY, games_of
from tablas.training.selfplay import Listed, least_of, on_the_way
from tablas.training.shortlist import Shortlist
from tablas.training.tensors import Device, Tensor, device_called, torch
from tablas.training.widen import widen

QUICK_LIST = 4  # plays that the student chooses from until the games are spread over all phases
SLOW_START = 20  # rounds in which the rate grows
KEPT = "distillation.pt"  # in the folder of a run that was stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a round has taught: how far each net is from its teachers."""

    round: int
    seconds: float
    boards: int  # learnt so far, each once
    loss: dict[str, float]
    revived: dict[str, list[int]]  # dead units of each net's layers, the last time


class Distillation:
    """The games, the teachers, and the nets of the plan, which begin with the weights of files."""

    def __init__(
        self, game: GameRecipe, plan: DicePlan, teacher: Judging, begin_with: Path,
        device: Device, threads: int,
    ) -> None:  # fmt: skip
        self.plan, self.teacher, self.device = plan, teacher, device
        self.student = frozen_net(game, begin_with / "student.safetensors", device)
        self.pruner = frozen_net(game, begin_with / "pruner.safetensors", device)
        self.shortlist = Shortlist(self.pruner, plan.shortlist)
        self.learners: dict[str, Learner] = {}
        for name in plan.nets:
            flat, before = read_weights(begin_with / f"{name}.safetensors")
            shape = plan.shape(game, name)
            learner = Learner(game, shape, plan.seed, device, plan.batch, equity=plan.equity)
            flat = widen(flat, before, shape, plan.seed).to(device)
            learner.restore({**learner.state(), "flat": flat, "mean": flat.clone()})
            self.learners[name] = learner
        self.lots = torch.Generator(device).manual_seed(plan.seed)
        self.table = games_of(game, plan, device, threads)
        self.table.list_ahead()
        self.boards = 0
        self.rounds = 0  # that are over
        self.part = 0.0  # of the stage that is over, from 0 to 1
        self.revived: dict[str, list[int]] = {}  # units of each layer, the last time

    def spread(self) -> None:
        """Plays the first turns quickly, so that the games are of all ages."""
        quick = Shortlist(self.pruner, QUICK_LIST)
        for _ in range(self.plan.turns):
            for index in range(len(self.table.shards)):
                listed = self.table.pending[index].result()
                pick, _ = quick.best(self.student, listed.plays)
                self._go_on(index, listed, pick)

    def one_round(self, number: int, stage: Stage, part: float) -> dict[str, float]:
        """A turn of every game, and what it teaches; the mean loss of each net.

        `part`, from 0 to 1, says how far into the stage it is.
        """
        fallen = (stage.rate[1] / stage.rate[0]) ** part
        for learner in self.learners.values():
            learner.rate.fill_(stage.rate[0] * fallen * min(1.0, (number + 1) / SLOW_START))
            learner.pull.fill_(stage.pull)
            learner.loss.zero_()
        batches = 0
        revives = stage.revives(number, part)
        for index in range(len(self.table.shards)):
            boards, chances = self._turn(index)
            if revives and index == 0:
                self.revived = {
                    name: revive(learner, boards, self.plan.seed + number)
                    for name, learner in self.learners.items()
                }
            order = torch.randperm(len(boards), device=self.device, generator=self.lots)
            for rows in torch.split(order, self.plan.batch):
                if len(rows) < self.plan.batch:
                    break
                there, goal = boards[rows], chances[rows]
                for learner in self.learners.values():
                    learner.learn(there, goal)
                batches += 1
        self.boards += batches * self.plan.batch
        self.rounds, self.part = number + 1, part
        return {
            name: round(float(learner.loss) / max(batches, 1), 5)
            for name, learner in self.learners.items()
        }

    def _turn(self, index: int) -> tuple[Tensor, Tensor]:
        """Lets a shard play on; the plays that the teachers evaluated, and what they think."""
        listed = self.table.pending[index].result()
        rows, short = self.shortlist.named(listed.plays)
        boards = listed.plays.boards_there[rows]
        chances = self.teacher.chances(boards)
        value = self.teacher.equities(chances)
        pick = least_of(value, short)
        lot = -torch.empty_like(value).exponential_(generator=self.lots).log()
        tried = least_of(value - self.plan.heat * lot, short)
        drawn = torch.rand(pick.shape, device=self.device, generator=self.lots)
        self._go_on(index, listed, rows[torch.where(drawn < self.plan.explore, tried, pick)])
        return boards, chances

    def _go_on(self, index: int, listed: Listed, pick: Tensor) -> None:
        turn = self.table.shards[index].turn
        self.table.pending[index] = self.table.pool.submit(turn, listed, on_the_way(pick))

    def save(self, folder: Path) -> None:
        """Each net as <name>.safetensors, which `--begin-with` takes up again."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, learner in self.learners.items():
            save_weights(folder / f"{name}.safetensors", learner.mean.cpu(), learner.shape)

    def keep(self, folder: Path) -> None:
        """What a run needs to go on; games are begun anew, since none of them is learnt twice."""
        folder.mkdir(parents=True, exist_ok=True)
        nets = {name: learner.state() for name, learner in self.learners.items()}
        counted = {"rounds": self.rounds, "boards": self.boards, "part": self.part}
        unfinished = folder / f"{KEPT}.part"
        torch.save({**counted, "nets": nets}, unfinished)
        unfinished.replace(folder / KEPT)

    def go_on_from(self, folder: Path) -> None:
        """Takes up what `keep` wrote, if it did."""
        if not (folder / KEPT).exists():
            return
        kept = torch.load(folder / KEPT, map_location=self.device, weights_only=True)
        self.rounds, self.boards = kept["rounds"], kept["boards"]
        self.part = kept.get("part", 0.0)
        self.lots.manual_seed(self.plan.seed + self.rounds)
        for name, learner in self.learners.items():
            learner.restore(kept["nets"][name])


def distil(
    name: str, plan: DicePlan, folder: Path, teachers: Sequence[Path], begin_with: Path, *,
    device: str | None = None, threads: int = 1, seconds: float = math.inf, paced: bool = False,
) -> Iterator[Lesson]:  # fmt: skip
    """Teach the nets of a plan, and save them in a folder; one `Lesson` a round.

    `begin_with` is a folder with the weights of every net of the plan, `student` and `pruner` among
    them. The first stage of the plan says how many rounds there are and how the rate falls. A run
    that was stopped after `seconds`, or killed, goes on from what its folder holds. `paced`: there
    are as many rounds as fit into `seconds`, and the rate falls with the time.
    """
    begun, where, game = time.monotonic(), device_called(device), recipe_of(name)
    with for_training(threads):
        teacher = mean_of(game, teachers, where)
        run = Distillation(game, plan, teacher, begin_with, where, threads)
        run.go_on_from(folder)
        run.spread()
        stage, before = plan.stages[0], run.part
        ready = kept = now = time.monotonic()
        while now - begun < seconds:
            part = run.rounds / stage.windows
            if paced:
                part = before + (1 - before) * (now - ready) / (begun + seconds - ready)
            if part >= 1:
                break
            loss = run.one_round(run.rounds, stage, part)
            now = time.monotonic()
            yield Lesson(
                round=run.rounds, seconds=round(now - begun, 1), boards=run.boards, loss=loss,
                revived=run.revived,
            )  # fmt: skip
            if now - kept >= KEEP_EVERY:
                run.keep(folder)
                kept = time.monotonic()
        run.table.settled()
        run.keep(folder)
        run.save(folder)
