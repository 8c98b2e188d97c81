"""A training run: windows of play and learning, the log, and what is kept."""

from __future__ import annotations

import dataclasses
import json
import math
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tablas.training.export import read_weights
from tablas.training.game import GameRecipe, Judging
from tablas.training.ladder import Ladder
from tablas.training.luck import LuckOfDice
from tablas.training.match import MatchResult, RuleOfThumb, match
from tablas.training.net import FrozenNet, Learner
from tablas.training.plan import LUCK, DicePlan, Stage
from tablas.training.progress import Ended, Progress, Report
from tablas.training.revive import revive
from tablas.training.selfplay import Mover, SeenTurn, SelfPlay, Shard
from tablas.training.shortlist import Shortlist
from tablas.training.tensors import Device, Tensor, torch
from tablas.training.widen import widen

VISITORS = 4  # earlier nets at most that play in a part of the games
KEEP_EVERY = 120.0  # seconds of a run that are lost at most where it is killed


def games_of(game: GameRecipe, plan: DicePlan, device: Device, threads: int) -> SelfPlay:
    """The games that a plan plays, at their beginning."""
    pool = game.unusual(np.random.default_rng([plan.seed, 1]), max(plan.games * 8, 1000))
    longer = dataclasses.replace(game, longest=plan.longest or game.longest)
    shards = [
        Shard(longer, plan.games, [plan.seed, 2, i], pool, plan.share, Mover(device), threads)
        for i in range(plan.shards)
    ]
    return SelfPlay(shards, device)


def set_up(table: SelfPlay, plan: DicePlan, stage: Stage) -> None:
    """Makes the games those of a stage, and lists the first plays."""
    table.settled()
    for shard in table.shards:
        if table.pending:
            shard.rng.bit_generator.state = shard.before
        shard.exact = stage.exact
        shard.resize(stage.games or plan.games)
    table.list_ahead()


