"""The heuristic Abak player: rules of thumb, added up in pips, one play ahead.

It is a teaching opponent and a yardstick: `explained` shows what it liked about a play. The terms
are in `terms.py`. Their weights were argued first and then tried one by one in duels against
the weights before (`python -m research.abak.heuristic_tuning`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablas.abak.codec import SIZE, pack
from tablas.abak.position import Position
from tablas.engine.abak.terms import NAMES, terms
from tablas.engine.abak.view import views
from tablas.errors import NotationError
from tablas.kind import Kind
from tablas.values import Dice

WEIGHTS: Final = {
    "race": 1.0,  # the unit
    "borne_off": 2.0,  # safe for good, and the first one saves the gammon
    "on_bar": 3.0,  # half a roll with an open home against it, four times that if it is shut
    "made_points": 4.0,  # about half a roll for the best points: it takes one to make them
    "lone_guards": -0.5,  # a point, but one that an assault can break
    "blockade": 8.0,  # a checker behind a prime of six has lost six rolls, or the game
    "trapped": 12.0,  # a roll and a half, three if a hit cannot free it
    "wounded_behind": 0.3,  # they play three dice of six, so the last pips cost more
    "general_free": 2.0,  # it can come back to help: a quarter of a roll
    "druid_lurks": 1.0,  # every enemy alone in the midfield is a target
    "guards_buried": 1.0,  # a guard alone would hold one point more
    "stacked": 1.0,  # the checkers below wait
    "far_in": 2.0,  # they block nothing that the opponent still needs
    "last_behind": 1.0,  # may be shut in
    "blots_about": 0.05,  # what is not in reach now may be so later
    "gaps": 0.5,  # a wasted small die now and then
    "shots_now": 1.0,  # counted in pips already
    "shots_later": 0.3,  # the opponent moves first and mends most of it
    "to_move": 8.0,  # an average roll
}
"""What each term is worth in pips."""

PIPS_A_LOGIT: Final = 70.0
"""The pips that turn even chances into e to 1 (`python -m research.abak.heuristic_strength`)."""
RACE_PIPS_A_LOGIT: Final = 8.0
"""The same once nobody can be hit any more: there a lead is soon decisive."""
DOUBLE_FROM: Final = 0.70  # the chance to win from which a double is worth its risk
TAKE_FROM: Final = 0.25  # a quarter of the games at double stakes equals giving one point up
TOO_GOOD: Final = 0.92  # beyond it, gammons are worth more than a drop, if somebody can be held

OVER: Final = np.float32(1e6)  # no sum of terms comes near it
CHUNK: Final = 2048  # boards looked at together: as many as fit in the cache


def weigh(weights: Mapping[str, float]) -> NDArray[np.float32]:
    """The weights in the order of the terms."""
    return np.array([weights[name] for name in NAMES], np.float32)


def evaluate(
    boards: NDArray[np.uint8], weights: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """What each packed board is worth in pips to the player to move."""
    weights = weigh(WEIGHTS) if weights is None else weights
    pips = np.empty(len(boards), np.float32)
    for at in range(0, len(boards), CHUNK):
        own, opp = views(boards[at : at + CHUNK])
        lost, won = opp.off == 15, own.off == 15
        judged = terms(own, opp) @ weights
        pips[at : at + CHUNK] = np.where(lost, -OVER, np.where(won, OVER, judged))
    return pips


def chance(boards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The chance of the player to move to win, as far as the evaluation tells it."""
    scale = np.where(in_contact(boards), PIPS_A_LOGIT, RACE_PIPS_A_LOGIT)
    logit = (evaluate(boards) / scale).clip(-50, 50)
    return np.asarray(1 / (1 + np.exp(-logit)), np.float64)


def should_double(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether the player to move should double; in a race it is never too good to."""
    chances = chance(boards)
    return np.asarray((chances >= DOUBLE_FROM) & ((chances <= TOO_GOOD) | ~in_contact(boards)))


def should_take(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether the opponent of the player to move should accept a double."""
    return np.asarray(1 - chance(boards) >= TAKE_FROM)


def in_contact(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether anybody can still be hit."""
    own, opp = views(boards)
    return np.asarray(own.contact | opp.contact)


@dataclass(frozen=True, slots=True)
class HeuristicPlayer:
    """Plays what leaves the opponent worst off by the terms and their weights."""

    rng: random.Random | None = None  # unused: it has no whims; taken as every player's first
    name: str = "heuristic"

    def choose(self, kind: Kind[Any, Any], position: Position, dice: Dice | None) -> Any:
        _only_abak(kind)
        plays = kind.rules.plays(position, dice)
        reached = list(plays)
        if len(reached) == 1:
            return plays[reached[0]]
        return plays[reached[int(evaluate(packed(reached)).argmin())]]

    def doubles(self, kind: Kind[Any, Any], position: Position) -> bool:
        _only_abak(kind)
        return bool(should_double(packed([position]))[0])

    def takes(self, kind: Kind[Any, Any], position: Position) -> bool:
        _only_abak(kind)
        return bool(should_take(packed([position]))[0])


def explained(position: Position) -> dict[str, float]:
    """What each term adds, in pips, for the player to move; the largest first."""
    parts = terms(*views(packed([position])))[0] * weigh(WEIGHTS)
    order = np.argsort(-np.abs(parts), kind="stable")
    return {NAMES[term]: round(float(parts[term]), 1) for term in order}


def packed(positions: Iterable[Position]) -> NDArray[np.uint8]:
    """Valid positions as rows of bytes."""
    data = bytearray().join(map(pack, positions))
    return np.frombuffer(data, np.uint8).reshape(-1, SIZE)


def _only_abak(kind: Kind[Any, Any]) -> None:
    if kind.name != "abak":
        raise NotationError(
            f"the heuristic player plays abak, not {kind.name}",
            f"el jugador heurístico juega a abak, no a {kind.name}",
        )
