"""Rollouts by many workers: the numbers of one process, also where a worker dies."""

from __future__ import annotations

import os
import pickle
import signal
from pathlib import Path

import numpy as np
import pytest

from tablas.engine import weights
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.dice.rollout_workers import RolledBoards, TrialsTask, by_workers, played
from tablas.engine.runners import in_processes, one_by_one
from tablas.games import kind
from tablas.kernel import CubeState
from tablas.values import Dice

KIND = kind("backgammon")
REACHED = list(KIND.rules.plays(KIND.rules.start(), Dice(3, 1)))[:4]
BOARDS = KIND.codec.encode_many(REACHED)
CUBES = [CubeState()] * len(BOARDS)
PLAN = RolloutPlan(trials=108, truncate=3, until_apart=2.0, least=72, seed=5)


def rolled(plan=PLAN, batches=None):
    return rollout(
        weights.net("backgammon"), BOARDS, plan, game="backgammon", cubes=CUBES,
        of_opponent=True, batches=batches,
    )  # fmt: skip


def die_once(item: tuple[str, TrialsTask]):
    """The trials; the process that first meets the third batch is killed."""
    marker, task = Path(item[0]), item[1]
    if task.first == 72 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return played(task)


@pytest.mark.parametrize("until_apart", [None, 2.0])
def test_workers_find_what_one_process_finds(until_apart):
    plan = RolloutPlan(trials=108, truncate=3, until_apart=until_apart, least=72, seed=5)
    boards = RolledBoards("backgammon", BOARDS, plan, CUBES)
    with by_workers(boards, one_by_one) as batches:
        assert rolled(plan, batches) == rolled(plan)


def test_a_killed_worker_changes_no_number(tmp_path):
    marker = str(tmp_path / "died")

    def runner(work, tasks):
        assert work is played
        return in_processes(2)(die_once, [(marker, task) for task in tasks])

    with by_workers(RolledBoards("backgammon", BOARDS, PLAN, CUBES), runner) as batches:
        assert rolled(PLAN, batches) == rolled(PLAN)
    assert Path(marker).exists()


def test_cube_states_travel():
    for state in (CubeState(), CubeState(4, "own", 3, 5, game="abak"), CubeState(jacoby=True)):
        again = pickle.loads(pickle.dumps(state))
        chances = (0.6, 0.2, 0.01, 0.1, 0.0)
        assert again.worths(chances, 0.6) == state.worths(chances, 0.6)
        assert (again.value, again.owner, again.away) == (state.value, state.owner, state.away)


def test_batches_come_in_their_order_whatever_the_workers_do():
    boards = RolledBoards("backgammon", BOARDS, RolloutPlan(trials=144, truncate=1))
    expected = played(TrialsTask(boards, 36, 72, (0, 2)))[1]

    def backwards(work, tasks):
        for number in reversed(range(len(tasks))):
            yield number, work(tasks[number])

    with by_workers(boards, backwards) as batches:
        batches(0, 36, [0, 1, 2, 3])
        assert np.array_equal(batches(36, 72, [0, 2]), expected)
