"""What a board may show over the marbles on demand: threats, and formations of the glossary."""

from __future__ import annotations

from typing import Any, Final

from tablas.abalone import formations
from tablas.abalone.board import RAYS
from tablas.abalone.formations import GLOSSARY, Group
from tablas.abalone.formats import by_colour
from tablas.abalone.movement import Move, Position, contact, moves
from tablas.values import Setup, Side

Json = dict[str, Any]

TWO_COLOURED: Final = frozenset({"dets", "pacs", "sumitos"})
"""The words that are said of both colours together."""


def pushed(position: Position, move: Move) -> tuple[str, ...]:
    """The opposing marbles that a legal move pushes, the nearest first."""
    if not move.in_line:
        return ()
    met = contact(position, move.tail, move.direction)
    ray = RAYS[move.direction][move.tail]
    return ray[met.strength - 1 : met.strength - 1 + met.resistance]


def ejected(position: Position) -> frozenset[str]:
    """The opposing marbles that the player to move could push over the edge now.

    >>> sorted(ejected(Position(frozenset({"e7", "e8"}), frozenset({"e9"}))))
    ['e9']
    """
    cells = set()
    for move, reached in moves(position):
        if reached.own_lost > position.opp_lost:
            cells.add(pushed(position, move)[-1])
    return frozenset(cells)


def threats(setup: Setup[Position]) -> dict[str, list[str]]:
    """For each side, its marbles that the other one could eject if it were to move."""
    return {
        setup.mover.value: sorted(ejected(setup.position.swapped())),
        setup.mover.other.value: sorted(ejected(setup.position)),
    }


def formations_json(setup: Setup[Position]) -> list[Json]:
    """Every formation on the board: its key, its word in both languages, whose, and its cells."""
    black, white, _, _ = by_colour(setup)
    colours = {Side.BLACK: (black, white), Side.WHITE: (white, black)}
    return [
        {"key": key, "en": word.en, "es": word.es, "side": side.value, "cells": cells}
        for side, (marbles, opposing) in colours.items()
        for key, word in GLOSSARY.items()
        for cells in _formations_called(key, marbles, opposing)
    ]


def _formations_called(key: str, marbles: Group, opposing: Group) -> list[list[str]]:
    """The cells of each formation called `key`, in the order of their names or of the line."""
    find = getattr(formations, key)
    shapes = find(marbles, opposing) if key in TWO_COLOURED else find(marbles)
    return [_cells(formation) for formation in shapes]


def _cells(formation: Any) -> list[str]:
    if isinstance(formation, str):
        return [formation]
    if isinstance(formation, formations.Facing):
        return [*formation.marbles, *formation.opposing]
    return sorted(formation)
