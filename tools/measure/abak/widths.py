"""What a narrower search of Abak costs at the root: points given away a decision, and time.

    python -m tools.measure.abak.widths --decisions 120

Positions with rolls from games of the net against itself. A search that leaves out next to nothing
(24 plays to one ply, 16 of them to two, within 2 points) judges what each narrower one
chooses: the difference to the best play that it found. A width is the number of plays that go
on to one and two plies, and within how many points of the best.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide, seeds_from

from tablas import kernel
from tablas.engine import weights
from tablas.engine.abak.search import REPLIES

Boards = NDArray[np.uint8]
Width = list[tuple[int, float]]
WIDEST: Width = [(24, 2.0), (16, 2.0)]
DEEPER: Width = [(2, 0.02), (2, 0.02)]  # never used at two plies
NARROWER: tuple[Width, ...] = (
    [(2, 0.1), (2, 0.05)],
    [(4, 0.1), (3, 0.05)],
    [(8, 0.2), (5, 0.08)],
    [(8, 0.4), (5, 0.2)],
    [(12, 0.3), (6, 0.12)],
    [(16, 0.4), (8, 0.12)],
    [(16, 0.4), (8, 0.2)],
)


def decisions(count: int, seed: int) -> tuple[Boards, Boards]:
    """Boards with rolls, one of a game."""
    rng, net = np.random.default_rng(seed), weights.net("abak")

    def choose(boards: Boards, dice: Boards) -> Boards:
        return net.choose(boards, dice)[0]

    starts = np.repeat(kernel.abak.start()[None], count, 0)
    met: list[list[tuple[Boards, Boards]]] = [[] for _ in range(count)]
    for turn in SideBySide.of(count).turns(starts, (choose, choose), seeds_from(seed, count)):
        for at, game in enumerate(turn.games):
            met[game].append((turn.before[at], turn.dice[at]))
    taken = [turns[rng.integers(len(turns))] for turns in met]
    return np.stack([board for board, _ in taken]), np.stack([dice for _, dice in taken])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=120)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--net", default="abak", help="who judges")
    options = parser.parse_args()
    net = weights.net(options.net)
    searcher = kernel.abak.Searcher(net, net, weights.net("abak-quick"))
    boards, dice = decisions(options.decisions, options.seed)
    lost: dict[int, list[float]] = {at: [] for at in range(len(NARROWER))}
    spent = dict.fromkeys(lost, 0.0)
    outside = dict.fromkeys(lost, 0)
    for board, roll in zip(boards[:, None], dice[:, None], strict=True):
        searcher.clear()
        ends, _, equity, depth, *_ = searcher.plays(
            board, roll, plies=2, widths=[*WIDEST, *DEEPER], replies=REPLIES
        )
        known = {
            end.tobytes(): float(worth)
            for end, worth, plies in zip(ends, equity, depth, strict=True)
            if plies == depth[0]
        }
        best = max(known.values())
        for at, width in enumerate(NARROWER):
            searcher.clear()
            begun = time.process_time()
            chosen = searcher.choose(
                board, roll, plies=2, widths=[*width, *DEEPER], replies=REPLIES
            )[0]
            spent[at] += time.process_time() - begun
            worth = known.get(chosen[0].tobytes())
            outside[at] += worth is None
            if worth is not None:
                lost[at].append(best - worth)
    print("| to one ply, to two plies | given away a decision | other choices | CPU ms |")
    print("|---|---|---|---|")
    for at, width in enumerate(NARROWER):
        given = np.array(lost[at])
        title = ", ".join(f"{most} within {within:g}" for most, within in width)
        error = given.std(ddof=1) / np.sqrt(len(given))
        print(
            f"| {title} | {given.mean():.4f} ± {error:.4f} | {np.mean(given > 1e-6):.0%} | "
            f"{1000 * spent[at] / len(boards):.0f} |"
        )
    if any(outside.values()):
        print(f"\nNot among what the wide search looked at: {sum(outside.values())} choices.")


if __name__ == "__main__":
    main()
