"""Random play and successors of Abak and Abalone; no peer has them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from functools import partial

from bench.measure import Contestant, Values, race
from bench.positions import game_of, random_positions, successors_rate
from bench.report import Table, listing

GAMES_A_CALL = {"abak": 500, "abalone": 250}
POSITIONS = {"abak": 20_000, "abalone": 50_000}
UNITS = ("games/s", "turns/s", "successors/s")


def of_play(name: str, threads: int, seconds: float) -> Callable[[], Values]:
    game, count, seeds = game_of(name), GAMES_A_CALL[name], itertools.count()

    def run() -> Values:
        games = turns = made = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            _, lengths, successors = game.play_random(count, next(seeds), threads)
            games += count
            turns += int(lengths.sum())
            made += int(successors.sum())
        return {
            "games/s": games / spent,
            "turns/s": turns / spent,
            "successors/s": made / spent,
        }

    return run


def of_successors(name: str, threads: int) -> Callable[[], Values]:
    """Batches of 1,024 on one thread, all boards at once on two."""
    boards, dice = random_positions(name, POSITIONS[name])
    batch = 1024 if threads == 1 else len(boards)
    return partial(successors_rate, name, boards, dice, batch, threads)


def measured(repeats: int, quick: bool) -> Table:
    seconds = 0.3 if quick else 1.0
    contestants = [
        Contestant(f"{name}, {what}", run, threads)
        for name in ("abak", "abalone")
        for threads in (1, 2)
        for what, run in (
            ("`play_random`", of_play(name, threads, seconds)),
            ("`successors`", of_successors(name, threads)),
        )
    ]
    return listing("Abak and Abalone", race(contestants, repeats), UNITS, NOTES)


NOTES = [
    "Abalone's random games stop after 1,000 plies; most are not over by then.",
    (
        "`successors` includes the border, the checks and the new arrays: batches of 1,024 boards "
        "on one thread, all of them in one call on two."
    ),
]
