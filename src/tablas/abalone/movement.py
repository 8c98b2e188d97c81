"""How marbles move: positions, moves, and every movement that the board allows.

Section "A turn" of the rules page; `rules.py` adds reasons, set-ups and the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from tablas.abalone.board import AXES, DIRECTIONS, NEXT, RAYS, Direction, direction_between

LONGEST: Final = 3
"""How many marbles may move in one turn."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the marbles lie, seen by the player to move; cells keep their names for both sides.

    `own_lost` and `opp_lost` count the marbles that each side has lost by ejection.
    """

    own: frozenset[str]
    opp: frozenset[str]
    own_lost: int = 0
    opp_lost: int = 0

    def swapped(self) -> Position:
        """The same marbles seen by the other player."""
        return Position(self.opp, self.own, self.opp_lost, self.own_lost)


@dataclass(frozen=True, slots=True)
class Move:
    """A move is the set of own marbles that move and the direction; nothing else tells two apart.

    The cells are kept in the order of their names, whatever the order they came in; along a
    line that is their order on the board.

    >>> Move(("c4", "c2", "c3"), "nw") == Move(("c2", "c3", "c4"), "nw")
    True
    """

    cells: tuple[str, ...]
    direction: Direction

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(set(self.cells))))

    @property
    def in_line(self) -> bool:
        """Whether the group moves along its own axis; a single marble always does."""
        return self._turn in (None, 0, 3)

    @property
    def tail(self) -> str:
        """The hindmost marble, seen along the direction of the move."""
        return self.cells[0 if self._turn in (None, 0, 1, 5) else -1]

    @property
    def head(self) -> str:
        """The foremost marble, seen along the direction of the move."""
        return self.cells[-1 if self._turn in (None, 0, 1, 5) else 0]

    @property
    def _turn(self) -> int | None:
        """The angle from the row to the direction in sixths of a circle; None without a row."""
        row = direction_between(self.cells[0], self.cells[-1])
        return (DIRECTIONS.index(self.direction) - DIRECTIONS.index(row)) % 6 if row else None


class Contact(NamedTuple):
    """What a line of own marbles meets in front of it."""

    strength: int
    """Own marbles in the line, from the one at its tail on."""
    resistance: int
    """Opposing marbles that touch the line, in a row."""
    behind: str | None
    """The first cell after all of them; None is the edge of the board."""


def moves(position: Position) -> Iterator[tuple[Move, Position]]:
    """Every move that the marbles allow, each with the position reached, seen by the opponent."""
    own = sorted(position.own)  # a set of strings has another order in every run
    for direction in DIRECTIONS:
        for tail in own:
            met = contact(position, tail, direction)
            if _may_advance(position, met):
                yield (
                    _line_move(tail, direction, met.strength),
                    _advanced(position, tail, direction, met),
                )
    taken = position.own | position.opp
    for cells in _rows(own, position.own):
        for move, targets in _broadsides(cells):
            if taken.isdisjoint(targets):
                yield move, _shifted(position, cells, targets)


def contact(position: Position, tail: str, direction: Direction) -> Contact:
    """The line that starts at `tail`, and what stands in its way.

    A gap, or an own marble behind an opposing one, ends the contact.

    >>> here = Position(frozenset({"e1", "e2", "e3"}), frozenset({"e4", "e5"}))
    >>> contact(here, "e1", "e")
    Contact(strength=3, resistance=2, behind='e6')
    """
    own, opp = position.own, position.opp
    strength, resistance = 1, 0
    for cell in RAYS[direction][tail]:
        if cell in opp:
            resistance += 1
        elif cell in own and not resistance:
            strength += 1
        else:
            return Contact(strength, resistance, cell)
    return Contact(strength, resistance, None)


def _may_advance(position: Position, met: Contact) -> bool:
    """In line into an empty cell, or a sumito: 2 push 1, 3 push 1, 3 push 2, with room behind."""
    if met.strength > LONGEST:
        return False
    if not met.resistance:
        return met.behind is not None
    return met.strength > met.resistance and met.behind not in position.own


def _advanced(position: Position, tail: str, direction: Direction, met: Contact) -> Position:
    """The line moved by one step with all that it pushes; over the edge the last one is out."""
    # Marbles of a side look alike: a line that steps on empties its tail and fills the cell
    # in front; the pushed line empties that cell and fills the one behind it, or the tray.
    front = RAYS[direction][tail][met.strength - 1]
    own, opp, opp_lost = position.own ^ {tail, front}, position.opp, position.opp_lost
    if met.resistance and met.behind:
        opp ^= {front, met.behind}
    elif met.resistance:
        opp ^= {front}
        opp_lost += 1
    return Position(opp, own, opp_lost, position.own_lost)


def _shifted(position: Position, cells: Iterable[str], targets: Iterable[str]) -> Position:
    """The marbles moved sideways together."""
    own = position.own.difference(cells).union(targets)
    return Position(position.opp, own, position.opp_lost, position.own_lost)


def _rows(own: Iterable[str], there: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Every two and three own marbles in a row."""
    for axis in AXES:
        beyond = NEXT[axis]
        for first in own:
            second = beyond.get(first)
            if second in there:
                yield first, second
                third = beyond.get(second)
                if third in there:
                    yield first, second, third


@cache
def _line_move(tail: str, direction: Direction, strength: int) -> Move:
    return Move((tail, *RAYS[direction][tail][: strength - 1]), direction)


@cache
def _broadsides(cells: tuple[str, ...]) -> tuple[tuple[Move, tuple[str, ...]], ...]:
    """The moves of a row to its four sides that stay on the board, with their target cells."""
    sideways = []
    for direction in DIRECTIONS:
        targets = tuple(NEXT[direction][cell] for cell in cells if cell in NEXT[direction])
        move = Move(cells, direction)
        if len(targets) == len(cells) and not move.in_line:
            sideways.append((move, targets))
    return tuple(sideways)


def after(position: Position, play: Move) -> Position:
    """The position that a legal move reaches, seen by the opponent."""
    if play.in_line:
        met = contact(position, play.tail, play.direction)
        return _advanced(position, play.tail, play.direction, met)
    targets = [NEXT[play.direction][cell] for cell in play.cells]
    return _shifted(position, play.cells, targets)
