"""Time of an Abak decision at 0, 1 and 2 plies; plays listed and positions judged a second.

    python -m bench.abak_engine
    python -m bench.abak_engine --products

CPU time of one thread, on positions of games that the net played against itself; rolls that are
doubles apart. With `--products` the same nets once more, with a first layer of products.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tools.measure.nets.product_net import as_products

from tablas import kernel
from tablas.engine import weights
from tablas.engine.abak.search import REPLIES

if TYPE_CHECKING:
    from tablas.kernel._kernel import Net

Boards = NDArray[np.uint8]
Choose = Callable[[Boards, Boards], object]
DECISIONS = {0: 1500, 1: 80, 2: 40}
JUDGES, QUICK = ("abak", "abak-large"), "abak-quick"


def positions(seed: int) -> tuple[Boards, Boards]:
    """Boards of self-play with rolls, in random order."""
    rng = np.random.default_rng(seed)
    net = weights.net("abak")
    now = np.repeat(kernel.abak.start()[None], 64, axis=0)
    boards, rolls = [], []
    for _ in range(60):
        dice = rng.integers(1, 7, (len(now), 2), dtype=np.uint8)
        boards.append(now)
        rolls.append(dice)
        now = net.choose(now, dice)[0]
        now = now[kernel.abak.outcomes(now) == 0]
    order = rng.permutation(sum(map(len, boards)))
    return np.concatenate(boards)[order], np.concatenate(rolls)[order]


def milliseconds(choose: Choose, boards: Boards, dice: Boards, count: int) -> NDArray[np.float64]:
    """CPU time of each decision."""
    spent = []
    for i in range(count):
        begun = time.process_time()
        choose(boards[i : i + 1], dice[i : i + 1])
        spent.append(time.process_time() - begun)
    return np.array(spent) * 1000


def listed(name: str, boards: Boards, dice: Boards) -> None:
    """Distinct plays a second: every one that a roll allows, without duplicates."""
    begun = time.process_time()
    reached, _ = kernel.abak.successors(boards, dice)
    spent = time.process_time() - begun
    print(
        f"{name}: {len(reached) / spent:,.0f} distinct plays a second, "
        f"{len(reached) / len(boards):.1f} a roll"
    )


def judges(products: bool) -> dict[str, Net]:
    """The nets that judge, by name, and the same as products."""
    nets = {name: weights.net(name) for name in JUDGES}
    if products:
        for name in JUDGES:
            made = as_products(weights.packaged(name))
            nets[f"{name} as products"] = weights.layered(kernel.abak.Net, made)
    return nets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--products", action="store_true")
    nets = judges(parser.parse_args().products)
    boards, dice = positions(4)
    double = dice[:, 0] == dice[:, 1]
    listed("all rolls", boards, dice)
    listed("doubles", boards[double], dice[double])
    reached, _ = kernel.abak.successors(boards[:400], dice[:400])
    for name, net in {**nets, QUICK: weights.net(QUICK)}.items():
        begun = time.process_time()
        net.evaluate(reached)
        print(f"{name}: {len(reached) / (time.process_time() - begun):,.0f} positions a second")
    for name, net in nets.items():
        searcher = kernel.abak.Searcher(net, net, weights.net(QUICK))
        for plies, count in DECISIONS.items():
            ahead = partial(searcher.choose, plies=plies, replies=REPLIES)
            choose: Choose = ahead if plies else net.choose
            spent = milliseconds(choose, boards, dice, count)
            of_doubles = spent[double[:count]]
            print(
                f"{name}, {plies}-ply: median {np.median(spent):.2f} ms, 99th percentile "
                f"{np.percentile(spent, 99):.2f}; doubles {np.median(of_doubles):.2f} and "
                f"{np.percentile(of_doubles, 99):.2f}"
            )


if __name__ == "__main__":
    main()