class DiceRun:
    """The state of a training run, and what is kept of it."""

    def __init__(
        self, game: GameRecipe, plan: DicePlan, folder: Path, device: Device, threads: int
    ) -> None:
        self.game, self.plan, self.folder = game, plan, folder
        self.device, self.threads = device, threads
        folder.mkdir(parents=True, exist_ok=True)
        self.table = games_of(game, plan, device, threads)
        self.learners = {
            name: Learner(
                game, plan.shape(game, name), plan.seed + i, device, plan.batch, equity=plan.equity
            )
            for i, name in enumerate(plan.nets)
        }
        self.teacher = self.learners["teacher"]
        self.judge = FrozenNet(game, self.teacher.mean, self.teacher.shape)
        self.smaller = {
            name: FrozenNet(game, learner.mean, learner.shape)
            for name, learner in self.learners.items()
            if learner is not self.teacher
        }
        self.luck: LuckOfDice | None = None
        if plan.luck:
            shape = plan.shape(game, LUCK)
            self.luck = LuckOfDice(game, shape, plan.seed - 1, device, plan.batch)
            self.luck.learner.rate.fill_(plan.luck_rate)
        self.noise: tuple[float, float] | None = None  # of a turn, with luck and without
        if plan.shortlist:
            self.table.shortlist = Shortlist(self.smaller["pruner"], plan.shortlist)
            self.table.explore, self.table.heat = plan.explore, plan.heat
        self.earlier: dict[int, FrozenNet] = {}  # nets of the ladder that are among the visitors
        self.ladder = Ladder(folder / "ladder")
        self.window = 0
        self.place = 0.0  # in the plan, in its windows: how many were played, if time did not pace
        self.stage: Stage | None = None  # for which the games are set up
        self.seconds = 0.0
        self.positions = 0
        self.revived: dict[str, list[int]] = {}  # units of each layer, the last time
        self.stop = threading.Event()  # once set, the window under way is finished and kept
        if (folder / "games.pt").exists():
            self.restore()

    def begin_with(self, folder: Path) -> None:
        """Takes the weights that an earlier run exported, each net's as <name>.safetensors.

        Who knows the rolls may be missing there, and learns them anew.
        """
        for name, learner in self.kept.items():
            path = folder / f"{name}.safetensors"
            if name == LUCK and not path.exists():
                continue
            flat, shape = read_weights(path)
            flat = widen(flat, shape, learner.shape, self.plan.seed).to(self.device)
            learner.restore({**learner.state(), "flat": flat, "mean": flat.clone()})
        self.ladder.put(0, self.teacher.mean)

    @property
    def kept(self) -> dict[str, Learner]:
        """All that learns, by the names of its files."""
        return self.learners | ({LUCK: self.luck.learner} if self.luck else {})

    def train(
        self, seconds: float, windows: float = math.inf, *, progress: float = math.inf,
        paced: bool = False,
    ) -> Iterator[Report | Progress | Ended]:  # fmt: skip
        """Goes on until the plan is done, or the time or the windows are over; says which.

        One window is played however short the time is, so that every call gets somewhere. Every
        `progress` seconds it says where it stands, from the first window on. `paced`: what is left
        of the plan takes as long as there is time, with as many windows as fit into it; the plan's
        own windows only tell how the time is shared out among its stages.
        """
        begun = last_sign = kept = time.monotonic()
        before, place = self.seconds, self.place
        first, last = self.window, self.window + windows
        while self.plan.stage(self.place) is not None:
            self.seconds = before + time.monotonic() - begun
            late = self.seconds - before >= seconds and self.window > first and not paced
            if self.stop.is_set() or late or self.window >= last:
                self.keep()
                yield Ended(done=False, window=self.window)
                return
            self._one_window()
            now = time.monotonic()
            self.place += 1
            if paced:
                share = min(1.0, (now - begun) / max(seconds, 1e-9))
                self.place = place + share * (self.plan.windows - place)
            if now - kept >= KEEP_EVERY:
                self.seconds = before + now - begun
                self.keep()
                kept = time.monotonic()
            no_sign_yet = last_sign == begun and progress < math.inf
            if no_sign_yet or now - last_sign >= progress:
                last_sign = now
                yield self._progress(before + now - begun)
            if self.window % self.plan.match_every == 0:
                self.seconds = before + time.monotonic() - begun
                report = self._compare()
                self.keep()
                yield report
        self.seconds = before + time.monotonic() - begun
        self.keep()
        yield Ended(done=True, window=self.window)

    def _begin(self, stage: Stage) -> None:
        """Sets the shards up for a stage and lists the first plays."""
        self.stage = stage
        for learner in self.kept.values():
            learner.prepare(stage.batch or self.plan.batch)
        set_up(self.table, self.plan, stage)

    def _one_window(self) -> None:
        now = self.plan.stage(self.place)
        assert now is not None
        stage, part = now
        if stage is not self.stage:
            self._begin(stage)
        for learner in self.learners.values():
            # Falls by equal factors; the mean follows fast at first.
            learner.rate.fill_(stage.rate[0] * (stage.rate[1] / stage.rate[0]) ** part)
            learner.pull.fill_(max(stage.pull, 1 / (1 + self.plan.after + self.window)))
        trust = stage.trust[0] + (stage.trust[1] - stage.trust[0]) * part
        self.judge.load(self.teacher.mean)
        for name, smaller in self.smaller.items():
            smaller.load(self.learners[name].mean)
        boards, targets, thought = self._played(stage, trust)
        if stage.revives(self.window, part):
            self._revive(boards)
        self._learn(boards, targets, thought, stage.passes)
        self.window += 1
        self.positions += len(boards)

    def _played(self, stage: Stage, trust: float) -> tuple[Tensor, Tensor, Tensor]:
        """The positions of a window of self-play, what they are to be worth, and what is thought.

        The last is for the smaller nets: the teacher's opinion is free of the noise of single
        rolls; what it thinks over all of them, where they were listed, has none and is better.
        """
        if self.plan.visitors:
            self._invite()
        self.table.lots.manual_seed(self.plan.seed + self.window)
        seen = self.table.window(self.judge, stage.turns or self.plan.turns)
        turns = [turn for shard in seen for turn in shard]
        boards = torch.cat([turn.boards for turn in turns])
        if stage.exact:
            thought = torch.cat([self.table.targets(shard, 0) for shard in seen])
        else:
            thought = self.judge.chances(boards)
            self._take_luck_away(turns, thought)
        targets = torch.cat([self.table.targets(shard, trust) for shard in seen])
        self._learn_others(turns)
        return boards, targets, thought

    def _take_luck_away(self, turns: list[SeenTurn], thought: Tensor) -> None:
        """By what was known before the window; then the window's rolls are learnt."""
        if self.luck is None:
            return
        self.luck.take_away(turns, thought)
        self.noise = self.luck.noise(turns, thought)
        self.luck.learn(turns, thought, self.table.lots)

    def counted(self) -> tuple[int, int, int]:
        """Games that were finished, their points, and games that were given up."""
        shards = self.table.shards
        return (
            sum(shard.finished for shard in shards),
            sum(shard.points for shard in shards),
            sum(shard.given_up for shard in shards),
        )

    def _progress(self, seconds: float) -> Progress:
        loss = float(self.teacher.loss) / max(self.batches, 1)
        return Progress(
            window=self.window,
            seconds=round(seconds, 1),
            games=self.counted()[0],
            positions=self.positions,
            loss=round(loss, 5),
        )

    def _invite(self) -> None:
        """An earlier or a smaller net plays every other turn in the last shard."""
        rungs = self.ladder.rungs()[-VISITORS:]
        for rung in rungs:
            if rung not in self.earlier:
                flat = self.ladder.take(rung, self.device)
                self.earlier[rung] = FrozenNet(self.game, flat, self.teacher.shape)
        visitors = [*self.smaller.values(), *(self.earlier[rung] for rung in rungs)]
        self.table.visitor = visitors[self.window % len(visitors)]

    def _revive(self, boards: Tensor) -> None:
        for name, learner in self.learners.items():
            if not (self.plan.frozen and learner is self.teacher):
                self.revived[name] = revive(learner, boards, self.plan.seed + self.window)

    def _learn(self, boards: Tensor, targets: Tensor, thought: Tensor, passes: int) -> None:
        """Passes over what was seen, each in a random order."""
        generator = torch.Generator(self.device).manual_seed(self.plan.seed + self.window)
        for learner in self.learners.values():
            learner.loss.zero_()
        batch = len(self.teacher.boards)
        whole = len(boards) // batch * batch
        self.batches = passes * whole // batch
        for _ in range(passes):
            order = torch.randperm(len(boards), generator=generator, device=self.device)
            for rows in torch.split(order[:whole], batch):
                there = boards[rows]
                for learner in self.learners.values():
                    if learner is self.teacher and self.plan.frozen:
                        continue
                    goal = targets if learner is self.teacher else thought
                    learner.learn(there, goal[rows])
        self.sample = targets[:: max(1, len(targets) // 65536)]

    def _learn_others(self, turns: list[SeenTurn]) -> None:
        """The smaller nets learn about plays that were not made, too.

        Among those they will choose, and a play that only they believe in is seldom made here.
        """
        if not turns or turns[0].others is None:
            return
        boards = torch.cat([turn.others for turn in turns if turn.others is not None])
        goal = torch.cat([turn.others_after for turn in turns if turn.others_after is not None])
        batch = len(self.teacher.boards)
        order = torch.randperm(len(boards), device=self.device, generator=self.table.lots)
        for rows in torch.split(order[: len(boards) // batch * batch], batch):
            for name in self.smaller:
                self.learners[name].learn(boards[rows], goal[rows])

    def _compare(self) -> Report:
        """Plays against earlier nets of the run, its smaller nets and the rule of thumb."""
        begun = time.monotonic()
        judges = {
            name: FrozenNet(self.game, learner.mean, learner.shape)
            for name, learner in self.learners.items()
        }
        teacher, thumb = judges.pop("teacher"), RuleOfThumb(self.game, self.device)
        pairs: list[tuple[str, Judging, Judging]] = [("thumb", teacher, thumb)]
        pairs += [(name, judge, teacher) for name, judge in judges.items()]
        for window in self.ladder.below(self.window):
            earlier = FrozenNet(
                self.game, self.ladder.take(window, self.device), self.teacher.shape
            )
            pairs.append((f"window {window}", teacher, earlier))
        results: dict[str, MatchResult] = {}
        for name, one, other in pairs:
            played = match(
                self.game, one, other, self.plan.match_pairs, self.window, self.device, self.threads
            )
            results[name] = played
        self.ladder.put(self.window, self.teacher.mean)
        return self.log(results, time.monotonic() - begun)

    def log(self, results: Mapping[str, MatchResult], match_seconds: float) -> Report:
        """Where the run stands, which is also written down as a line of its log."""
        assert self.stage is not None
        games, points, given_up = self.counted()
        entropy = float(-torch.xlogy(self.sample, self.sample).sum(dim=1).mean())
        report = Report(
            window=self.window,
            seconds=round(self.seconds, 1),
            games=games,
            given_up=given_up,
            positions=self.positions,
            rate=float(self.teacher.rate),
            exact=self.stage.exact,
            loss={
                name: round(float(learner.loss) / self.batches, 5)
                for name, learner in self.learners.items()
            },
            target_entropy=round(entropy, 5),
            points_a_game=round(points / max(games, 1), 3),
            waited=round(self.table.waited, 1),
            match=results,
            match_seconds=round(match_seconds, 1),
            revived=dict(self.revived),
            noise=self.noise and [round(points, 4) for points in self.noise],
        )
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(report.line()) + "\n")
        return report

    def keep(self) -> None:
        """Writes the whole state, in files small enough to be sent about, and the weights.

        No file takes its place before all are written: a run that is killed here goes on from what
        was kept before.
        """
        self.table.settled()
        contents: dict[str, Any] = {}
        for name, learner in self.kept.items():
            state = {key: tensor.cpu() for key, tensor in learner.state().items()}
            adam = {key: state.pop(key) for key in ("first", "second")}
            contents |= {f"{name}.pt": state, f"{name}_adam.pt": adam}
        shards = [
            {
                "boards": torch.from_numpy(shard.boards.copy()),
                "ages": torch.from_numpy(shard.ages.copy()),
                "rng": shard.before,
                "finished": shard.finished,
                "points": shard.points,
                "given_up": shard.given_up,
            }
            for shard in self.table.shards
        ]
        contents["games.pt"] = {
            "window": self.window,
            "place": self.place,
            "seconds": self.seconds,
            "positions": self.positions,
            "shards": shards,
        }
        for name, content in contents.items():
            torch.save(content, self.folder / f"{name}.part")
        for name in contents:
            (self.folder / f"{name}.part").replace(self.folder / name)

    def restore(self) -> None:
        """Takes up what keep() wrote."""
        games = torch.load(self.folder / "games.pt", weights_only=True)
        self.window, self.seconds = games["window"], games["seconds"]
        self.place = games.get("place", self.window)
        self.positions = games["positions"]
        for shard, kept in zip(self.table.shards, games["shards"], strict=True):
            shard.boards, shard.ages = kept["boards"].numpy(), kept["ages"].numpy()
            shard.rng.bit_generator.state = kept["rng"]
            shard.finished, shard.points = kept["finished"], kept["points"]
            shard.given_up = kept["given_up"]
        for name, learner in self.kept.items():
            state = torch.load(self.folder / f"{name}.pt", weights_only=True)
            state |= torch.load(self.folder / f"{name}_adam.pt", weights_only=True)
            learner.restore({key: tensor.to(self.device) for key, tensor in state.items()})
