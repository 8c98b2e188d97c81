"""What every game answers about its positions; each game's `rules.py` is one such object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from tablas.values import ROLLS, Dice, Outcome
from tablas.words import Reason

P = TypeVar("P")
M = TypeVar("M")


class Rules(Protocol[P, M]):
    """The rules of one game, without state: the module `tablas.<game>.rules` is one.

    Positions are seen by the player to move and hold no history.
    """

    def start(self, name: str = ...) -> P:
        """The start position called `name`."""

    def plays(self, position: P, dice: Dice | None = ...) -> Mapping[P, M]:
        """Each position that can be reached (seen by the next player), with one play to it.

        No movement possible in a dice game: the empty play. A finished position: no plays.
        """

    def after(self, position: P, play: M) -> P:
        """The position that a legal play reaches, seen by the next player."""

    def why_illegal(self, position: P, dice: Dice | None, play: M) -> Reason | None:
        """The rule that forbids this play, or None if it is legal."""

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended for the player to move, or None while it goes on."""

    def faults(self, position: P) -> tuple[Reason, ...]:
        """Everything that is wrong with a set-up; empty for a valid position."""


def perft(rules: Rules[P, M], position: P, depth: int, *, dice: bool) -> int:
    """The number of distinct plays of `depth` plies, each of the 21 rolls counted once."""
    if depth == 0:
        return 1
    rolls: tuple[Dice | None, ...] = ROLLS if dice else (None,)
    reached = (rules.plays(position, roll) for roll in rolls)
    if depth == 1:
        return sum(len(positions) for positions in reached)
    return sum(
        perft(rules, after, depth - 1, dice=dice) for positions in reached for after in positions
    )
