"""Trains the nets of a dice game from nothing but the rules: self-play, TD(lambda), exact backups.

Weights depend on the plan alone, not on where a run was stopped (on a CPU; a GPU's sums are not
always the same to the last bit). The plan's stages may be lengthened or added between two runs. A
plan that goes on from another one's weights (`begin_with`) says after how many windows.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tablas import games
from tablas.errors import NotationError
from tablas.training.export import save_weights
from tablas.training.game import GameRecipe, Judging, game
from tablas.training.match import AtRandom, MatchResult, match
from tablas.training.net import FrozenNet
from tablas.training.net_files import mean_of
from tablas.training.plan import DicePlan
from tablas.training.progress import Ended, Progress, Report
from tablas.training.run import DiceRun
from tablas.training.tensors import Device, device_called, torch


def trainable() -> list[str]:
    """The games that bring what the recipe needs, the one with the smallest nets first."""
    names = [name for name in games.NAMES if find_spec(f"tablas.training.{name}.game")]
    return sorted(names, key=lambda name: game(name).inputs[-1])


def in_rounds(name: str) -> Any:
    """How a game without dice is trained: its module, with `read_plan`, `train` and `last_net`."""
    return import_module(f"tablas.training.{name}.train")


def recipe_of(name: str) -> GameRecipe:
    """What the game brings to the recipe."""
    if name not in trainable():
        raise NotationError(
            f"game {name!r}: expected one of {', '.join(trainable())}",
            f"juego {name!r}: se esperaba uno de {', '.join(trainable())}",
        )
    return game(name)


def plan_file(name: str, plan: str) -> Path:
    """A plan that comes with the package: `plan` for the nets of the package, `quick` for a CPU."""
    return Path(str(resources.files("tablas.training") / name / f"{plan}.json"))


def train(
    name: str,
    plan: DicePlan,
    folder: Path,
    *,
    device: str | None = None,
    threads: int = 1,
    seconds: float = math.inf,
    windows: float = math.inf,
    begin_with: Path | None = None,
    progress: float = math.inf,
    stop: threading.Event | None = None,
    paced: bool = False,
) -> Iterator[Report | Progress | Ended]:
    """Train the nets of a game in a folder, where an earlier run goes on; `Ended` comes last.

    `stop`, once set, ends the run after the window under way, with everything kept. `begin_with` is
    a folder of weights that `export` wrote. `threads` are those of the kernel, for each shard.
    Every `progress` seconds there is a `Progress` between the reports. `seconds` count from the
    call on: setting up the games of a large plan takes half a minute of them or more. `paced`: all
    that is left of the plan is done in `seconds`, with as many windows as fit into them.
    """
    called = time.monotonic()
    with for_training(threads):
        run = DiceRun(recipe_of(name), plan, folder, device_called(device), threads)
        if begin_with and run.window == 0:
            run.begin_with(begin_with)
        if stop is not None:
            run.stop = stop
        spent = time.monotonic() - called
        yield from run.train(seconds - spent, windows, progress=progress, paced=paced)


@contextmanager
def for_training(threads: int) -> Iterator[None]:
    """The settings of the process that training needs, put back afterwards."""
    precision, switch = torch.get_float32_matmul_precision(), sys.getswitchinterval()
    here = torch.get_num_threads()
    torch.set_float32_matmul_precision("high")  # TF32 for learning
    torch.set_num_threads(min(4, threads))
    # The shards' threads hold the interpreter for moments only; the loop that feeds the device
    # should not wait five milliseconds for its turn.
    sys.setswitchinterval(0.0001)
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(precision)
        torch.set_num_threads(here)
        sys.setswitchinterval(switch)


def export(name: str, plan: DicePlan, folder: Path, net: str, out: Path) -> None:
    """Write a net of a run as safetensors."""
    save_weights(out, _state(folder, net), plan.shape(recipe_of(name), net))


def compare(
    name: str,
    runs: list[tuple[DicePlan, Path]],
    *,
    net: str = "teacher",
    pairs: int = 1000,
    seed: int = 1,
    device: str | None = None,
    threads: int = 1,
) -> MatchResult:
    """A match on the device between the nets of two runs; a single run plays against chance."""
    where, recipe = device_called(device), recipe_of(name)
    sides: list[Judging] = [frozen(recipe, plan, folder, net, where) for plan, folder in runs]
    if len(sides) == 1:
        sides.append(AtRandom(where, seed))
    one, other = sides
    return match(recipe, one, other, pairs, seed, where, threads)


def match_of_files(
    name: str,
    one: Sequence[Path],
    other: Sequence[Path],
    *,
    pairs: int,
    seed: int = 1,
    device: str | None = None,
    threads: int = 1,
) -> MatchResult:
    """A match on the device between nets of files; several of a side are the mean of them."""
    where, recipe = device_called(device), recipe_of(name)
    sides = [mean_of(recipe, paths, where) for paths in (one, other)]
    with for_training(threads):
        return match(recipe, sides[0], sides[1], pairs, seed, where, threads)


def frozen(recipe: GameRecipe, plan: DicePlan, folder: Path, net: str, device: Device) -> FrozenNet:
    """The net of a run as it stands."""
    return FrozenNet(recipe, _state(folder, net).to(device), plan.shape(recipe, net))


def _state(folder: Path, net: str) -> Device:
    """The running mean of the weights of a net."""
    path = folder / f"{net}.pt"
    if not path.exists():
        raise NotationError(f"net {net!r}: {path} is not there", f"red {net!r}: no está {path}")
    return torch.load(path, weights_only=True)["mean"]
