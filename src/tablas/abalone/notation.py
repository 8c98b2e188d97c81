"""One move as text: Aba-Pro, the main notation, and Nacre, which a caller must ask for by name.

The two look alike, so nothing here guesses which of them a text is in. A Nacre text that Aba-Pro
can read at all means the same move in both.
"""

from __future__ import annotations

import re
from typing import Final

from tablas.abalone import formats, reasons
from tablas.abalone.board import CELLS, NEIGHBOURS, NEXT, RAYS, direction_between
from tablas.abalone.movement import Move, Position, contact, moves
from tablas.abalone.rules import ejects, outcome, why_illegal
from tablas.errors import IllegalAction, NotationError
from tablas.values import Dice, Setup, Side
from tablas.words import Reason, Words, quoted

_ABA_PRO: Final = Words(
    "expected Aba-Pro: the trailing marble and the cell it steps to, such as a1b2,"
    " or both ends of a row and the cell where the first one goes, such as c2c4d3",
    "se esperaba Aba-Pro: la última pieza y la casilla adonde va, como a1b2,"
    " o los dos extremos de una hilera y la casilla adonde va el primero, como c2c4d3",
)
_NACRE: Final = Words(
    "expected Nacre: the hindmost marble and the last cell that the move reaches, such as a1d4",
    "se esperaba Nacre: la última pieza y la casilla más lejana que alcanza la jugada, como a1d4",
)


def write(position: Position, play: Move, *, mark: bool = False) -> str:
    """A move in Aba-Pro, lower case; with `mark`, an ejection carries its `x`.

    >>> row = Position(frozenset({"c2", "c3", "c4"}), frozenset())
    >>> write(row, Move(("c2", "c3", "c4"), "e")), write(row, Move(("c2", "c3", "c4"), "nw"))
    ('c2c3', 'c2c4d2')
    """
    ends = play.tail if play.in_line else play.cells[0] + play.cells[-1]
    ejected = "x" if mark and ejects(position, play) else ""
    return f"{ends}{NEXT[play.direction][ends[:2]]}{ejected}"


def read(position: Position, dice: Dice | None, text: str, side: Side | None = None) -> Move:
    """The legal move that `text` is in Aba-Pro, in any case, with or without a trailing `x`.

    There are no dice in Abalone; `side` only gives the marbles their colours in a message.
    """
    turn = side or Side.BLACK
    cells = _cells(text, r"(?:[a-i][1-9]){2,3}x?", _ABA_PRO)
    first, target = cells[0], cells[-1]
    if len(cells) == 3:
        move = _broadside(position, cells, text, turn)
    elif target in NEIGHBOURS[first]:
        move = _line(position, first, target)
    else:
        refusal = reasons.ONE_STEP.about(source=first, target=target)
        raise _illegal(position, text, refusal, turn)
    if refused := why_illegal(position, dice, move):
        raise _illegal(position, text, refused, turn)
    return move


def _line(position: Position, tail: str, towards: str) -> Move:
    """The line of own marbles from `tail` on, moved in the direction of the other cell."""
    direction = direction_between(tail, towards)
    assert direction is not None
    strength = contact(position, tail, direction).strength
    return Move((tail, *RAYS[direction][tail][: strength - 1]), direction)


def _broadside(position: Position, cells: list[str], text: str, turn: Side) -> Move:
    """The row between two ends, moved to the side as its first end goes."""
    first, last, target = cells
    if first == last:
        raise NotationError(
            f"move {quoted(text)}: both ends of the row are {first}; {_ABA_PRO.en}",
            f"jugada {quoted(text)}: los dos extremos de la hilera son {first}; {_ABA_PRO.es}",
        )
    along = direction_between(first, last)
    if along is None:
        refusal = reasons.NOT_IN_LINE.about(cells=f"{first}, {last}")
        raise _illegal(position, text, refusal, turn)
    if target not in NEIGHBOURS[first]:
        refusal = reasons.ONE_STEP.about(source=first, target=target)
        raise _illegal(position, text, refusal, turn)
    direction = direction_between(first, target)
    assert direction is not None
    ray = RAYS[along][first]
    move = Move((first, *ray[: ray.index(last) + 1]), direction)
    if move.in_line:
        raise NotationError(
            f"move {quoted(text)}: {target} is in line with the row;"
            f" expected {write(position, move)!r} for that move",
            f"jugada {quoted(text)}: {target} está en línea con la hilera; para "
            f"esa jugada se esperaba {write(position, move)!r}",
        )
    return move


