"""What a move of Abalone does on the board: pushes, threats, and formations made or broken.

Everything is read from the two positions before and after the move by the rules and the glossary;
no search takes part, so each fact can be checked by looking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tablas.abalone import formations, rules
from tablas.abalone.formations import Facing, Group
from tablas.abalone.movement import Move, Position, contact

SHAPES: Final[dict[str, Callable[[Group], tuple[Any, ...]]]] = {
    "blocks": formations.blocks,
    "lances": formations.lances,
    "arcs": formations.arcs,
    "shields": formations.shields,
    "binomials": formations.binomials,
    "monomials": formations.monomials,
}
"""The formations of one colour that are compared, by their word in the glossary."""

Shapes = dict[str, tuple[tuple[str, ...], ...]]


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """One move, seen by the player who makes it; cells in the order of their names."""

    moved: int
    in_line: bool
    pushed: int
    ejects: bool
    threatens: tuple[str, ...]
    """Opposing marbles that could be ejected next and could not before."""
    saves: tuple[str, ...]
    """Own marbles that the opponent could have ejected and cannot now, where they stood."""
    exposes: tuple[str, ...]
    """Own marbles that the opponent can eject now."""
    sumitos_made: int
    """How many more lines can push than before the move, or fewer."""
    sumitos_met: int
    """The same of the opponent."""
    made: Shapes = field(default_factory=dict)
    broken: Shapes = field(default_factory=dict)
    opposing_broken: Shapes = field(default_factory=dict)
    joined: int = 0
    """How many more own marbles stand in blocks than before the move, or fewer."""
    dets: tuple[str, ...] = ()
    """Opposing marbles that stand alone among the own ones since this move."""
    closer: int = 0
    """How many more pairs of neighbours the player has than before the move, or fewer."""
    opposing_closer: int = 0
    """The same of the opponent."""


def facts(position: Position, move: Move) -> MoveFacts:
    """What a legal move does.

    >>> here = Position(frozenset({"a1", "b2", "c3"}), frozenset({"d4", "i9"}))
    >>> facts(here, Move(("a1", "b2", "c3"), "ne")).pushed
    1
    """
    reached = rules.after(position, move)
    then = reached.swapped()
    pushed = contact(position, move.tail, move.direction).resistance if move.in_line else 0
    endangered, endangers = ejectable(position.swapped()), ejectable(reached)
    return MoveFacts(
        moved=len(move.cells),
        in_line=move.in_line,
        pushed=pushed,
        ejects=then.opp_lost > position.opp_lost,
        threatens=tuple(sorted(ejectable(then) - ejectable(position))),
        saves=tuple(sorted(endangered - endangers)),
        exposes=tuple(sorted(endangers)),
        sumitos_made=len(_pushes(then)) - len(_pushes(position)),
        sumitos_met=len(_pushes(reached)) - len(_pushes(position.swapped())),
        made=_fresh(position.own, then.own),
        broken=_fresh(then.own, position.own),
        opposing_broken=_fresh(then.opp, position.opp),
        joined=_in_blocks(then.own) - _in_blocks(position.own),
        dets=tuple(
            sorted(
                set(formations.dets(then.opp, then.own))
                - set(formations.dets(position.opp, position.own))
            )
        ),
        closer=formations.neighbours(then.own) - formations.neighbours(position.own),
        opposing_closer=formations.neighbours(then.opp) - formations.neighbours(position.opp),
    )


def ejectable(position: Position) -> frozenset[str]:
    """The opposing marbles that the player to move can eject now."""
    return frozenset(facing.opposing[-1] for facing in _pushes(position) if facing.behind is None)


def _pushes(position: Position) -> tuple[Facing, ...]:
    return formations.sumitos(position.own, position.opp)


def _fresh(before: Group, after: Group) -> Shapes:
    """The formations that a colour has after, and had not before.

    A block that shares three marbles with an earlier one is still that block.
    """
    fresh = {}
    for name, shapes in SHAPES.items():
        had, most = _cells(shapes(before)), 2 if name == "blocks" else 0
        more = [
            shape
            for shape in _cells(shapes(after))
            if not any(shape == old or (most and len({*shape} & {*old}) > most) for old in had)
        ]
        if more:
            fresh[name] = tuple(more)
    return fresh


def _in_blocks(marbles: Group) -> int:
    return sum(map(len, formations.blocks(marbles)))


def _cells(shapes: tuple[Any, ...]) -> list[tuple[str, ...]]:
    """Each formation as its cells in order; a monomial is a cell by itself."""
    return [(shape,) if isinstance(shape, str) else tuple(sorted(shape)) for shape in shapes]
