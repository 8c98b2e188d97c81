"""Who can play thousands of Abak games for a measurement, by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Final

import numpy as np
from research.abak.openings import Expert
from research.abak.rollouts import Chances

from tablas import kernel
from tablas.engine import weights
from tablas.engine.abak.choosers import Boards, heuristic, heuristic_evaluation
from tablas.engine.dice.evaluator import equities


def by_heuristic(threads: int) -> Expert:
    """The heuristic player."""
    return Expert("heuristic", heuristic(threads=threads), heuristic_evaluation)


def by_net(threads: int) -> Expert:
    """The net's own opinion of every play, without looking further ahead.

    In rollouts a small net names the plays of each roll that are worth judging.
    """
    net, quick, known_by = weights.net("abak"), weights.net("abak-quick"), _digest("abak")

    def rolled(boards: Boards, first: int, last: int, turns: int) -> Chances:
        trials = kernel.abak.Rollout(net, boards, guess=quick, truncate=turns)
        outcomes = trials.run(first, last, list(range(len(boards))), threads)
        return np.swapaxes(outcomes[:, :, :5], 0, 1)

    return Expert(
        f"net {known_by}",
        lambda boards, dice: net.choose(boards, dice, threads)[0],
        lambda boards: equities(net.evaluate(boards, threads)),
        rolled,
    )


def _digest(name: str) -> str:
    """The beginning of the SHA-256 of a net of the package: another net is another player."""
    manifest = resources.files("tablas.engine") / "weights" / "manifest.json"
    digest: str = json.loads(manifest.read_text(encoding="utf-8"))[name]["sha256"]
    return digest[:8]


EXPERTS: Final[dict[str, Callable[[int], Expert]]] = {"net": by_net, "heuristic": by_heuristic}
