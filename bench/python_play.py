"""Our Python rules play backgammon at random, in a process of their own."""

from __future__ import annotations

import random
import time

from bench.measure import Values
from bench.worker import serve

from tablas.backgammon import rules
from tablas.values import Dice

RNG = random.Random(1)


def rolled() -> Dice:
    one, other = RNG.randint(1, 6), RNG.randint(1, 6)
    return Dice(max(one, other), min(one, other))


def played() -> int:
    """One game; how many turns it had."""
    position = rules.start()
    turns = 0
    while rules.outcome(position) is None:
        reached = list(rules.plays(position, rolled()))
        position = reached[int(RNG.random() * len(reached))]
        turns += 1
    return turns


def answer(seconds: float) -> Values:
    games = steps = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        steps += played()
        games += 1
    return {"games/s": games / spent, "steps/s": steps / spent}


if __name__ == "__main__":
    serve(answer)
