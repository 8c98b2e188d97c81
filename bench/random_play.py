"""Random play of backgammon: the kernel, our Python, and the peers."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bench.measure import Contestant, Missing, Result, Values, race, ratio
from bench.positions import WARM_UP, Games
from bench.report import Table, comparison
from bench.worker import PEERS, Worker, peer_python, together

from tablas import kernel

GAMES_A_CALL = 4000
UNITS = ("games/s", "steps/s", "steps a game")
SIMULATIONS = 300  # OpenSpiel's benchmark: about half a second
OPENSPIEL_CPP = PEERS / "openspiel-cpp" / "benchmark_game"
GOALS = {"openspiel-cpp": 15, "openspiel": 20, "pgx": 60, "envpool": 10}


def of_kernel(threads: int, seconds: float) -> Callable[[], Values]:
    """`play_random`, whole games inside the kernel."""
    seeds = itertools.count()

    def run() -> Values:
        games = turns = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            turns += int(kernel.backgammon.play_random(GAMES_A_CALL, next(seeds), threads)[1].sum())
            games += GAMES_A_CALL
        return {"games/s": games / spent, "steps/s": turns / spent}

    return run


def of_numpy(threads: int, seconds: float) -> Callable[[], Values]:
    """1,024 games side by side: `successors`, a choice in numpy, `outcomes`."""
    games = Games("backgammon")
    for _ in range(WARM_UP):
        games.step()

    def run() -> Values:
        ended = turns = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            ended += games.step(threads)
            turns += len(games.boards)
        return {"games/s": ended / spent, "steps/s": turns / spent}

    return run


def with_length(run: Callable[[], Values]) -> Callable[[], Values]:
    """Adds the mean length of a game, which shows whether whole and legal games were played."""

    def longer() -> Values:
        values = run()
        return {**values, "steps a game": values["steps/s"] / values["games/s"]}

    return longer


def of_workers(
    threads: int, python: Path, module: str, seconds: float, **asked: bool
) -> Callable[[], Values]:
    """As many processes as threads, for those that hold Python's lock."""
    workers = [Worker(python, module) for _ in range(threads)]
    return lambda: together(workers, seconds=seconds, **asked)


def of_threads(
    threads: int, python: Path, module: str, seconds: float, **asked: bool
) -> Callable[[], Values]:
    """One process that uses so many cores itself."""
    worker = Worker(python, module, str(threads))
    return lambda: together([worker], seconds=seconds, **asked)


def of_openspiel_cpp(threads: int, *, processor: bool = False) -> Callable[[], Values]:
    """OpenSpiel's own `benchmark_game`, a process a thread.

    It counts by the wall; by `processor` its rates are those of the time that it had a core for.
    """
    command = [str(OPENSPIEL_CPP), "--game=backgammon", f"--sims={SIMULATIONS}", "--attempts=1"]

    def run() -> Values:
        if not OPENSPIEL_CPP.exists():
            raise Missing("not built: python -m bench.install_peers")
        before = os.times()
        running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(threads)]
        said = [process.communicate()[0].decode() for process in running]
        after = os.times()
        found = [re.search(r"([\d.]+) sim/s, ([\d.]+) moves/s", text) for text in said]
        rates = [(float(match[1]), float(match[2])) for match in found if match]
        if len(rates) < threads:
            raise Missing(f"failed: {said[0].strip()[-100:]}")
        values = {"games/s": sum(r[0] for r in rates), "steps/s": sum(r[1] for r in rates)}
        if not processor:
            return values
        spent = sum(after[2:4]) - sum(before[2:4])  # of children, by user and system
        share = sum(SIMULATIONS / rate[0] for rate in rates) / spent
        return {unit: value * share for unit, value in values.items()}

    return run


def contestants(threads: int, seconds: float) -> list[Contestant]:
    """Ours first, then the peers."""
    own, peers = Path(sys.executable), "bench.peers"
    openspiel = of_workers(threads, peer_python("openspiel"), f"{peers}.openspiel", seconds)
    pgx = of_threads(threads, peer_python("pgx"), f"{peers}.pgx", seconds)
    envpool = of_threads(threads, peer_python("envpool"), f"{peers}.envpool", seconds)
    python = of_workers(threads, own, "bench.python_play", seconds)
    return [
        Contestant("ours: kernel, `play_random`", of_kernel(threads, seconds), threads),
        Contestant("ours: kernel from numpy, batch 1024", of_numpy(threads, seconds), threads),
        Contestant("ours: Python rules", python, threads),
        Contestant(
            "OpenSpiel, C++ benchmark", of_openspiel_cpp(threads), threads, GOALS["openspiel-cpp"]
        ),
        Contestant("OpenSpiel, Python", openspiel, threads, GOALS["openspiel"]),
        Contestant("pgx, CPU, batch 1024", pgx, threads, GOALS["pgx"]),
        Contestant("EnvPool, batch 1024", envpool, threads, GOALS["envpool"]),
    ]


def measured(repeats: int, quick: bool) -> Table:
    seconds = 0.3 if quick else 1.0
    both = [*contestants(1, seconds), *contestants(2, seconds)]
    results = race([replace(one, run=with_length(one.run)) for one in both], repeats)
    return comparison("Random play, backgammon", results, UNITS, notes(results))


def notes(results: list[Result]) -> list[str]:
    found = {
        (result.contestant.name, result.contestant.threads): result.median("games/s")
        for result in results
    }
    batch = "ours: kernel from numpy, batch 1024"
    against = [ratio(found[batch, n], found["OpenSpiel, Python", n]) for n in (1, 2)]
    return [
        (
            "A step is what each calls one: ours a whole turn; OpenSpiel in Python a decision (a "
            "double is two), in C++ a decision or a roll; pgx and EnvPool one checker."
        ),
        (
            f"From Python to Python, our batch of 1024 / OpenSpiel: {against[0]} on 1 thread, "
            f"{against[1]} on 2."
        ),
        (
            "OpenSpiel's C++ benchmark is its own `benchmark_game`, built from the sources in its "
            "wheel with -O3; it writes an observation at each decision. Two threads are two "
            "processes there and for both rows in Python."
        ),
        (
            "EnvPool: only the time of its `step` counts, not the choice of actions. pgx: one "
            "compiled loop, compilation not counted."
        ),
    ]
