"""A sequential test between two Abalone players that runs unattended and keeps its book.

    python -m tools.measure.abalone.sprt build/late.jsonl NET,late_percent=130 NET \\
        --nodes 250000 --processes 2 --elo 0 10

`make cpp` builds `abalone_trainer`, which plays the pairs: openings at random from all starts,
colours swapped. NET is a safetensors file or `hand`; settings of the search stand behind it. The
first player is accepted once it is better by the second Elo rather than by the first, rejected in
the opposite case (5 % error each). Every process plays blocks of pairs. A block depends on its
number alone and blocks are counted in order, so that neither the number of processes nor a stop and
a second start changes the verdict. Stopped, it goes on from the book; a book of another test is
refused.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tools.measure.abalone import trainer
from tools.measure.json_book import JsonBook

from tablas.duel.elo import EloTest, estimate

FIRST_SEED: Final = 70_000


@dataclass(frozen=True, slots=True)
class SprtPlan:
    """What is tested; the first line of the book."""

    players: tuple[str, str]
    nodes: int
    elo: tuple[float, float]
    block: int  # pairs

    @property
    def test(self) -> EloTest:
        return EloTest(*self.elo)


class Book:
    """The blocks that were played, in a file."""

    def __init__(self, path: Path, plan: SprtPlan) -> None:
        self.plan, self.kept = plan, JsonBook(path, asdict(plan))
        self.blocks = {block["block"]: block for block in self.kept.lines}

    def add(self, block: dict[str, Any]) -> None:
        self.kept.add(block)
        self.blocks[block["block"]] = block

    def counted(self) -> list[dict[str, Any]]:
        """The blocks from the first one on without a gap, up to the one that decides."""
        counted: list[dict[str, Any]] = []
        pairs: list[float] = []
        while len(counted) in self.blocks and self.plan.test.verdict(pairs) is None:
            counted.append(self.blocks[len(counted)])
            pairs += counted[-1]["pairs"]
        return counted

    def summary(self) -> str:
        """Elo so far, the test, and how closely both kept their marbles together."""
        blocks = self.counted()
        pairs = [share for block in blocks for share in block["pairs"]]
        if not pairs:
            return "no games yet"
        seen, test = estimate(pairs), self.plan.test
        near = [sum(block["neighbours"][side] for block in blocks) / len(blocks) for side in (0, 1)]
        return (
            f"{2 * len(pairs)} games, Elo {seen.elo:+.0f} [{seen.low:+.0f}, {seen.high:+.0f}], "
            f"log-likelihood ratio {test.likelihood(pairs):+.2f}, "
            f"{test.verdict(pairs) or 'undecided'}, "
            f"neighbours a marble {near[0]:.2f} : {near[1]:.2f}"
        )


def played(path: Path, plan: SprtPlan, number: int) -> dict[str, Any]:
    """One block, by one process."""
    result = trainer.played(
        path, plan.players, seed=FIRST_SEED + number, pairs=plan.block, nodes=plan.nodes,
        what=f"block {number}",
    )  # fmt: skip
    return {"block": number, "pairs": result["pairs"], "neighbours": result["neighbours"]}


def play(book: Book, path: Path, games: int, processes: int) -> Iterator[str]:
    """Plays until the test has decided or so many games are there; says how it stands."""
    last = -(-games // (2 * book.plan.block))
    missing = [number for number in range(last) if number not in book.blocks]
    running: list[Future[dict[str, Any]]] = []
    with ThreadPoolExecutor(processes) as pool:
        while _goes_on(book) and (missing or running):
            while missing and len(running) < processes:
                running.append(pool.submit(played, path, book.plan, missing.pop(0)))
            book.add(running.pop(0).result())
            yield book.summary()
        for block in running:  # they are under way: what they cost is kept
            book.add(block.result())


def _goes_on(book: Book) -> bool:
    pairs = [share for block in book.counted() for share in block["pairs"]]
    return book.plan.test.verdict(pairs) is None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("players", nargs=2, metavar="PLAYER")
    parser.add_argument("--nodes", type=int, default=250_000, help="a move; about 100 ms")
    parser.add_argument("--elo", type=float, nargs=2, default=[0.0, 10.0])
    parser.add_argument("--block", type=int, default=4, help="pairs that a process plays at a time")
    parser.add_argument("--games", type=int, default=4000, help="at most")
    options = trainer.options_of(parser)
    players = (options.players[0], options.players[1])
    elo = (options.elo[0], options.elo[1])
    book = Book(options.book, SprtPlan(players, options.nodes, elo, options.block))
    for line in play(book, options.trainer, options.games, options.processes):
        print(line, flush=True)
    print(book.summary())


if __name__ == "__main__":
    main()
