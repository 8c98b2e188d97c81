"""The plan of a training run: everything that decides what the weights will be."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablas.errors import NotationError
from tablas.training.game import CLASSES, POINTS_OF_BOARD, GameRecipe
from tablas.training.selfplay import ROLLS
from tablas.training.shape import NetShape

LUCK = "luck"  # what the net that knows the rolls is called, in `products` and in files


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
    revive: int = 0  # every so many windows of its first half dead units begin anew; 0 = never

    def revives(self, window: int, part: float) -> bool:
        """Whether units are revived before this window: what begins anew needs time to learn."""
        return self.revive > 0 and part < 1 / 2 and window % self.revive == 0


@dataclass(frozen=True, slots=True)
class DicePlan:
    """What plan.json says. The teacher plays; the other nets learn what it thinks."""

    seed: int
    nets: dict[str, tuple[int, ...]]  # hidden layers of "teacher", "student" and perhaps "pruner"
    shards: int
    games: int  # a shard
    turns: int  # a window: the net that plays and judges stays as it is
    batch: int
    share: float  # of games that begin from an unusual position
    match_every: int  # windows
    match_pairs: int
    stages: tuple[Stage, ...]
    products: tuple[str, ...] = ()  # nets whose first layer multiplies
    kinds: int = -1  # of inputs that the nets see; -1 = all
    teacher_kinds: int = 0  # of those that the teacher sees; 0 = as many as the others
    reader: tuple[int, ...] = ()  # hidden units and channels of the teacher's reader of stacks
    shortlist: int = 0  # plays of a roll that the teacher judges, chosen by the pruner; 0 = all
    explore: float = 0.0  # share of the turns in which a listed play is drawn by lot
    heat: float = 0.0  # points that such a play may well be worse; 0 = nothing of this
    equity: float = 0.0  # weight of the equity's squared error beside the loss of the chances
    frozen: bool = False  # whether the teacher stays as it is, and the others alone learn
    luck: tuple[int, ...] = ()  # hidden layers of a net that takes luck out of targets; () = none
    luck_rate: float = 0.0005  # at which that net learns, all the time
    visitors: bool = False  # whether other nets play every other turn in the last shard
    longest: int = 0  # turns after which training gives a game up; 0 = as the game says
    after: int = 0  # windows of earlier plans, whose weights this one begins with

    @staticmethod
    def read(path: Path) -> DicePlan:
        """The plan of a file; one that says something else is refused."""
        try:
            return DicePlan._of(json.loads(path.read_text(encoding="utf-8")))
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            raise NotationError(
                f"{path}: not a training plan: {error}",
                f"{path}: no es un plan de entrenamiento: {error}",
            ) from None

    @staticmethod
    def _of(facts: dict[str, Any]) -> DicePlan:
        stages = []
        for stage in facts.pop("stages"):
            stage["rate"] = tuple(stage["rate"])
            stage["trust"] = tuple(stage.get("trust", (0.0, 0.0)))
            stages.append(Stage(**stage))
        nets = {name: tuple(hidden) for name, hidden in facts.pop("nets").items()}
        if facts.get("reader") and any(stage.revive for stage in stages):
            raise ValueError("a net with a reader of stacks cannot have units revived")
        for name in {"products", LUCK, "reader"} & facts.keys():
            facts[name] = tuple(facts[name])
        return DicePlan(nets=nets, stages=tuple(stages), **facts)

    @property
    def windows(self) -> int:
        """Of all stages together."""
        return sum(stage.windows for stage in self.stages)

    def shape(self, game: GameRecipe, net: str) -> NetShape:
        """How large a net is."""
        kinds = (net == "teacher" and self.teacher_kinds) or self.kinds
        inputs = game.inputs[kinds if kinds < 0 else kinds - 1]
        products = net in self.products
        if net == LUCK:
            return NetShape(inputs, self.luck, products, outputs=len(ROLLS) * CLASSES)
        if net != "teacher" or not self.reader:
            return NetShape(inputs, self.nets[net], products)
        if not 0 < game.stack * POINTS_OF_BOARD <= inputs:
            raise NotationError(
                "reader: a reader of stacks needs a game with stacks and two kinds of inputs",
                "reader: un lector de pilas pide un juego con pilas y entradas de dos clases",
            )
        return NetShape(inputs, self.nets[net], products, reader=(game.stack, *self.reader))

    def stage(self, window: float) -> tuple[Stage, float] | None:
        """The stage of a window and how far into it, from 0 to 1; None after the last."""
        for stage in self.stages:
            if window < stage.windows:
                return stage, window / stage.windows
            window -= stage.windows
        return None
