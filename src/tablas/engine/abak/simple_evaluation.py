"""Rules of thumb: what a position is worth to the player to move, in pips.

They are deliberately few: enough for a first opponent, and a yardstick for real players. The board
is read from both sides with the same eyes: what is good for one is as bad for the other.
"""

from __future__ import annotations

from typing import Final

from tablas.abak.position import Position
from tablas.engine.dice.simple_evaluation import BORNE_OFF, HOME_POINT, MADE_POINT, ON_BAR, hit_cost

TRAPPED: Final = 12.0
LONE_GUARD: Final = 2.0


def simple_evaluation(position: Position) -> float:
    """As in backgammon by runs, and trapped checkers and lone guards besides."""
    points = position.points
    mirrored = ("", *(stack.swapcase() for stack in reversed(points[1:])))
    mine = _side(points) - ON_BAR * len(position.bar) + BORNE_OFF * len(position.off)
    theirs = _side(mirrored) - ON_BAR * len(position.opp_bar) + BORNE_OFF * len(position.opp_off)
    bars = 25 * (len(position.opp_bar) - len(position.bar))
    return mine - theirs + bars


def _side(points: tuple[str, ...]) -> float:
    """What the upper-case side has on the points."""
    pips = 0.0
    # A blot is in danger only from enemies that have not passed it yet.
    enemies = [point for point in range(1, 25) if any(c.islower() for c in points[point])]
    first_enemy = enemies[0] if enemies else 25
    for point in range(1, 25):
        stack = points[point]
        own = sum(c.isupper() for c in stack)
        if not own:
            continue
        pips -= point * own
        if stack[-1].islower():
            pips -= TRAPPED * own
        elif len(stack) >= 2 and stack[-2].isupper():
            pips += HOME_POINT if point <= 6 else MADE_POINT
        elif stack[-1] == "G":
            pips += LONE_GUARD
        elif first_enemy < point:
            pips -= hit_cost(25 - point)
    return pips
