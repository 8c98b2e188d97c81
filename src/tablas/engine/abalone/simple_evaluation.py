"""Rules of thumb: what a position is worth to the player to move, in hundredths of a marble.

They are deliberately few: enough for a first opponent, and a yardstick for real players. The board
is read from both sides with the same eyes: what is good for one is as bad for the other.
"""

from __future__ import annotations

from typing import Final

from tablas.abalone.board import CELLS, NEIGHBOURS
from tablas.abalone.rules import Position

MARBLE: Final = 100.0
CENTRE: Final = 3.0
COMPANY: Final = 1.0


def simple_evaluation(position: Position) -> float:
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
