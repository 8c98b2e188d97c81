"""Rules of thumb: what a position is worth to the player to move, in pips.

They are deliberately few: enough for a first opponent, and a yardstick for real players. The board
is read from both sides with the same eyes: what is good for one is as bad for the other.
"""

from __future__ import annotations

from tablas.backgammon.rules import Position
from tablas.engine.dice.simple_evaluation import BORNE_OFF, HOME_POINT, MADE_POINT, ON_BAR, hit_cost


def simple_evaluation(position: Position) -> float:
    """Pips, points made, blots in reach, the bar and what is off."""
    return _side(position.own, position.opp) - _side(position.opp, position.own)


def _side(own: tuple[int, ...], opp: tuple[int, ...]) -> float:
    pips = BORNE_OFF * own[0] - ON_BAR * own[25]
    rearmost = max((point for point in range(25, 0, -1) if opp[point]), default=0)
    for point in range(1, 25):
        pips -= point * own[point]
        if own[point] >= 2:
            pips += HOME_POINT if point <= 6 else MADE_POINT
        elif own[point] == 1 and 25 - rearmost < point:
            pips -= hit_cost(25 - point)
    return pips
