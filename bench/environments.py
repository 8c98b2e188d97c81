"""Environments with masks and observations: ours beside the peers, one thread each."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from bench.measure import Contestant, Result, Values, race, ratio
from bench.random_play import of_openspiel_cpp, of_threads, of_workers, with_length
from bench.report import Table, comparison
from bench.worker import peer_python
from numpy.typing import NDArray

from tablas.envs import Episodes
from tablas.games import NAMES, kind

BATCH = 1024
WARM_UP = 200  # steps: the games are no longer in step with one another
UNITS = ("steps/s", "games/s", "steps a game")
GOAL = 15
STEP_ONLY = "ours, batch 1024, `act` alone"
PEERS = "bench.peers"


class Play:
    """Games that go on between two runs; `act` writes masks and observations anew."""

    def __init__(self, game: str) -> None:
        self._rng = np.random.default_rng(1)
        self._games = Episodes(game, BATCH, seed=1)
        for _ in range(WARM_UP):
            self._games.act(self._chosen(), restart=True)

    def run(self, seconds: float, *, choosing: bool) -> Values:
        """Steps and games of one run; the processor time of choosing actions counts or not."""
        spent = 0.0
        games = steps = 0
        while spent < seconds:
            begin = time.process_time()
            actions = self._chosen()
            acting = time.process_time()
            self._games.act(actions, restart=True)
            spent += time.process_time() - (begin if choosing else acting)
            ended = int(self._games.over.sum())
            games += ended
            steps += BATCH - ended  # the next one begins a game anew
        return {"steps/s": steps / spent, "games/s": games / spent}

    def _chosen(self) -> NDArray[np.int32]:
        """In each game one of the actions that the mask allows, each equally likely."""
        rank = np.cumsum(self._games.masks, axis=1, dtype=np.uint16)
        wanted = (self._rng.random(BATCH) * rank[:, -1]).astype(np.uint16)
        chosen: NDArray[np.int32] = np.argmax(rank > wanted[:, None], axis=1).astype(np.int32)
        return chosen


def of_ours(game: str, seconds: float, *, choosing: bool) -> Callable[[], Values]:
    play = Play(game)
    return lambda: play.run(seconds, choosing=choosing)


def contestants(seconds: float) -> list[Contestant]:
    """Ours first, then the peers, then the games that no peer has."""
    by_core = {"processor": True}
    observing = f"{PEERS}.openspiel_observing"
    openspiel = of_workers(1, peer_python("openspiel"), observing, seconds, **by_core)
    pgx = of_threads(1, peer_python("pgx"), f"{PEERS}.pgx", seconds, **by_core)
    envpool = of_threads(1, peer_python("envpool"), f"{PEERS}.envpool", seconds, **by_core)
    shared = "backgammon"
    others = [name for name in NAMES if name != shared]
    return [
        Contestant(STEP_ONLY, of_ours(shared, seconds, choosing=False)),
        Contestant("ours, batch 1024, whole loop", of_ours(shared, seconds, choosing=True)),
        Contestant("EnvPool, batch 1024, `step` alone", envpool, 1, GOAL),
        Contestant("pgx, CPU, batch 1024, whole loop", pgx, 1, GOAL),
        Contestant("OpenSpiel, C++ benchmark", of_openspiel_cpp(1, **by_core), 1, GOAL),
        Contestant("OpenSpiel, Python, whole loop", openspiel, 1, GOAL),
        *(
            Contestant(
                f"ours, {kind(name).title.en}, `act` alone", of_ours(name, seconds, choosing=False)
            )
            for name in others
        ),
    ]


def measured(repeats: int, quick: bool) -> Table:
    seconds = 0.3 if quick else 1.0
    both = [Contestant(c.name, with_length(c.run), c.threads, c.goal) for c in contestants(seconds)]
    results = race(both, repeats)
    return comparison("Environments, with masks and observations", results, UNITS, notes(results))


def notes(results: list[Result]) -> list[str]:
    ours = {result.contestant.name: result.median("games/s") for result in results}
    peers = [result for result in results if result.contestant.goal and not result.missing]
    games = [
        f"{result.contestant.name}: {ratio(ours[STEP_ONLY], result.median('games/s'))}"
        for result in peers
    ]
    return [
        (
            "A step is what each calls one: ours, pgx and EnvPool one checker; OpenSpiel in Python "
            "a decision (a double is two), in C++ a decision or a roll. Whole games a second, ours "
            f"against each: {'; '.join(games)}."
        ),
        (
            "A second is one of processor time, all threads of a process together: who else works "
            "on the machine changes little."
        ),
        (
            "Every step writes the mask of the next one and an observation: ours int8 planes, pgx "
            "and OpenSpiel their tensors. `alone` leaves out the choice of actions in numpy."
        ),
    ]
