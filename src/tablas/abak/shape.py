"""What a stack, a row of points and a board look like to a player: blocks, primes, who holds whom.

Everything is seen by the player whose checkers are upper case.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tablas.abak.movements import PARITY, begun, moved
from tablas.abak.position import BAR, GUARD, OFF, Effect, Position, is_own
from tablas.abak.stacks import run
from tablas.words import Reason

Points = tuple[str, ...]
HOME: Final = range(1, 7)
THEIR_HOME: Final = range(19, 25)
ON_BOARD: Final = range(1, 25)


def own_run(stack: str) -> str:
    """The run at the top if it is the player's own, else nothing."""
    top = run(stack)
    return top if top.isupper() else ""


def held(stack: str) -> str:
    """The opponent's checkers that lie under an own run, bottom to top.

    >>> held("sD"), held("sDS"), held("sDd"), held("SS")
    ('s', 's', '', '')
    """
    mine = own_run(stack)
    return "".join(c for c in stack[: -len(mine)] if not is_own(c)) if mine else ""


def captive(stack: str) -> str:
    """The own checkers that lie under somebody else's run, or under one that holds that."""
    rest = stack[: len(stack) - len(own_run(stack))]
    return "".join(c for c in rest if is_own(c))


def blocks(points: Points) -> frozenset[int]:
    """Where the opponent cannot simply land: an own run of two or more, or a lone guard."""
    return frozenset(
        point for point in ON_BOARD if len(top := own_run(points[point])) >= 2 or top == GUARD
    )


def prime(blocked: Iterable[int]) -> tuple[int, int]:
    """The longest row of blocked points as (lowest, length); the foremost of equals."""
    best, wall = (0, 0), frozenset(blocked)
    for low in ON_BOARD:
        length = 0
        while low + length in wall:
            length += 1
        if length > best[1]:
            best = low, length
    return best


def behind(position: Position, low: int) -> int:
    """Enemies that still have to pass point `low`, those on the bar included."""
    before = sum(not is_own(c) for stack in position.points[1:low] for c in stack)
    return before + len(position.opp_bar)


def contact(position: Position) -> bool:
    """Whether any two enemies still have to pass each other."""
    if position.bar or position.opp_bar:
        return True
    mine = [p for p in ON_BOARD if any(map(is_own, position.points[p]))]
    theirs = [p for p in ON_BOARD if not all(map(is_own, position.points[p]))]
    return bool(mine and theirs) and max(mine) > min(theirs)


def everyone_home(position: Position) -> bool:
    return not position.bar and not any(is_own(c) for stack in position.points[7:] for c in stack)


def blocked_dice(position: Position, point: int) -> tuple[int, ...] | None:
    """The dice of the free wounded on `point` if it can land with none of them, else None.

    The first half of an assault is no landing by itself; bearing off is.
    """
    letter = position.points[point][-1]
    dice = tuple(die for die in range(1, 7) if die % 2 == PARITY[letter])
    for die in dice:
        if point - die <= OFF:
            return None
        made = moved(begun(position), letter, point, point - die, die)
        if not isinstance(made, Reason) and made[0].effect is not Effect.FIRST_HALF:
            return None
    return dice


def walled_in(position: Position) -> dict[int, tuple[int, ...]]:
    """The own free wounded that no die of theirs moves, by point, with those dice."""
    walled = {}
    for point in ON_BOARD:
        if position.points[point][-1:] in PARITY:
            dice = blocked_dice(position, point)
            if dice:
                walled[point] = dice
    return walled


def from_other_side(point: int) -> int:
    """My point p is your 25 - p."""
    return BAR - point
