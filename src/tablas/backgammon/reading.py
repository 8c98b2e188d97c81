"""The last step of reading a position text: parsed values become valid ones, or an error."""

from __future__ import annotations

from tablas import situation as situations
from tablas.backgammon.reasons import NOT_FIFTEEN, OFF, side_reason
from tablas.backgammon.rules import CHECKERS, Position, faults
from tablas.errors import InvalidPosition
from tablas.situation import Situation
from tablas.words import Words


def side_of(points: list[int]) -> tuple[int, ...]:
    """One side from its points 1 to 24 and its bar; what is missing from 15 is borne off."""
    return (CHECKERS - sum(points), *points)


def valid_position(position: Position, where: Words) -> Position:
    """`position`, or InvalidPosition with every fault; `where` names the text it comes from."""
    too_many = tuple(
        # A text that holds 16 checkers says nothing about -1 borne off.
        side_reason(NOT_FIFTEEN, own, count=CHECKERS - side[OFF])
        for own, side in ((True, position.own), (False, position.opp))
        if side[OFF] < 0
    )
    if reasons := too_many or faults(position):
        raise InvalidPosition.because(reasons, where)
    return position


def valid_situation(situation: Situation, where: Words) -> Situation:
    """`situation`, or InvalidPosition with every fault."""
    if reasons := situations.faults(situation):
        raise InvalidPosition.because(reasons, where)
    return situation
