"""Where the checkers of Abak stand, and one movement of one of them.

Letters are checkers: upper case for the player to move, lower case for the opponent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

BAR: Final = 25
OFF: Final = 0

SOLDIER: Final = "S"
GUARD: Final = "G"
GENERAL: Final = "N"
DRUID: Final = "D"
EVEN: Final = "E"
ODD: Final = "O"

TEAM: Final = {SOLDIER: 9, GUARD: 2, GENERAL: 1, DRUID: 1, EVEN: 1, ODD: 1}
CHECKERS: Final = sum(TEAM.values())


@dataclass(frozen=True, slots=True)
class Position:
    """Where the checkers stand, seen by the player to move.

    `points[p]` is the stack on point p, bottom to top, numbered from the mover's side;
    `points[0]` is always empty. My point p is your 25 - p. Bar and off hold sorted letters.
    """

    points: tuple[str, ...]
    bar: str = ""
    off: str = ""
    opp_bar: str = ""
    opp_off: str = ""

    def swapped(self) -> Position:
        """The same checkers seen by the other player."""
        return swapped(self.points, self.bar, self.off, self.opp_bar, self.opp_off)

    @property
    def pips(self) -> int:
        """How far the player to move still has to go; trapped checkers count too."""
        on_points = sum(p * count_own(stack) for p, stack in enumerate(self.points))
        return on_points + BAR * len(self.bar)


class Effect(Enum):
    """What a movement does where it lands."""

    PLAIN = "plain"
    HIT = "hit"
    TRAP = "trap"
    FIRST_HALF = "first half"  # of an assault: the guard is still there
    ASSAULT = "assault"  # its second half: the guard goes to the bar


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die; `effect` is told, not part of what the step is.

    `letter` is the class, upper case; the general's way back has a target above its source.
    """

    letter: str
    source: int
    target: int
    die: int
    effect: Effect = field(default=Effect.PLAIN, compare=False)


Play = tuple[Step, ...]


def swapped(points: tuple[str, ...], bar: str, off: str, opp_bar: str, opp_off: str) -> Position:
    """These checkers seen by the other player: points reversed, upper and lower case exchanged."""
    return Position(
        ("", *map(_other_side, points[:0:-1])),
        opp_bar.upper(),
        opp_off.upper(),
        bar.lower(),
        off.lower(),
    )


# A game meets few different stacks, and a remembered one keeps its hash.
_other_side = lru_cache(maxsize=1 << 16)(str.swapcase)


def is_own(letter: str) -> bool:
    return letter in TEAM


@lru_cache(maxsize=1 << 16)
def count_own(stack: str) -> int:
    """How many checkers of the player to move are in `stack`, trapped ones too."""
    return sum(letter in TEAM for letter in stack)


def any_own(stacks: tuple[str, ...]) -> bool:
    """Whether a checker of the player to move stands in any of `stacks`, trapped ones too."""
    together = "".join(stacks)
    return together != together.lower()
