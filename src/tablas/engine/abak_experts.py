"""Who can play thousands of Abak games for a measurement, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas.engine import weights
from tablas.engine.abak_choosers import heuristic
from tablas.engine.abak_games import Boards
from tablas.engine.abak_heuristic import worth
from tablas.engine.abak_openings import Expert
from tablas.engine.evaluator import equities


def by_heuristic(threads: int) -> Expert:
    """The heuristic player."""
    return Expert("heuristic", heuristic(threads=threads), worth)


def by_net(threads: int) -> Expert:
    """The net's own opinion of every play, without looking further ahead."""
    net = weights.net("abak")

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        return net.choose(boards, dice, threads)[0]

    def judge(boards: Boards) -> NDArray[np.float32]:
        return equities(net.evaluate(boards, threads))

    return Expert("net", choose, judge)


EXPERTS: Final[dict[str, Callable[[int], Expert]]] = {"net": by_net, "heuristic": by_heuristic}
