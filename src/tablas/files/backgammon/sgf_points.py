"""The points of a backgammon board as SGF names them: `a` to `x`, `y` the bar, `z` borne off.

`a` is White's 1-point and Black's 24-point: the letters name places, not distances.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import CHECKERS, Position
from tablas.errors import NotationError
from tablas.files.sgf_tree import Node
from tablas.values import Side
from tablas.words import quoted


def letter(point: int, side: Side) -> str:
    """The letter of a point that `side` counts from its own home.

    >>> letter(13, Side.WHITE), letter(13, Side.BLACK), letter(25, Side.BLACK)
    ('m', 'l', 'y')
    """
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("a") + (point - 1 if side is Side.WHITE else 24 - point))


def point(mark: str, side: Side) -> int:
    """The way back of `letter`."""
    if len(mark) != 1 or not "a" <= mark <= "z":
        raise NotationError(
            f"place {quoted(mark)}: expected a letter a to z",
            f"lugar {quoted(mark)}: se esperaba una letra de la a a la z",
        )
    if mark in "yz":
        return BAR if mark == "y" else OFF
    index = ord(mark) - ord("a")
    return index + 1 if side is Side.WHITE else 24 - index


def ways(text: str, side: Side) -> list[tuple[int, int]]:
    """The steps of a play, two letters each: `mhxv`."""
    if len(text) % 2:
        raise NotationError(
            f"play {quoted(text)}: expected pairs of letters",
            f"jugada {quoted(text)}: se esperaban pares de letras",
        )
    points = [point(mark, side) for mark in text]
    return list(zip(points[::2], points[1::2], strict=True))


def board_of(node: Node, mover: Side) -> Position | None:
    """The position that a node sets up with AW and AB; None where it sets up none."""
    if not any(name in ("AW", "AB") for name, _ in node):
        return None
    sides = {side: [0] * (BAR + 1) for side in Side}
    for name, values in node:
        if name in ("AW", "AB"):
            side = Side.WHITE if name == "AW" else Side.BLACK
            for mark in values:
                sides[side][point(mark, side)] += 1
    for checkers in sides.values():
        checkers[OFF] += CHECKERS - sum(checkers)
    own, opp = tuple(sides[mover]), tuple(sides[mover.other])
    return Position(own, opp)


def board_node(position: Position, mover: Side) -> Node:
    """The node that sets a position up, as GNU Backgammon writes it."""
    white, black = position.own, position.opp
    if mover is Side.BLACK:
        white, black = black, white
    return (
        ("PL", ("W" if mover is Side.WHITE else "B",)),
        ("AE", ("a:y",)),
        ("AW", tuple(_letters(white, Side.WHITE))),
        ("AB", tuple(_letters(black, Side.BLACK))),
    )


def _letters(checkers: tuple[int, ...], side: Side) -> Iterator[str]:
    for place in range(1, BAR + 1):
        yield from [letter(place, side)] * checkers[place]
