"""Perft of the three games from the start, counted by the kernel."""

from __future__ import annotations

from collections.abc import Callable

from bench.measure import Contestant, Values, race, seconds_of
from bench.positions import game_of
from bench.report import Table, listing

from tablas.games import kind

# The counts of the rules pages and of the tests' corpus: a wrong one stops the benchmark.
LEAVES = {
    ("backgammon", 3): 116_154_993,
    ("abak", 2): 824_741,
    ("abak", 3): 796_297_112,
    ("abalone", 5): 483_942_012,
}
STARTS = {"abalone": "belgian-daisy"}  # where it is not the usual one
SLOW = ("abak", 3)
UNITS = ("nodes/s", "seconds")
GOALS = {"abalone": ("≥ 100 M", "")}


def of_game(name: str, depth: int, threads: int) -> Callable[[], Values]:
    game = game_of(name)
    known = kind(name)
    board = known.codec.encode_many([known.start(STARTS.get(name)).position])[0]

    def run() -> Values:
        spent = seconds_of(lambda: check(game.perft(board, depth, threads)))
        return {"nodes/s": leaves / spent, "seconds": spent}

    leaves = LEAVES[name, depth]

    def check(found: int) -> None:
        assert found == leaves, f"perft {depth} of {name}: expected {leaves}, found {found}"

    return run


def measured(repeats: int, quick: bool) -> Table:
    wanted = [key for key in LEAVES if not (quick and key == SLOW)]
    contestants = [
        Contestant(f"{name}, depth {depth}", of_game(name, depth, threads), threads)
        for name, depth in wanted
        for threads in (1, 2)
    ]
    results = race(contestants, repeats)
    goals = [goal for name, _ in wanted for _ in (1, 2) for goal in GOALS.get(name, ("", ""))]
    return listing("Perft from the start", results, UNITS, NOTES, goals)


NOTES = [
    (
        "Nodes are the leaves. The dice games write every leaf as a board; each of the 21 rolls "
        "counts once."
    ),
    (
        "Abalone counts the moves of the last ply in bulk, without making them. Its start is "
        "Belgian Daisy."
    ),
]
