"""The hexagons of the board as tensors: which table row each hexagon of a position reads.

A hexagon is a cell with its six neighbours; kinds, cells and states are those of
`cpp/abalone/hexagons.hpp`.
"""

from __future__ import annotations

from functools import cache

from tablas.training.abalone.lines import CELLS, cell_at
from tablas.training.tensors import Tensor, torch

Offset = tuple[int, int]
"""Steps NE and E from the middle of the board."""

CENTRES: tuple[Offset, ...] = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3))
NEIGHBOURS: tuple[Offset, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
SIZE = 7
STATES = 3**SIZE


def image(offset: Offset, symmetry: int) -> Offset:
    """Where a symmetry takes it: six turns to the left, then their mirror images."""
    up, along = offset if symmetry < 6 else offset[::-1]
    for _ in range(symmetry % 6):
        up, along = along, along - up
    return up, along


def around(centre: Offset) -> list[Offset]:
    """A cell, then its neighbours from E to the left."""
    up, along = centre
    return [centre, *((up + more_up, along + more) for more_up, more in NEIGHBOURS)]


@cache
def hexagons() -> list[tuple[int, list[int]]]:
    """Kind and cells of each, as the first symmetry reads it that brings the kind's own there."""
    placed: dict[Offset, tuple[int, list[int]]] = {}
    for kind, centre in enumerate(CENTRES):
        for symmetry in range(12):
            if image(centre, symmetry) not in placed:
                seen = [image(offset, symmetry) for offset in around(centre)]
                cells = [cell_at(4 + up, 5 + along) for up, along in seen]
                placed[seen[0]] = kind, cells
    return list(placed.values())


def hexagon_values() -> tuple[Tensor, Tensor]:
    """(61, 31): what a marble of the first colour adds to each; (31,): where tables begin."""
    values = torch.zeros(CELLS, len(hexagons()))
    base = torch.tensor([kind * STATES for kind, _ in hexagons()])
    for number, (_, cells) in enumerate(hexagons()):
        for place, cell in enumerate(cells):
            values[cell, number] = 3.0**place
    return values, base


def same_from_all_sides() -> Tensor:
    """For each state of each kind the smallest one that is the same hexagon read another way."""
    states = torch.arange(STATES)
    digits = [(states // 3**place) % 3 for place in range(SIZE)]
    smallest = []
    for kind, centre in enumerate(CENTRES):
        own, least = around(centre), states
        for symmetry in range(12):
            if image(centre, symmetry) == centre:
                places = [own.index(image(offset, symmetry)) for offset in own]
                read = sum(digit * 3**place for digit, place in zip(digits, places, strict=True))
                least = torch.minimum(least, read)
        smallest.append(kind * STATES + least)
    return torch.cat(smallest)


def hexagon_kinds() -> Tensor:
    """The states that a file has rows for."""
    return torch.unique(same_from_all_sides())
