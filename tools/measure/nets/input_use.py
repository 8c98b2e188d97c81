"""How much the nets of a dice game use each of their inputs, in positions of games.

The kernel alone knows what a net sees of a board. It is asked by nets that look at one input each:
a hidden unit has its value, and the odds of winning are e to the power of that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.games import kind

UNITS, CLASSES = 16, 6
ONE_POINT = (0, 3)  # the classes that are always possible: a single game won, lost
NEVER = -40.0  # as a logit
GAMES, TURNS = 64, 150


def start_boards(game: str, count: int) -> NDArray[np.uint8]:
    """The start, as often as asked."""
    start = kind(game).codec.encode(kind(game).rules.start())
    return np.repeat(np.frombuffer(bytearray(start), np.uint8)[None], count, 0)


def random_boards(game: str, seed: int = 1) -> NDArray[np.uint8]:
    """The boards of games whose plays are drawn by lot, which reach more than good play does."""
    rng, mirror = np.random.default_rng(seed), getattr(kernel, game)
    now, seen = start_boards(game, GAMES), []
    for _ in range(TURNS):
        dice = rng.integers(1, 7, (len(now), 2)).astype(np.uint8)
        after, offsets = mirror.successors(now, dice)
        now = after[rng.integers(offsets[:-1], offsets[1:])]
        now = now[mirror.outcomes(now) == 0]
        seen.append(now)
        if not len(now):
            break
    return np.concatenate(seen)


def input_use(game: str, inputs: int, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The root mean square of each input over the boards."""
    first = np.zeros((UNITS, inputs), np.float32)
    last, bias = np.zeros((CLASSES, UNITS), np.float32), np.full(CLASSES, NEVER, np.float32)
    last[0, 0] = 1
    bias[list(ONE_POINT)] = 0
    use = np.zeros(inputs)
    for i in range(inputs):
        first[0, i] = 1
        layers: list[tuple[Any, Any]] = [(first, np.zeros(UNITS, np.float32)), (last, bias)]
        win = getattr(kernel, game).Net(layers).evaluate(boards)[:, 0].astype(np.float64)
        use[i] = np.sqrt(np.square(np.log(win / (1 - win))).mean())
        first[0, i] = 0
    return use
