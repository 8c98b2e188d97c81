"""The 61 cells of the hexagon and the six directions, as names and lookup tables.

Section "Board" of the rules page: rows a (bottom) to i (top), cells `a1` to `i9`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeGuard

Direction = Literal["e", "ne", "nw", "w", "sw", "se"]

ROWS: Final = "abcdefghi"
STEPS: Final[dict[Direction, tuple[int, int]]] = {
    "e": (0, 1),
    "ne": (1, 1),
    "nw": (1, 0),
    "w": (0, -1),
    "sw": (-1, -1),
    "se": (-1, 0),
}
"""What each direction adds to (row, number), anticlockwise from east."""

DIRECTIONS: Final[tuple[Direction, ...]] = tuple(STEPS)
AXES: Final = DIRECTIONS[:3]
"""One direction for each of the three lines through a cell; they lead to higher cell names."""


def row_cells(row: str) -> tuple[str, ...]:
    """The cells of one row, from its lowest number to its highest."""
    height = ROWS.index(row)
    return tuple(f"{row}{number}" for number in range(max(1, height - 3), min(9, height + 5) + 1))


CELLS: Final = tuple(cell for row in ROWS for cell in row_cells(row))


_PLACES: Final = {(ROWS.index(cell[0]), int(cell[1])): cell for cell in CELLS}


def _ray(place: tuple[int, int], step: tuple[int, int]) -> tuple[str, ...]:
    row, number = place[0] + step[0], place[1] + step[1]
    cell = _PLACES.get((row, number))
    return (cell, *_ray((row, number), step)) if cell else ()


RAYS: Final = {
    direction: {cell: _ray(place, step) for place, cell in _PLACES.items()}
    for direction, step in STEPS.items()
}
"""`RAYS[direction][cell]`: the cells beyond `cell` up to the edge, the nearest first."""

NEXT: Final = {
    direction: {cell: ray[0] for cell, ray in rays.items() if ray}
    for direction, rays in RAYS.items()
}
"""`NEXT[direction][cell]`: the neighbour there; no entry at the edge."""

NEIGHBOURS: Final = {
    cell: tuple(NEXT[direction][cell] for direction in DIRECTIONS if cell in NEXT[direction])
    for cell in CELLS
}


def _distance(cell: str) -> int:
    row, number = ROWS.index(cell[0]) - 4, int(cell[1]) - 5
    return max(abs(row), abs(number), abs(row - number))


DISTANCE: Final = {cell: _distance(cell) for cell in CELLS}
"""Steps from each cell to the centre, e5."""


def is_direction(text: str) -> TypeGuard[Direction]:
    """Whether `text` names one of the six directions."""
    return text in STEPS


@cache
def direction_between(first: str, second: str) -> Direction | None:
    """The direction in which `second` is seen from `first`, however far; None off the axes.

    >>> direction_between("a1", "c3"), direction_between("a1", "b3")
    ('ne', None)
    """
    return next((way for way in DIRECTIONS if second in RAYS[way][first]), None)
