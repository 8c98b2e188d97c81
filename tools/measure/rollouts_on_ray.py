"""Rollouts and an opening table on a Ray cluster of two workers, one of them killed, compared.

    python -m tools.measure.rollouts_on_ray --trials 720

A cluster is started on this machine (`pip install 'tablas[cluster]'`). Rolled out are the plays of
an opening roll with the cube, and the first rounds of Abak's opening table are played. Once a tenth
of the work is done, the process of a worker is killed. All numbers must be those of this process.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import ray
from research.abak.cluster import rounds_by
from research.abak.experts import EXPERTS
from research.abak.openings import OpeningBook, study

from tablas.engine import weights
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.dice.rollout_workers import RolledBoards, by_workers
from tablas.engine.runners import on_ray
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.values import Dice

GAME = "backgammon"


def with_process(item: tuple[Callable[[Any], Any], Any]) -> tuple[int, Any]:
    """The work on an item, and the process that did it."""
    work, asked = item
    return os.getpid(), work(asked)


class Killing:
    """A runner on Ray that kills a worker once, when a tenth of the first work is done."""

    def __init__(self) -> None:
        self.killed = 0
        self.workers: set[int] = set()

    def __call__(
        self, work: Callable[[Any], Any], items: Sequence[Any]
    ) -> Iterator[tuple[int, Any]]:
        pairs = [(work, item) for item in items]
        for done, (number, (process, answer)) in enumerate(on_ray("auto")(with_process, pairs)):
            self.workers.add(process)
            if not self.killed and done >= len(items) // 10 and len(self.workers) > 1:
                self.killed = process
                os.kill(process, signal.SIGKILL)
            yield number, answer


def rollouts(trials: int, truncate: int) -> bool:
    """Whether the rollout of an opening roll gives the same numbers on both ways."""
    game = kind(GAME)
    boards = game.codec.encode_many(list(game.rules.plays(game.rules.start(), Dice(3, 1)))[:4])
    plan = RolloutPlan(trials=trials, truncate=truncate, until_apart=3.0)
    cubes = [CubeState()] * len(boards)
    net = weights.net(GAME)
    runner = Killing()
    began = time.monotonic()
    with by_workers(RolledBoards(GAME, boards, plan, cubes), runner) as batches:
        far = rollout(net, boards, plan, game=GAME, cubes=cubes, batches=batches)
    seconds = time.monotonic() - began
    near = rollout(net, boards, plan, game=GAME, cubes=cubes)
    counts = [start.trials for start in far.starts]
    print(
        f"rollout: {counts} trials in {seconds:.0f} s by {len(runner.workers)} processes, one of "
        f"them killed ({runner.killed > 0}); the same numbers: {far == near}",
        flush=True,
    )
    return far == near


def openings(rounds: int) -> bool:
    """Whether the first rounds of the opening table come out the same on both ways."""
    runner = Killing()
    books = []
    began = time.monotonic()
    for by in (rounds_by(runner, "net"), None):
        expert = EXPERTS["net"](1)
        book = OpeningBook(expert.described(8))
        lines = study(book, expert, error=0.01, reply_error=None, games=144, turns=8, rounds=by)
        for number, (name, line) in enumerate(islice(lines, rounds), 1):
            if by:
                print(f"  {number}/{rounds} {name}: {line.best.play} {line.best.equity:+.3f}")
        books.append({name: [(one.play, one.equity, one.error) for one in line.candidates]
                      for name, line in book.first.items()})  # fmt: skip
        if by:
            seconds = time.monotonic() - began
    print(
        f"opening table: {rounds} rounds in {seconds:.0f} s by {len(runner.workers)} processes, "
        f"one of them killed ({runner.killed > 0}); the same numbers: {books[0] == books[1]}",
        flush=True,
    )
    return books[0] == books[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--trials", type=int, default=720)
    parser.add_argument("--truncate", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=4)
    asked = parser.parse_args()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    same = [rollouts(asked.trials, asked.truncate), openings(asked.rounds)]
    ray.shutdown()
    if not all(same):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
