"""Other nets for Abak on the same lessons: products, sets of layers, shots, shared weights.

    python -m research.abak.other_nets --teachers A.safetensors B.safetensors \
        --begin-with runs/before --nets relu:512,256,128 product:512,256,128 --seconds 280

Each net begins with random weights and learns every play that the pruner of `--begin-with` names
from the mean of the teachers; since all see the same boards, their losses can be compared. What the
trials of 2026-11-16 said is in docs/notes/training.md. Needs PyTorch; a GPU in practice.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import re
import time
from pathlib import Path

from research.abak.point_nets import AddedStacks, Opinion, PointNet

from tablas.training.abak import reach
from tablas.training.abak.features import KINDS, stacks_of
from tablas.training.distil import Distillation
from tablas.training.export import read_weights
from tablas.training.game import CLASSES, GameRecipe
from tablas.training.match import match
from tablas.training.net import Learner
from tablas.training.net_files import frozen_net, mean_of
from tablas.training.plan import DicePlan
from tablas.training.recipe import for_training, plan_file, recipe_of
from tablas.training.selfplay import least_of
from tablas.training.shape import NetShape
from tablas.training.tensors import (
    Device,
    Tensor,
    device_called,
    functional,
    torch,
)
from tablas.training.widen import widen

SHOT_INPUTS = 2 * 4 * 24
SETS = 9  # by checkers in the other side's home, own and the opponent's: fewer than 2, than 4, more
RATE = (0.001, 0.00001)
ROUNDS_A_LINE = 50
LOOKED_AT = 4  # rounds at the end whose lists are judged before they are learnt


class Shots:
    """For each blot or lone guard: hit by 1, 2, 3 of the six numbers, or by two together."""

    def __init__(self, device: Device) -> None:
        self.reach = reach.ReachInputs(device, torch.float32)

    def __call__(self, boards: Tensor) -> Tensor:
        flags, points = self.reach.masks[stacks_of(boards)], self.reach.points
        both = 1 | 1 << reach.OPPOSITE
        masks = [((flags >> i & both) << points).sum(dim=1) for i in range(len(reach.MASKS))]
        parts: list[Tensor] = []
        for side in (0, 1):
            shift = reach.OPPOSITE * side
            own, opp = (
                dict(zip(reach.MASKS, (mask >> by & reach.BOARD for mask in masks), strict=True))
                for by in (shift, reach.OPPOSITE - shift)
            )
            parts += _shots_of(side, own, opp["blot"] | opp["lone"], points)
        return torch.cat(parts, dim=1).float()


def _shots_of(side: int, own: dict[str, Tensor], aims: Tensor, points: Tensor) -> list[Tensor]:
    """What one side hits, point by point: directly by 1, 2, 3 numbers, and by two steps."""
    anyone = own["plain"] | own["druid"] | own["guard"]
    hitters = {die: anyone | own["odd" if die % 2 else "even"] for die in range(1, 7)}
    direct = torch.zeros((len(aims), len(points)), dtype=torch.long, device=aims.device)
    combined = torch.zeros_like(aims)
    for die, walkers in hitters.items():
        direct += (reach.forward(walkers, die, side) & aims)[:, None] >> points & 1
        for other, others in hitters.items():
            half_way = reach.forward(walkers & others, die, side) & ~own["closed"]
            combined |= reach.forward(half_way, other, side) & aims
    return [*(direct >= least for least in (1, 2, 3)), (combined[:, None] >> points & 1) > 0]


class TrialNet(Learner):
    """A learner with other layers: `kind` is relu, product, sets or shots."""

    def __init__(
        self, game: GameRecipe, kind: str, hidden: tuple[int, ...], seed: int, device: Device,
        batch: int,
    ) -> None:  # fmt: skip
        self.kind, self.sets = kind, SETS if kind == "sets" else 1
        self.shots = Shots(device) if kind == "shots" else None
        self.counts = torch.from_numpy(reach.count_table()).to(device)
        # The learner's own layers are of one shape; its row of numbers is laid out anew here.
        self.trial_shapes = self._shapes(hidden)
        super().__init__(game, NetShape(KINDS[1], ()), seed, device, 1)
        self.flat = self._fresh(seed).to(device)
        self.mean = self.flat.clone()
        self.first, self.second = torch.zeros_like(self.flat), torch.zeros_like(self.flat)
        self.layers, at = [], 0
        for shape in self.trial_shapes:
            count = math.prod(shape)
            self.layers.append(self.flat[at : at + count].view(shape).requires_grad_())
            at += count
        self.prepare(batch)

    def _shapes(self, hidden: tuple[int, ...]) -> list[tuple[int, ...]]:
        wide = KINDS[1] + (SHOT_INPUTS if self.shots else 0)
        rows: list[tuple[int, ...]] = []
        for index, units in enumerate((*hidden, CLASSES)):
            twice = 2 if self.kind == "product" and index == 0 else 1
            out = units * (twice if index == 0 else self.sets)
            rows += [(out, wide), (out,)]
            wide = units
        return rows

    def _fresh(self, seed: int) -> Tensor:
        generator, rows = torch.Generator().manual_seed(seed), []
        for index, shape in enumerate(self.trial_shapes):
            if len(shape) == 1:
                rows.append(torch.zeros(shape))
                continue
            active = self.game.active if index == 0 else shape[1]
            size = 0.01 if index == len(self.trial_shapes) - 2 else math.sqrt(2 / active)
            rows.append(torch.randn(math.prod(shape), generator=generator) * size)
        return torch.cat(rows)

    def _set_of(self, boards: Tensor) -> Tensor:
        counts, words = self.counts[stacks_of(boards)], boards.view(torch.int64)
        own = (counts[:, 18:] & 31).sum(dim=1) + reach.barred(words, 0)
        opp = (counts[:, :6] >> reach.OPPOSITE & 31).sum(dim=1) + reach.barred(words, 1)
        step = [(n >= 2).long() + (n >= 4).long() for n in (own, opp)]
        return step[0] * 3 + step[1]

    def logits(self, boards: Tensor) -> Tensor:
        if len(self.layers) == 2:  # while the layers are being laid out
            return super().logits(boards)
        row = self.expand(boards)
        if self.shots:
            row = torch.cat([row, self.shots(boards)], dim=1)
        row = functional.linear(row, self.layers[0], self.layers[1])
        if self.kind == "product":
            gate, value = row.chunk(2, dim=1)
            row = gate.relu() * value
        else:
            row = row.relu()
        which = self._set_of(boards)[:, None, None] if self.sets > 1 else None
        for index in range(2, len(self.layers), 2):
            row = functional.linear(row, self.layers[index], self.layers[index + 1])
            if which is not None:
                every = row.view(len(row), self.sets, -1)
                row = every.gather(1, which.expand(-1, 1, every.shape[2]))[:, 0]
            if index < len(self.layers) - 2:
                row = row.relu()
        return self.game.forbid(row, boards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--teachers", type=Path, nargs="+", required=True)
    parser.add_argument("--begin-with", type=Path, required=True, help="student and pruner")
    parser.add_argument("--nets", nargs="+", required=True, help="KIND:UNITS,UNITS,…")
    parser.add_argument("--plan", type=Path, default=plan_file("abak", "every-play"))
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=280)
    parser.add_argument("--rate", type=float, nargs=2, default=RATE, help="at first and at last")
    parser.add_argument("--out", type=Path, help="folder for the weights, as PyTorch keeps them")
    parser.add_argument("--pairs", type=int, default=0, help="of games against --rival at the end")
    parser.add_argument("--rival", default="large", help="a net of --begin-with")
    asked = parser.parse_args()
    game, device = recipe_of("abak"), device_called(None)
    plan = dataclasses.replace(DicePlan.read(asked.plan), nets={})
    begun = time.monotonic()
    with for_training(asked.threads):
        teacher = mean_of(game, asked.teachers, device)
        run = Distillation(game, plan, teacher, asked.begin_with, device, asked.threads)
        for name in asked.nets:
            run.learners[name] = net_called(name, game, plan, asked.begin_with, device)
        run.spread()
        stage = dataclasses.replace(plan.stages[0], rate=tuple(asked.rate))
        rounds = 0
        while (part := (time.monotonic() - begun) / asked.seconds) < 1:
            loss = run.one_round(rounds, stage, part)
            rounds += 1
            if rounds % ROUNDS_A_LINE == 0:
                seconds = round(part * asked.seconds)
                line = {"round": rounds, "seconds": seconds, "boards": run.boards, "loss": loss}
                print(json.dumps(line), flush=True)
        print(json.dumps(judged(run)), flush=True)
        run.table.settled()
        if asked.out:
            asked.out.mkdir(parents=True, exist_ok=True)
            for name, learner in run.learners.items():
                torch.save(learner.mean.half().cpu(), asked.out / f"{re.sub('[:,]', '-', name)}.pt")
        for name, learner in run.learners.items() if asked.pairs else ():
            rival = frozen_net(game, asked.begin_with / f"{asked.rival}.safetensors", device)
            played = match(
                game, Opinion(learner), rival, asked.pairs, plan.seed, device, asked.threads
            )
            line = {"net": name, "against": asked.rival, "match": played.as_list()}
            print(json.dumps(line), flush=True)


def net_called(
    name: str, game: GameRecipe, plan: DicePlan, begin_with: Path, device: Device
) -> Learner:
    """A net with random weights, or one of a file: `goes-on:FILE` and `added:FILE,CHANNELS`."""
    kind, _, units = name.partition(":")
    if kind in ("goes-on", "added"):
        file, _, channels = units.partition(",")
        flat, before = read_weights(begin_with / f"{file}.safetensors")
        shape = dataclasses.replace(before, products=True)
        flat = widen(flat, before, shape, plan.seed)
        if kind == "added":
            return AddedStacks(game, flat, shape, int(channels), plan.seed, device, plan.batch)
        learner = Learner(game, shape, plan.seed, device, plan.batch)
        there = flat.to(device)
        learner.restore({**learner.state(), "flat": there, "mean": there.clone()})
        return learner
    hidden = tuple(map(int, units.split(",")))
    made = PointNet if kind in ("mixer", "stacks") else TrialNet
    return made(game, kind, hidden, plan.seed, device, plan.batch)


def judged(run: Distillation) -> dict[str, dict[str, float]]:
    """How far each net is from the teachers on lists that it has not learnt, and what it picks."""
    off: dict[str, list[float]] = {name: [] for name in run.learners}
    cost: dict[str, list[float]] = {name: [] for name in run.learners}
    opinions = {name: Opinion(learner) for name, learner in run.learners.items()}
    for _ in range(LOOKED_AT):
        for index in range(len(run.table.shards)):
            listed = run.table.pending[index].result()
            rows, short = run.shortlist.named(listed.plays)
            boards = listed.plays.boards_there[rows]
            value = run.teacher.equities(run.teacher.chances(boards))
            pick = least_of(value, short)
            for name, opinion in opinions.items():
                said = opinion.equities(opinion.chances(boards))
                off[name].append(float((said - value).square().mean()))
                cost[name].append(float((value[least_of(said, short)] - value[pick]).mean()))
            run._go_on(index, listed, rows[pick])  # noqa: SLF001
    return {
        name: {
            "numbers": len(learner.flat),
            "off": round(math.sqrt(sum(off[name]) / len(off[name])), 4),
            "cost": round(sum(cost[name]) / len(cost[name]), 5),
        }
        for name, learner in run.learners.items()
    }


if __name__ == "__main__":
    main()