def write_nacre(position: Position, play: Move) -> str:  # noqa: ARG001
    """A move in Nacre: the hindmost own marble and the cell that the foremost one reaches.

    A broadside of two may share its text with one of three: then `read_nacre` refuses it.

    >>> row = Position(frozenset({"c2", "c3", "c4"}), frozenset())
    >>> write_nacre(row, Move(("c2", "c3", "c4"), "e")), write_nacre(row, Move(("c2", "c3"), "ne"))
    ('c2c5', 'c2d4')
    """
    return f"{play.tail}{NEXT[play.direction][play.head]}"


def read_nacre(position: Position, dice: Dice | None, text: str, side: Side | None = None) -> Move:
    """The only legal move that `text` can be in Nacre, in any case; an `x` says nothing.

    Writers differ on which end of a row comes first. From the other end, three marbles have the
    text of two of them: where both moves are legal, the text is refused with both. A text of one
    step always is that step. A push may also end with the cell that the pushed marbles reach, as
    PlayStrategy shows it.
    """
    turn = side or Side.BLACK
    first, target = _cells(text, r"[a-i][1-9]x?[a-i][1-9]x?", _NACRE)
    if outcome(position):
        raise _illegal(position, text, reasons.OVER, turn)
    matching = [move for move, _ in moves(position) if _is_nacre(position, move, first, target)]
    if len(matching) > 1:
        candidates = ", ".join(write(position, move) for move in matching)
        raise NotationError(
            f"move {quoted(text)}: ambiguous in Nacre;"
            f" expected one of these, written in Aba-Pro: {candidates}",
            f"jugada {quoted(text)}: ambigua en Nacre; se esperaba una de estas, "
            f"en Aba-Pro: {candidates}",
        )
    if not matching:
        raise _illegal(position, text, _why_no_nacre(position, dice, first, target), turn)
    return matching[0]


def _is_nacre(position: Position, move: Move, first: str, target: str) -> bool:
    beyond = NEXT[move.direction]
    if move.in_line:
        ends = (beyond[move.head], _last_pushed(position, move))
        return first == move.tail and target in ends
    named = ((move.tail, beyond[move.head]), (move.head, beyond[move.tail]))
    return (first, target) in named and target not in NEIGHBOURS[first]


def _last_pushed(position: Position, move: Move) -> str | None:
    """Where the last pushed marble ends: the cell behind it, or its own at the edge."""
    met = contact(position, move.tail, move.direction)
    return (met.behind or RAYS[move.direction][move.tail][-1]) if met.resistance else None


def _why_no_nacre(position: Position, dice: Dice | None, first: str, target: str) -> Reason:
    """The rule against the line from `first` to `target`, if there is one to speak of."""
    if direction_between(first, target):
        move = _line(position, first, target)
    elif first in position.own:
        return reasons.NO_SUCH_MOVE.about(source=first, target=target)
    else:
        move = Move((first,), "e")  # refused in any direction, for want of an own marble
    refused = why_illegal(position, dice, move)
    return refused or reasons.NO_SUCH_MOVE.about(source=first, target=target)


def _cells(text: str, form: str, expected: Words) -> list[str]:
    """The cells named in a text of that form, all of them on the board."""
    tidy = text.strip().lower() if len(text) <= 80 else ""
    if not re.fullmatch(form, tidy):
        raise NotationError(
            f"move {quoted(text)}: {expected.en}", f"jugada {quoted(text)}: {expected.es}"
        )
    cells = re.findall(r"[a-i][1-9]", tidy)
    for cell in cells:
        if cell not in CELLS:
            raise NotationError(
                f"move {quoted(text)}: {cell} is not on the board; {expected.en}",
                f"jugada {quoted(text)}: {cell} no está en el tablero; {expected.es}",
            )
    return cells


def _illegal(position: Position, text: str, reason: Reason, turn: Side) -> IllegalAction:
    here = formats.write(Setup(position, turn))
    return IllegalAction(
        f"illegal move {text.strip()!r}: {reason}, in {here}",
        f"jugada ilegal {text.strip()!r}: {reason.spoken('es')}, en {here}",
        reason,
    )
