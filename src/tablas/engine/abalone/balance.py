"""How both sides stand, beyond the count of marbles, and where a variation leads to.

Who is behind in marbles may be better: marbles that stand together push, and loose ones are pushed.
The figures here are those that players argue with, read from the board alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablas.abalone import notation, rules
from tablas.abalone.board import DISTANCE
from tablas.abalone.formations import Group, neighbours
from tablas.abalone.rules import Position

EVEN_SCORE: Final = 15
"""Hundredths of a marble: less than that, and neither side is better."""
SACRIFICE: Final = 50
"""Hundredths of a marble that a position must be worth more than its count, at least."""


@dataclass(frozen=True, slots=True)
class Camp:
    """The marbles of one side."""

    marbles: int
    neighbours: float
    """Pairs of neighbours to a marble."""
    centre: float
    """Steps from the centre, on average."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Both sides, seen by the player to move at the beginning of a variation."""

    lead: int
    """Marbles that the player has ejected, less those that it has lost."""
    own: Camp
    opp: Camp


def balance(position: Position) -> Balance:
    """How a position stands, seen by the player to move.

    >>> here = balance(Position(frozenset({"e5", "e6", "f6"}), frozenset({"a1", "i9"}), 1, 3))
    >>> here.lead, here.own.neighbours, here.opp.centre
    (2, 1.0, 4.0)
    """
    return Balance(position.opp_lost - position.own_lost, camp(position.own), camp(position.opp))


def camp(marbles: Group) -> Camp:
    """How the marbles of a side stand."""
    count = max(len(marbles), 1)
    distance = sum(DISTANCE[cell] for cell in marbles)
    return Camp(len(marbles), round(neighbours(marbles) / count, 2), round(distance / count, 2))


def after(position: Position, moves: Sequence[str]) -> Balance:
    """How it stands at the end of a variation, seen by the player who makes its first move."""
    for text in moves:
        position = rules.after(position, notation.read(position, None, text))
    return balance(position if len(moves) % 2 == 0 else position.swapped())


def given_up(now: Balance, then: Balance, score: int) -> int:
    """Marbles that a variation sacrifices: behind at its end by the count, yet not worse.

    Whoever is worse has not given a marble but lost it.

    >>> now = Balance(0, Camp(14, 1.5, 2.5), Camp(14, 1.5, 2.5))
    >>> then = Balance(-1, Camp(13, 1.8, 2.0), Camp(14, 1.2, 2.9))
    >>> given_up(now, then, 40), given_up(now, then, -80)
    (1, 0)
    """
    less = now.lead - then.lead
    worth_it = score > -EVEN_SCORE and score - 100 * then.lead >= SACRIFICE
    return less if less > 0 and worth_it else 0
