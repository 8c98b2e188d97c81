"""Everything that can happen in a game, one frozen word each; a game is the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tablas.values import Dice, Side

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class OneSided:
    """An action that says nothing but who acted; two of the same kind and side are equal.

    The kinds inherit everything: a dataclass each would make `import tablas` noticeably slower.
    """

    side: Side


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


class Skipped(OneSided):
    """The turn is lost without rolling: no roll could enter from the bar."""

    __slots__ = ()


class Doubled(OneSided):
    __slots__ = ()


class Took(OneSided):
    """A double, a beaver or a raccoon was accepted."""

    __slots__ = ()


class Dropped(OneSided):
    """A double, a beaver or a raccoon was refused, and with it the game."""

    __slots__ = ()


class Beavered(OneSided):
    """The double was turned once more by its taker, who keeps the cube."""

    __slots__ = ()


class Raccooned(OneSided):
    """The beaver was turned once more by the player who first doubled."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Resigned:
    """An offer to lose at `level`: 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int = 1


class ResignationAccepted(OneSided):
    __slots__ = ()


class ResignationRefused(OneSided):
    __slots__ = ()


class DrawOffered(OneSided):
    __slots__ = ()


class DrawAccepted(OneSided):
    __slots__ = ()


class DrawDeclined(OneSided):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Granted:
    """`side` gives the opponent more time on the clock, in milliseconds."""

    side: Side
    time: int


class Flagged(OneSided):
    """The time of `side` ran out."""

    __slots__ = ()


class Forfeited(OneSided):
    """`side` stayed away, or withheld its part of the dice, for longer than it may.

    It loses this game, as by the clock; of a match no more than this game.
    """

    __slots__ = ()


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
    | Forfeited
)
