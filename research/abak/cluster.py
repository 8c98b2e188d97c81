"""The rollouts of the opening tables on a Ray cluster: the same numbers, wherever they are played.

A round asks for the next trials of every play that is still in the running; those are cut into
pieces that a worker plays alone. A worker that is killed costs time only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from research.abak.experts import EXPERTS
from research.abak.openings import Expert, Rounds, RoundTask
from research.abak.rollouts import Chances

from tablas.engine.runners import Runner

PIECE: Final = 36
"""Trials that one worker plays at a time: every first roll once."""


@dataclass(frozen=True)
class OpeningTask:
    """Some trials of a board, and who plays them."""

    player: str
    task: RoundTask


@lru_cache(maxsize=2)
def _expert(player: str) -> Expert:
    return EXPERTS[player](1)


def played(asked: OpeningTask) -> Chances:
    """The trials of one piece by this process."""
    return _expert(asked.player).rolled_out(*asked.task)


def rounds_by(runner: Runner, player: str) -> Rounds:
    """The rounds of an opening table as the workers of a runner play them."""

    def rounds(tasks: list[RoundTask]) -> list[Chances]:
        pieces = [
            (which, OpeningTask(player, (board, begin, min(begin + PIECE, last), turns)))
            for which, (board, first, last, turns) in enumerate(tasks)
            for begin in range(first, last, PIECE)
        ]
        answers = dict(runner(played, [piece for _, piece in pieces]))
        return [
            np.concatenate([answers[n] for n, (owner, _) in enumerate(pieces) if owner == which])
            for which in range(len(tasks))
        ]

    return rounds
