"""Rules of thumb: what a position is worth to the player to move.

They are deliberately few: enough for a first opponent, and a yardstick for real players.
All three read the board from both sides with the same eyes, so that worth(mine) = -worth(yours)
but for the turn itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablas.abak.rules import Position as AbakPosition
from tablas.abalone.board import CELLS, NEIGHBOURS
from tablas.abalone.rules import Position as AbalonePosition
from tablas.backgammon.rules import Position as BackgammonPosition

# Chosen by hand, in pips; in Abalone in hundredths of a marble.
MADE_POINT: Final = 3.0
HOME_POINT: Final = 4.0
ON_BAR: Final = 8.0
BORNE_OFF: Final = 2.0
TRAPPED: Final = 12.0
LONE_GUARD: Final = 2.0
MARBLE: Final = 100.0
CENTRE: Final = 3.0
COMPANY: Final = 1.0


def backgammon(position: BackgammonPosition) -> float:
    """Pips, points made, blots in reach, the bar and what is off."""
    return _backgammon_side(position.own, position.opp) - _backgammon_side(
        position.opp, position.own
    )


def _backgammon_side(own: tuple[int, ...], opp: tuple[int, ...]) -> float:
    worth = BORNE_OFF * own[0] - ON_BAR * own[25]
    rearmost = max((point for point in range(25, 0, -1) if opp[point]), default=0)
    for point in range(1, 25):
        worth -= point * own[point]
        if own[point] >= 2:
            worth += HOME_POINT if point <= 6 else MADE_POINT
        elif own[point] == 1 and 25 - rearmost < point:
            worth -= _hit_cost(25 - point)
    return worth


def _hit_cost(lost: int) -> float:
    """A blot costs what a hit would set it back, times about one chance in three."""
    return lost / 3


def abak(position: AbakPosition) -> float:
    """As in backgammon by runs, and trapped checkers and lone guards besides."""
    points = position.points
    mirrored = ("", *(stack.swapcase() for stack in reversed(points[1:])))
    mine = _abak_side(points) - ON_BAR * len(position.bar) + BORNE_OFF * len(position.off)
    theirs = (
        _abak_side(mirrored) - ON_BAR * len(position.opp_bar) + BORNE_OFF * len(position.opp_off)
    )
    bars = 25 * (len(position.opp_bar) - len(position.bar))
    return mine - theirs + bars


def _abak_side(points: tuple[str, ...]) -> float:
    """What the upper-case side has on the points."""
    worth = 0.0
    # A blot is in danger only from enemies that have not passed it yet.
    enemies = [point for point in range(1, 25) if any(c.islower() for c in points[point])]
    first_enemy = enemies[0] if enemies else 25
    for point in range(1, 25):
        stack = points[point]
        own = sum(c.isupper() for c in stack)
        if not own:
            continue
        worth -= point * own
        if stack[-1].islower():
            worth -= TRAPPED * own
        elif len(stack) >= 2 and stack[-2].isupper():
            worth += HOME_POINT if point <= 6 else MADE_POINT
        elif stack[-1] == "G":
            worth += LONE_GUARD
        elif first_enemy < point:
            worth -= _hit_cost(25 - point)
    return worth


def abalone(position: AbalonePosition) -> float:
    """Marbles, how near they are to the centre, and how many neighbours they have."""
    marbles = position.opp_lost - position.own_lost
    return MARBLE * marbles + _gathered(position.own) - _gathered(position.opp)


def _gathered(marbles: frozenset[str]) -> float:
    centre = sum(DISTANCE[cell] for cell in marbles)
    company = sum(len(marbles.intersection(NEIGHBOURS[cell])) for cell in marbles)
    return COMPANY * company - CENTRE * centre


def _distance(cell: str) -> int:
    """Steps from a cell to the centre e5, by the two axes of its name."""
    row, number = ord(cell[0]) - ord("e"), int(cell[1]) - 5
    return max(abs(row), abs(number), abs(row - number))


DISTANCE: Final = {cell: _distance(cell) for cell in CELLS}
WORTH: Final[dict[str, Callable[[Any], float]]] = {
    "backgammon": backgammon,
    "abak": abak,
    "abalone": abalone,
}
