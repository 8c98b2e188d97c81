"""Everything that can happen in a game, one frozen word each; a game is the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tablas.values import Dice, Side

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """Each player rolled one die; the higher one begins with both, a tie is rolled again."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Rolled:
    side: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """A whole turn on the board; the empty play where nothing can move."""

    side: Side
    play: M


@dataclass(frozen=True, slots=True)
class Skipped:
    """The turn is lost without rolling: no roll could enter from the bar."""

    side: Side


@dataclass(frozen=True, slots=True)
class Doubled:
    side: Side


@dataclass(frozen=True, slots=True)
class Took:
    """A double, a beaver or a raccoon was accepted."""

    side: Side


@dataclass(frozen=True, slots=True)
class Dropped:
    """A double, a beaver or a raccoon was refused, and with it the game."""

    side: Side


@dataclass(frozen=True, slots=True)
class Beavered:
    """The double was turned once more by its taker, who keeps the cube."""

    side: Side


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The beaver was turned once more by the player who first doubled."""

    side: Side


@dataclass(frozen=True, slots=True)
class Resigned:
    """An offer to lose at `level`: 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    side: Side


@dataclass(frozen=True, slots=True)
class ResignationRefused:
    side: Side


@dataclass(frozen=True, slots=True)
class DrawOffered:
    side: Side


@dataclass(frozen=True, slots=True)
class DrawAccepted:
    side: Side


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    side: Side


@dataclass(frozen=True, slots=True)
class Granted:
    """`side` gives the opponent more time on the clock, in milliseconds."""

    side: Side
    time: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """The time of `side` ran out."""

    side: Side


Action = (
    OpeningRolled
    | Rolled
    | Played[M]
    | Skipped
    | Doubled
    | Took
    | Dropped
    | Beavered
    | Raccooned
    | Resigned
    | ResignationAccepted
    | ResignationRefused
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | Granted
    | Flagged
)
