"""Rules of thumb: what a position is worth to the player to move, in hundredths of a marble.

They are deliberately few: enough for a first opponent, and a yardstick for real players. The board
is read from both sides with the same eyes: what is good for one is as bad for the other.
"""

from __future__ import annotations

from typing import Final

from tablas.abalone.board import DISTANCE
from tablas.abalone.formations import Group, neighbours
from tablas.abalone.rules import Position

MARBLE: Final = 100.0
CENTRE: Final = 3.0
COMPANY: Final = 1.0


def simple_evaluation(position: Position) -> float:
    """Marbles, how near they are to the centre, and how many neighbours they have."""
    marbles = position.opp_lost - position.own_lost
    return MARBLE * marbles + _gathered(position.own) - _gathered(position.opp)


def _gathered(marbles: Group) -> float:
    centre = sum(DISTANCE[cell] for cell in marbles)
    return COMPANY * 2 * neighbours(marbles) - CENTRE * centre
