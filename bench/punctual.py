"""How late a search with a limit of time can be, beside processes that take the processor away.

    python bench/punctual.py [--game abalone] [--searches 40] [--load 0 4 16 28] [--threads 1 2]

For each load and number of threads: searches of 50 ms to 2 s in turn, the whole call from Python
measured. Told are the lateness (0 where a search was early) in the middle and at most, how much of
the limit passed on average, how much processor time was got in that, and the latest of as many mere
sleeps of 20 ms between the searches: what the system itself does to a program that does nothing.
The busy processes have the priority of this one. `--most 50` ends with status 1 if a search was
later than 50 ms.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice

from tablas.abalone import rules, starts
from tablas.backgammon import rules as backgammon
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.dice.limit import DiceLimit
from tablas.values import Dice

LENGTHS = (0.05, 0.1, 0.05, 0.25, 0.05, 0.5, 0.1, 1.0, 0.05, 2.0)
"""In seconds; the short ones more often, since they leave the least room."""

Search = Callable[[int, float], object]


@dataclass(frozen=True, slots=True)
class Row:
    """Searches beside so many busy processes."""

    load: int
    threads: int
    late: list[float]  # milliseconds, not below 0
    used: list[float]  # of the limit
    got: list[float]  # processor time, of the limit and the threads
    slept: list[float]  # milliseconds by which mere sleeps of 20 ms in between were late

    def __str__(self) -> str:
        late, used, got = sorted(self.late), statistics.mean(self.used), statistics.mean(self.got)
        return (
            f"| {self.load} | {self.threads} | {len(late)} | {late[len(late) // 2]:.1f} |"
            f" {late[-1]:.1f} | {used:.0%} | {got:.0%} | {max(self.slept):.1f} |"
        )


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that turn and turn."""
    turning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        time.sleep(0.5 if count else 0.0)
        yield
    finally:
        for process in turning:
            process.kill()
            process.wait()


def of_abalone(threads: int) -> Search:
    """A search of the start positions in turn, with a table that is kept."""
    engine = AbaloneEngine(megabytes=16, threads=threads)
    names = list(starts.STARTS)

    def search(number: int, seconds: float) -> object:
        position = rules.start(names[number % len(names)])
        return engine.analyse(position, AbaloneLimit(seconds=seconds))

    return search


def of_backgammon(threads: int) -> Search:
    """A search of the opening rolls in turn, always from the start."""
    engine = BackgammonEngine(threads=threads)
    rolls = [Dice(high, low) for high in range(2, 7) for low in range(1, high)]

    def search(number: int, seconds: float) -> object:
        dice = rolls[number % len(rolls)]
        return engine.analyse(backgammon.start(), dice, DiceLimit(seconds=seconds, plies=4))

    return search


GAMES: dict[str, Callable[[int], Search]] = {"abalone": of_abalone, "backgammon": of_backgammon}


def overslept(seconds: float = 0.02) -> float:
    """By how many milliseconds a mere sleep is late: what nothing here can be better than."""
    began = time.monotonic()
    time.sleep(seconds)
    return (time.monotonic() - began - seconds) * 1000


def measured(game: str, load: int, threads: int, searches: int) -> Row:
    """Many searches beside one load; the first one, which loads everything, does not count."""
    row = Row(load, threads, [], [], [], [])
    search = GAMES[game](threads)
    search(0, 0.05)
    with busy(load):
        for number, seconds in enumerate(islice(cycle(LENGTHS), searches)):
            began, before = time.monotonic(), time.process_time()
            search(number, seconds)
            spent, got = time.monotonic() - began, time.process_time() - before
            row.late.append(max(0.0, spent - seconds) * 1000)
            row.used.append(spent / seconds)
            row.got.append(got / seconds / threads)
            row.slept.append(overslept())
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default="abalone")
    parser.add_argument("--searches", type=int, default=40, help="for each load")
    parser.add_argument("--load", type=int, nargs="*", default=[0, 4, 16, 28])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--most", type=float, help="milliseconds; later is a failure")
    told = parser.parse_args()
    print(f"{told.game}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
    print("| busy | threads | searches | late, median ms | at most | time used | processor got"
          " | a sleep at most |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for load in told.load:
        for threads in told.threads:
            row = measured(told.game, load, threads, told.searches)
            worst = max(worst, *row.late)
            print(row, flush=True)
    if told.most is not None and worst > told.most:
        sys.exit(f"a search was {worst:.1f} ms late, more than {told.most:g}")


if __name__ == "__main__":
    main()
