"""The rules of Abalone: what can be played, why not, and when it is over.

Sources: `docs/rules/abalone.en.md`; section names in comments are those of that page.
Repetition and move limits need history: they are the Game's affair, not these rules'.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tablas.abalone import reasons, starts
from tablas.abalone.board import CELLS, NEIGHBOURS, NEXT, direction_between, is_direction
from tablas.abalone.movement import LONGEST, Move, Position, after, contact, moves
from tablas.abalone.reasons import side_reason
from tablas.errors import InvalidPosition
from tablas.values import Dice, Outcome
from tablas.words import Reason, Words, quoted

__all__ = [
    "Move",
    "Position",
    "after",
    "ejects",
    "faults",
    "outcome",
    "plays",
    "start",
    "why_illegal",
]

MARBLES: Final = 14
TO_LOSE: Final = 6

_ON_BOARD: Final = frozenset(CELLS)


def start(name: str = starts.DEFAULT) -> Position:
    """The start position called `name`, seen by Black, who moves first."""
    layout = starts.find(name)
    if layout is None:
        known = ", ".join(starts.STARTS)
        raise InvalidPosition(
            f"start {name[:40]!r}: Abalone knows {known}",
            f"salida {name[:40]!r}: en Abalone hay {known}",
        )
    return Position(layout.black, layout.white)


def plays(position: Position, dice: Dice | None = None) -> dict[Position, Move]:  # noqa: ARG001
    """Each position that one move can reach, seen by the opponent, with that move.

    Two moves never reach the same position, so this is also the list of legal moves.
    There are no dice in Abalone; the argument is there for the games that have them.

    >>> len(plays(start())), len(plays(start("belgian-daisy")))
    (44, 52)
    """
    if _six_lost(position):
        return {}
    return {reached: move for move, reached in moves(position)}


def ejects(position: Position, play: Move) -> bool:
    """Whether a legal move pushes an opposing marble over the edge."""
    return after(position, play).own_lost > position.opp_lost


def why_illegal(position: Position, dice: Dice | None, play: Move) -> Reason | None:  # noqa: ARG001
    """The rule that forbids this move, or None if it is legal."""
    if outcome(position):
        return reasons.OVER
    if refused := _why_no_group(position, play):
        return refused
    if play.in_line:
        return _why_no_advance(position, play)
    return _why_no_broadside(position, play)


def _why_no_group(position: Position, play: Move) -> Reason | None:
    """A turn: one, two or three contiguous, aligned own marbles, one of six directions."""
    cells = play.cells
    if not cells:
        return reasons.NO_MARBLE
    if not is_direction(play.direction):
        return reasons.NO_DIRECTION.about(direction=quoted(play.direction))
    for cell in cells:
        if cell not in _ON_BOARD:
            return reasons.NO_CELL.about(cell=quoted(cell))
        if cell not in position.own:
            return reasons.NOT_OWN.about(cell=cell, content=_content(position, cell))
    if len(cells) > LONGEST:
        return reasons.MORE_THAN_THREE.about(count=len(cells))
    ways = {direction_between(here, there) for here, there in pairwise(cells)}
    if len(ways) > 1 or None in ways:
        return reasons.NOT_IN_LINE.about(cells=", ".join(cells))
    if any(there not in NEIGHBOURS[here] for here, there in pairwise(cells)):
        return reasons.GAP.about(cells=", ".join(cells))
    return None


def _why_no_advance(position: Position, play: Move) -> Reason | None:
    """In line, and sumito."""
    own = len(play.cells)
    front = NEXT[play.direction].get(play.head)
    if front is None:
        return reasons.OFF_BOARD.about(cell=play.head)
    if front in position.own:
        return reasons.OWN_IN_FRONT.about(cell=front)
    met = contact(position, play.tail, play.direction)
    if not met.resistance:
        return None
    if own == 1:
        return reasons.SINGLE_PUSH.about(cell=front)
    if own == met.resistance:
        return reasons.PAC.about(own=own, opp=met.resistance)
    if own < met.resistance:
        return reasons.OUTNUMBERED.about(own=own, opp=met.resistance)
    if met.behind in position.own:
        return reasons.OWN_BEHIND.about(cell=met.behind)
    return None


def _why_no_broadside(position: Position, play: Move) -> Reason | None:
    """Broadside: every target cell is on the board and empty."""
    for cell in play.cells:
        target = NEXT[play.direction].get(cell)
        if target is None:
            return reasons.OFF_BOARD.about(cell=cell)
        if target in position.own or target in position.opp:
            content = _content(position, target)
            return reasons.BROADSIDE_BLOCKED.about(cell=target, content=content)
    return None


def _content(position: Position, cell: str) -> Words:
    if cell in position.own:
        return reasons.OWN
    return reasons.OPPOSING if cell in position.opp else reasons.EMPTY


def outcome(position: Position) -> Outcome | None:
    """How the game ended for the player to move: six lost, or no legal move left."""
    if position.own_lost >= TO_LOSE:
        return Outcome(-1)
    if position.opp_lost >= TO_LOSE:
        return Outcome(1)
    return Outcome(-1) if stuck(position) else None


def stuck(position: Position) -> bool:
    """Ruling B1: a player with no legal move loses."""
    return next(moves(position), None) is None


def _six_lost(position: Position) -> bool:
    return position.own_lost >= TO_LOSE or position.opp_lost >= TO_LOSE


def faults(position: Position) -> tuple[Reason, ...]:
    """Everything that is wrong with a set-up; empty for a valid position.

    A set-up may have fewer marbles than 14 less the lost ones, but never more.
    """
    wrong = [
        *_side_faults(position.own, position.own_lost, own=True),
        *_side_faults(position.opp, position.opp_lost, own=False),
    ]
    shared = sorted(position.own & position.opp)
    wrong += [reasons.SHARED_CELL.about(cell=quoted(cell)) for cell in shared]
    if position.own_lost == position.opp_lost == TO_LOSE:
        wrong.append(reasons.BOTH_LOST)
    return tuple(wrong)


def _side_faults(cells: frozenset[str], lost: int, *, own: bool) -> Iterator[Reason]:
    for cell in sorted(cells - _ON_BOARD):
        yield side_reason(reasons.UNKNOWN_CELL, own, cell=quoted(cell))
    if not 0 <= lost <= TO_LOSE:
        yield side_reason(reasons.LOST_RANGE, own, count=lost)
    if len(cells) + min(max(lost, 0), TO_LOSE) > MARBLES:
        yield side_reason(reasons.TOO_MANY_MARBLES, own, count=len(cells), lost=lost)
