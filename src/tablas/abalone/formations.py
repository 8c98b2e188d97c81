"""The glossary of the rule sheet as questions to a board: which formations does a colour have?

`marbles` are the cells of the colour asked about, `opposing` those of the other one. Answers come
in the order of the cells' names, so that the same board always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from tablas.abalone.board import (
    AXES,
    DIRECTIONS,
    NEIGHBOURS,
    NEXT,
    RAYS,
    Direction,
    direction_between,
)
from tablas.abalone.movement import LONGEST
from tablas.words import Words

Group = frozenset[str]

GLOSSARY: Final = {
    "monomials": Words("monomial", "monomio"),
    "binomials": Words("binomial", "binomio"),
    "trinomials": Words("trinomial", "trinomio"),
    "lances": Words("lance", "lanza"),
    "arcs": Words("arc", "arco"),
    "shields": Words("shield", "escudo"),
    "polynomials": Words("polynomial", "polinomio"),
    "blocks": Words("block", "bloque"),
    "dets": Words("det", "det"),
    "pacs": Words("pac", "pac"),
    "sumitos": Words("sumito", "sumito"),
}
"""Each function of this module with the word of the sheet for what it finds."""


class Facing(NamedTuple):
    """A line of one colour that touches a line of the other, head to head."""

    marbles: tuple[str, ...]
    """The marbles that count in a push, at most the three nearest; the foremost comes last."""
    opposing: tuple[str, ...]
    """All opposing marbles in a row from the contact on; the nearest comes first."""
    towards: Direction
    behind: str | None
    """The cell right behind the opposing ones; None is the edge of the board."""


def polynomials(marbles: Group) -> tuple[Group, ...]:
    """A polynomial is a group of connected marbles that has no further neighbour of its colour.

    >>> [sorted(group) for group in polynomials(frozenset({"a1", "b2", "e5"}))]
    [['a1', 'b2'], ['e5']]
    """
    left, groups = set(marbles), []
    for cell in sorted(marbles):
        if cell in left:
            group = _connected(cell, marbles)
            left -= group
            groups.append(group)
    return tuple(groups)


def neighbours(marbles: Group) -> int:
    """How many pairs of neighbours a colour has: the more of them, the closer it stands together.

    >>> neighbours(frozenset({"a1", "a2", "b2"})), neighbours(frozenset({"a1", "c3"}))
    (3, 0)
    """
    return sum(len(marbles.intersection(NEIGHBOURS[cell])) for cell in marbles) // 2


def monomials(marbles: Group) -> tuple[str, ...]:
    """A monomial is a marble with no neighbour of its colour."""
    return tuple(cell for group in _of_size(marbles, 1) for cell in group)


def binomials(marbles: Group) -> tuple[Group, ...]:
    """A binomial is a polynomial of exactly two marbles."""
    return _of_size(marbles, 2)


def trinomials(marbles: Group) -> tuple[Group, ...]:
    """A trinomial is a polynomial of exactly three marbles: a lance, an arc or a shield."""
    return _of_size(marbles, 3)


def lances(marbles: Group) -> tuple[Group, ...]:
    """A lance is a trinomial in line."""
    return tuple(group for group in trinomials(marbles) if contacts(group) == 2 and _row(group))


def arcs(marbles: Group) -> tuple[Group, ...]:
    """An arc is a bent trinomial: two of its marbles touch only the third, out of line."""
    return tuple(group for group in trinomials(marbles) if contacts(group) == 2 and not _row(group))


def shields(marbles: Group) -> tuple[Group, ...]:
    """A shield is a trinomial in which each marble touches both others, a triangle."""
    return tuple(group for group in trinomials(marbles) if contacts(group) == 3)


def blocks(marbles: Group) -> tuple[Group, ...]:
    """A block is a connected group made of rows of three that do not all lie on one line.

    Every marble of a block stands in a row of three; marbles that merely touch it are no part
    of it. A lone row, however long, is not stable across and therefore no block.
    """
    rows = [*_rows_of_three(marbles)]
    solid = frozenset(cell for row in rows for cell in row)
    return tuple(group for group in polynomials(solid) if not _row(group))


def dets(marbles: Group, opposing: Group) -> tuple[str, ...]:
    """A det is a monomial with at least four neighbours that belong to one opposing polynomial."""
    around = polynomials(opposing)
    return tuple(
        cell
        for cell in monomials(marbles)
        if any(len(group.intersection(NEIGHBOURS[cell])) >= 4 for group in around)
    )


def pacs(marbles: Group, opposing: Group) -> tuple[Facing, ...]:
    """A pac is a contact of two lines of two or more in which neither outnumbers the other.

    No side counts more than three in a push, so four against three is a pac like three
    against three. A pac is one for both colours.
    """
    return tuple(
        facing
        for facing in facings(marbles, opposing)
        if len(facing.marbles) == min(len(facing.opposing), LONGEST) >= 2
    )


def sumitos(marbles: Group, opposing: Group) -> tuple[Facing, ...]:
    """A sumito is a line that can push now: it outnumbers what it touches and has room behind."""
    return tuple(
        facing
        for facing in facings(marbles, opposing)
        if len(facing.marbles) > len(facing.opposing) and facing.behind not in marbles
    )


def facings(marbles: Group, opposing: Group) -> tuple[Facing, ...]:
    """Every contact between the two colours, one for each touching pair of marbles."""
    return tuple(
        _facing(front, towards, marbles, opposing)
        for front in sorted(marbles)
        for towards in DIRECTIONS
        if NEXT[towards].get(front) in opposing
    )


def _facing(front: str, towards: Direction, marbles: Group, opposing: Group) -> Facing:
    back = DIRECTIONS[(DIRECTIONS.index(towards) + 3) % 6]
    line = (front, *_run(front, back, marbles))[:LONGEST]
    met = _run(front, towards, opposing)
    return Facing(line[::-1], met, towards, NEXT[towards].get(met[-1]))


def _run(cell: str, towards: Direction, marbles: Group) -> tuple[str, ...]:
    """The unbroken row of these marbles next to `cell` in that direction."""
    ray = RAYS[towards][cell]
    gap = next((place for place, beyond in enumerate(ray) if beyond not in marbles), len(ray))
    return ray[:gap]


def _connected(cell: str, marbles: Group) -> Group:
    """The marbles that can be reached from `cell` over neighbours."""
    reached, edge = {cell}, [cell]
    while edge:
        for neighbour in NEIGHBOURS[edge.pop()]:
            if neighbour in marbles and neighbour not in reached:
                reached.add(neighbour)
                edge.append(neighbour)
    return frozenset(reached)


def _of_size(marbles: Group, size: int) -> tuple[Group, ...]:
    return tuple(group for group in polynomials(marbles) if len(group) == size)


def contacts(group: Group) -> int:
    """How many pairs of its marbles touch."""
    return sum(there in NEIGHBOURS[here] for here, there in combinations(group, 2))


def _row(group: Group) -> bool:
    """Whether all these marbles lie on one line."""
    first, *others = sorted(group)
    ways = {direction_between(first, cell) for cell in others}
    return len(ways) == 1 and None not in ways


def _rows_of_three(marbles: Group) -> Iterator[tuple[str, str, str]]:
    for axis in AXES:
        for first in marbles:
            row = RAYS[axis][first][:2]
            if len(row) == 2 and marbles.issuperset(row):
                yield first, row[0], row[1]
