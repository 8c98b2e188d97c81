"""Trains the backgammon nets from nothing but the rules: self-play, TD(lambda), exact backups.

    python training/backgammon/train.py --plan training/backgammon/plan.json --folder runs/bg
    python training/backgammon/train.py --plan training/backgammon/quick.json --folder /tmp/quick

Run again, it goes on where it stopped; `--seconds` stops it in time for a machine that is lent by
the minute, `--windows` after a number of windows. The plan's stages may be lengthened or added
between two runs. Weights depend on the plan alone, not on where a run was stopped (on a CPU; a
GPU's sums are not always the same to the last bit).
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from match import RuleOfThumb, match
from net import Judge, Learner
from selfplay import Mover, Shard, Table
from starts import unusual
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the plan; rates and lambda run from the first to the second value."""

    windows: int
    rate: tuple[float, float]
    trust: tuple[float, float] = (0.0, 0.0)  # lambda
    pull: float = 0.001  # of the weights on the mean that plays
    exact: bool = False
    games: int = 0  # a shard; here and below, 0 = as in the plan
    turns: int = 0
    batch: int = 0
    passes: int = 1  # over what a window has seen


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides what the weights will be."""

    seed: int
    hidden: tuple[int, ...]
    student: tuple[int, ...]
    shards: int
    games: int  # a shard
    turns: int  # a window: the net that plays and judges stays as it is
    batch: int
    share: float  # of games that begin from an unusual position
    match_every: int  # windows
    match_pairs: int
    stages: tuple[Stage, ...]

    @staticmethod
    def read(path: Path) -> Plan:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        stages = []
        for stage in told.pop("stages"):
            stage["rate"] = tuple(stage["rate"])
            stage["trust"] = tuple(stage.get("trust", (0.0, 0.0)))
            stages.append(Stage(**stage))
        hidden, student = tuple(told.pop("hidden")), tuple(told.pop("student"))
        return Plan(hidden=hidden, student=student, stages=tuple(stages), **told)

    def stage(self, window: int) -> tuple[Stage, float] | None:
        """The stage of a window and how far into it, from 0 to 1; None after the last."""
        for stage in self.stages:
            if window < stage.windows:
                return stage, window / stage.windows
            window -= stage.windows
        return None


class Run:
    """The state of a training run, and what is kept of it."""

    def __init__(self, plan: Plan, folder: Path, device: torch.device, threads: int) -> None:
        self.plan, self.folder, self.device, self.threads = plan, folder, device, threads
        folder.mkdir(parents=True, exist_ok=True)
        pool = unusual(np.random.default_rng([plan.seed, 1]), max(plan.games * 8, 1000))
        shards = [
            Shard(plan.games, [plan.seed, 2, i], pool, plan.share, Mover(device), threads)
            for i in range(plan.shards)
        ]
        self.table = Table(shards, device)
        self.teacher = Learner(plan.hidden, plan.seed, device, plan.batch)
        self.student = Learner(plan.student, plan.seed + 1, device, plan.batch)
        self.judge = Judge(self.teacher.mean, plan.hidden)
        self.judge_then = Judge(self.teacher.mean, plan.hidden)  # as it was at the last match
        self.window = 0
        self.seconds = 0.0
        self.positions = 0
        self.stopping = False  # asked for by Ctrl-C: the window under way is finished and kept
        if (folder / "games.pt").exists():
            self.restore()

    def train(self, seconds: float, windows: float = math.inf) -> bool:
        """Goes on until the plan is done (True) or the time or the windows are over (False)."""
        begun = time.monotonic()
        before = self.seconds
        last = self.window + windows
        self._begin_stage()
        while self.plan.stage(self.window) is not None:
            self.seconds = before + time.monotonic() - begun
            if self.stopping or self.seconds - before >= seconds or self.window >= last:
                self.keep()
                return False
            self._one_window()
            if self.window % self.plan.match_every == 0:
                self.seconds = before + time.monotonic() - begun
                self.keep()
                self._compare()
        self.seconds = before + time.monotonic() - begun
        self.keep()
        return True

    def _begin_stage(self) -> None:
        """Sets the shards up for the stage of the coming window and lists the first plays."""
        now = self.plan.stage(self.window)
        if now is None:
            return
        stage, _ = now
        self.table.settled()
        for learner in (self.teacher, self.student):
            learner.prepare(stage.batch or self.plan.batch)
        for shard in self.table.shards:
            if self.table.pending:
                shard.rng.bit_generator.state = shard.before
            shard.exact = stage.exact
            games = stage.games or self.plan.games
            if len(shard.boards) > games:
                shard.boards = shard.boards[:games]
            elif len(shard.boards) < games:
                more = shard.starts(games - len(shard.boards))
                shard.boards = np.concatenate([shard.boards, more])
        self.table.list_ahead()

    def _one_window(self) -> None:
        now = self.plan.stage(self.window)
        assert now is not None
        stage, part = now
        if part == 0:
            self._begin_stage()
        for learner in (self.teacher, self.student):
            # Falls by equal factors; the mean follows fast at first.
            learner.rate.fill_(stage.rate[0] * (stage.rate[1] / stage.rate[0]) ** part)
            learner.pull.fill_(max(stage.pull, 1 / (1 + self.window)))
        trust = stage.trust[0] + (stage.trust[1] - stage.trust[0]) * part
        self.judge.load(self.teacher.mean)
        seen = self.table.window(self.judge, stage.turns or self.plan.turns)
        boards = torch.cat([turn.boards for turns in seen for turn in turns])
        targets = torch.cat([self.table.targets(turns, trust) for turns in seen])
        # The student learns what the teacher thinks, free of the noise of single rolls; exact
        # targets have none, and are better.
        thought = targets if stage.exact else self.judge.chances(boards)
        self._learn(boards, targets, thought, stage.passes)
        self.window += 1
        self.positions += len(boards)

    def _learn(self, boards: Tensor, targets: Tensor, thought: Tensor, passes: int) -> None:
        """Passes over what was seen, each in a random order."""
        generator = torch.Generator(self.device).manual_seed(self.plan.seed + self.window)
        self.teacher.loss.zero_()
        self.student.loss.zero_()
        batch = len(self.teacher.boards)
        whole = len(boards) // batch * batch
        self.batches = passes * whole // batch
        for _ in range(passes):
            order = torch.randperm(len(boards), generator=generator, device=self.device)
            for rows in torch.split(order[:whole], batch):
                self.teacher.learn(boards[rows], targets[rows])
                self.student.learn(boards[rows], thought[rows])
        self.sample = targets[:: max(1, len(targets) // 65536)]

    def _compare(self) -> None:
        """Plays against what it was at the last match, its student and the rule of thumb."""
        begun = time.monotonic()
        now, then = Judge(self.teacher.mean, self.plan.hidden), self.judge_then
        student = Judge(self.student.mean, self.plan.student)
        results = {}
        for name, one, other in (
            ("earlier", now, then),
            ("thumb", now, RuleOfThumb()),
            ("student_thumb", student, RuleOfThumb()),
            ("student", student, now),
        ):
            played = match(
                one, other, self.plan.match_pairs, self.window, self.device, self.threads
            )
            results[name] = [round(played.points, 4), round(played.error, 4), played.games]
        self.judge_then.load(self.teacher.mean)
        self.log(match=results, match_seconds=round(time.monotonic() - begun, 1))

    def log(self, **more: Any) -> None:
        """A line of the log: where the run stands, and what is new."""
        now = self.plan.stage(max(self.window - 1, 0))
        assert now is not None
        games = sum(shard.finished for shard in self.table.shards)
        points = sum(shard.points for shard in self.table.shards)
        # The part of the loss that no net can avoid, for comparison.
        entropy = float(-torch.xlogy(self.sample, self.sample).sum(dim=1).mean())
        line = {
            "window": self.window,
            "seconds": round(self.seconds, 1),
            "games": games,
            "positions": self.positions,
            "rate": float(self.teacher.rate),
            "exact": now[0].exact,
            "loss": round(float(self.teacher.loss) / self.batches, 5),
            "student_loss": round(float(self.student.loss) / self.batches, 5),
            "target_entropy": round(entropy, 5),
            "points_a_game": round(points / max(games, 1), 3),
            "waited": round(self.table.waited, 1),
            **more,
        }
        text = json.dumps(line)
        print(text, flush=True)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(text + "\n")

    def keep(self) -> None:
        """Writes the whole state, in files small enough to be sent about, and the weights."""
        self.table.settled()
        for name, learner in (("teacher", self.teacher), ("student", self.student)):
            state = {key: tensor.cpu() for key, tensor in learner.state().items()}
            adam = {key: state.pop(key) for key in ("first", "second")}
            self._write(f"{name}.pt", state)
            self._write(f"{name}_adam.pt", adam)
        shards = [
            {
                "boards": torch.from_numpy(shard.boards.copy()),
                "rng": shard.before,
                "finished": shard.finished,
                "points": shard.points,
            }
            for shard in self.table.shards
        ]
        then = torch.cat([layer.float().flatten().cpu() for layer in self.judge_then.all_layers()])
        content = {
            "window": self.window,
            "seconds": self.seconds,
            "positions": self.positions,
            "then": then,
            "shards": shards,
        }
        self._write("games.pt", content)

    def _write(self, name: str, content: Any) -> None:
        part = self.folder / (name + ".part")
        torch.save(content, part)
        part.replace(self.folder / name)

    def restore(self) -> None:
        """Takes up what keep() wrote."""
        games = torch.load(self.folder / "games.pt", weights_only=True)
        self.window, self.seconds = games["window"], games["seconds"]
        self.positions = games["positions"]
        for shard, kept in zip(self.table.shards, games["shards"], strict=True):
            shard.boards = kept["boards"].numpy()
            shard.rng.bit_generator.state = kept["rng"]
            shard.finished, shard.points = kept["finished"], kept["points"]
        for name, learner in (("teacher", self.teacher), ("student", self.student)):
            state = torch.load(self.folder / f"{name}.pt", weights_only=True)
            state |= torch.load(self.folder / f"{name}_adam.pt", weights_only=True)
            learner.restore({key: tensor.to(self.device) for key, tensor in state.items()})
        self.judge_then.load(games["then"].to(self.device))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plan", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--windows", type=float, default=math.inf)
    parser.add_argument("--threads", type=int, default=8, help="of the kernel, for each shard")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    told = parser.parse_args()
    torch.set_float32_matmul_precision("high")  # TF32 for learning
    torch.set_num_threads(4)
    # The shards' threads hold the interpreter for moments only; the loop that feeds the device
    # should not wait five milliseconds for its turn.
    sys.setswitchinterval(0.0001)
    plan = Plan.read(told.plan)
    run = Run(plan, told.folder, torch.device(told.device), told.threads)
    signal.signal(signal.SIGINT, lambda *_: setattr(run, "stopping", True))
    done = run.train(told.seconds, told.windows)
    print("the plan is done" if done else f"stopped at window {run.window}", flush=True)


if __name__ == "__main__":
    main()
