"""The twelve symmetries of the hexagon: six turns, and the same of its mirror image."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tablas.abalone.board import CELLS, DIRECTIONS, NEXT, ROWS, Direction, direction_between
from tablas.abalone.movement import Move, Position

_CENTRE: Final = "e5"


@dataclass(frozen=True)
class Symmetry:
    """A way to lay the board on itself: so many sixths of a turn, after turning it over or not."""

    turns: int
    mirrored: bool

    @cached_property
    def cells(self) -> dict[str, str]:
        """Where each cell goes."""
        return {cell: self._goes(cell) for cell in CELLS}

    @cached_property
    def directions(self) -> dict[Direction, Direction]:
        """What each direction becomes."""
        images: dict[Direction, Direction] = {}
        for direction in DIRECTIONS:
            image = direction_between(_CENTRE, self.cells[NEXT[direction][_CENTRE]])
            assert image is not None
            images[direction] = image
        return images

    def _goes(self, cell: str) -> str:
        up, along = ROWS.index(cell[0]) - 4, int(cell[1]) - 5
        if self.mirrored:
            up, along = along, up
        for _ in range(self.turns):  # e becomes ne, nw becomes w
            up, along = along, along - up
        return f"{ROWS[up + 4]}{along + 5}"

    def position(self, position: Position) -> Position:
        """The position as it lies after this."""
        own = frozenset(self.cells[cell] for cell in position.own)
        opp = frozenset(self.cells[cell] for cell in position.opp)
        return Position(own, opp, position.own_lost, position.opp_lost)

    def move(self, move: Move) -> Move:
        """The move as it lies after this."""
        cells = tuple(self.cells[cell] for cell in move.cells)
        return Move(cells, self.directions[move.direction])

    @property
    def inverse(self) -> Symmetry:
        """The one that undoes this; a mirror image undoes itself."""
        return self if self.mirrored else SYMMETRIES[-self.turns % 6]


SYMMETRIES: Final = tuple(
    Symmetry(turns, mirrored) for mirrored in (False, True) for turns in range(6)
)
