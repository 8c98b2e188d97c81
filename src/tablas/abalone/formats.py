"""Positions as text: our own form, PlayStrategy's FEN, the French compact form, the plain list.

`read` tells them apart by their form and also takes the name of a start position; each form
has functions of its own besides. Section "Notation" of the rules page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from tablas.abalone import rules, starts
from tablas.abalone.board import CELLS, ROWS, row_cells
from tablas.abalone.rows import read_rows, tidy, write_rows
from tablas.abalone.rules import MARBLES, Position
from tablas.errors import InvalidPosition, NotationError
from tablas.situation import Situation
from tablas.values import Setup, Side
from tablas.words import Words, quoted

_SIDES: Final = {"b": Side.BLACK, "w": Side.WHITE}

QUIET: Final = Words("plies since the last ejection", "jugadas desde la última expulsión")


def read(text: str) -> Setup[Position]:
    """The position that `text` describes, in any of the forms of this module.

    The compact form and the list do not say who moves: Black then, who moves first.

    >>> read("belgian-daisy") == read("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0 0")
    True
    """
    text = tidy(text)
    if start := starts.find(text):
        return Setup(Position(start.black, start.white), Side.BLACK)
    if "/" not in text and "_" in text:
        return read_compact(text)
    if "/" not in text and re.match(r"[a-i][1-9][bw]", text, re.ASCII | re.IGNORECASE):
        return read_list(text)
    fields = text.split()
    if len(fields) > 4 or (fields and "s" in fields[0].lower()):
        return read_fen(text)
    return read_position_text(text)


def write(setup: Setup[Position]) -> str:
    """The position text of the rules page, all four fields.

    >>> write(read("standard"))
    'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0'
    """
    black, white, black_lost, white_lost = by_colour(setup)
    board = write_rows(black, white, "bw")
    return f"{board} {setup.mover.value[0]} {white_lost}-{black_lost} {setup.quiet}"


def notations(position: Position, situation: Situation) -> tuple[tuple[Words, str], ...]:
    """The position text, PlayStrategy's FEN, the compact form and the list."""
    setup = Setup(position, situation.turn, situation.quiet)
    return (
        (Words("Position text", "Texto de posición"), write(setup)),
        (Words("FEN", "FEN"), write_fen(setup)),
        (Words("Compact", "Compacta"), write_compact(setup)),
        (Words("List of marbles", "Lista de piezas"), write_list(setup)),
    )


def write_situation(position: Position, situation: Situation) -> str:
    """The position text, with the plies since the last ejection."""
    return write(Setup(position, situation.turn, situation.quiet))


def read_situation(text: str) -> tuple[Position, Situation]:
    """The position, and whose turn it is; Abalone has neither dice nor cube."""
    setup = read(text)
    return setup.position, Situation(turn=setup.mover, quiet=setup.quiet)


def read_position_text(text: str) -> Setup[Position]:
    """The position text of the rules page; what was ejected and since when may be left out.

    Then what was ejected is 14 less what is on the board, and the last ejection just now.
    """
    fields = tidy(text).split()
    if not 2 <= len(fields) <= 4:
        raise NotationError(
            f"position {quoted(text, 80)}: {len(fields)} fields, expected 2 to 4: the rows,"
            " the side to move, what was ejected as in 0-0, the plies since the last ejection;"
            f" or a start: {', '.join(starts.STARTS)}",
            f"posición {quoted(text, 80)}: {len(fields)} campos, se esperaban "
            "de 2 a 4: las filas, quién juega, las expulsadas como en 0-0 y "
            f"las jugadas desde la última expulsión; o una salida: {', '.join(starts.STARTS)}",
        )
    black, white = read_rows(fields[0], "bw")
    turn = _read_side(fields[1])
    black_lost, white_lost = _missing(black), _missing(white)
    if len(fields) > 2:
        white_lost, black_lost = _read_ejected(fields[2])
    quiet = _read_number(QUIET, fields[3]) if len(fields) > 3 else 0
    position = Position(black, white, black_lost, white_lost)
    return _checked(position, turn, quiet, text)


def after(setup: Setup[Position], reached: Position) -> Setup[Position]:
    """The set-up once a move of `setup` has reached that position."""
    ejected = reached.own_lost > setup.position.opp_lost
    return Setup(reached, setup.mover.other, 0 if ejected else setup.quiet + 1)


def after_text(setup: Setup[Position], reached: Position) -> str:
    """The position text once a move of `setup` has reached that position."""
    return write(after(setup, reached))


def read_fen(text: str) -> Setup[Position]:
    """PlayStrategy's FEN: rows with `S` Black and `s` White, scores, side, quiet plies, number.

    A set-up does not count moves, so the move number is checked and left aside.

    >>> fen = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1"
    >>> read_fen(fen) == read("belgian-daisy"), write_fen(read_fen(fen)) == fen
    (True, True)
    """
    fields = tidy(text).split()
    if len(fields) != 6:
        raise NotationError(
            f"FEN {quoted(text, 80)}: {len(fields)} fields, expected 6: the rows,"
            " Black's and White's score, the side to move, the plies since the last ejection,"
            " the move number",
            f"FEN {quoted(text, 80)}: {len(fields)} campos, se esperaban 6: "
            "las filas, el marcador de Negras y de Blancas, quién juega, las "
            "jugadas desde la última expulsión y el número de jugada",
        )
    black, white = read_rows(fields[0], "Ss")
    white_lost = _read_number(Words("Black's score", "marcador de Negras"), fields[1])
    black_lost = _read_number(Words("White's score", "marcador de Blancas"), fields[2])
    turn = _read_side(fields[3])
    quiet = _read_number(QUIET, fields[4])
    _read_number(Words("move number", "número de jugada"), fields[5])
    position = Position(black, white, black_lost, white_lost)
    return _checked(position, turn, quiet, text)


def write_fen(setup: Setup[Position], *, number: int = 1) -> str:
    """PlayStrategy's FEN of a set-up, with the move number that only a game knows."""
    black, white, black_lost, white_lost = by_colour(setup)
    board = write_rows(black, white, "Ss")
    side = setup.mover.value[0]
    return f"{board} {white_lost} {black_lost} {side} {setup.quiet} {number}"


def read_compact(text: str, *, turn: Side = Side.BLACK) -> Setup[Position]:
    """The compact form of the French federation's tools: what each side lost and its cells.

    >>> read_compact("0a12b123c23g78h789i89_0a45b456c56g45h456i56") == read("belgian-daisy")
    True
    """
    halves = tidy(text).split("_")
    matches = [re.fullmatch(r"([0-9]{1,2})((?:[a-i][1-9]+)*)", half) for half in halves]
    if len(matches) != 2 or not (matches[0] and matches[1]):
        raise NotationError(
            f"compact position {quoted(text, 80)}: expected Black's half, '_', White's half,"
            " each the marbles it lost and its cells row by row, such as 0a12b123",
            f"posición compacta {quoted(text, 80)}: se esperaba la mitad de "
            "Negras, '_' y la mitad de Blancas, cada una con las piezas perdidas "
            "y sus casillas por filas, como 0a12b123",
        )
    black, white = ([*_compact_cells(half[2])] for half in matches if half)
    lost = [int(half[1]) for half in matches if half]
    position = Position(_distinct(black), _distinct(white), lost[0], lost[1])
    return _checked(position, turn, 0, text)


def write_compact(setup: Setup[Position]) -> str:
    """The compact form; it has no place for the side to move and the quiet plies."""
    black, white, black_lost, white_lost = by_colour(setup)
    return f"{black_lost}{_compact_text(black)}_{white_lost}{_compact_text(white)}"


def read_list(text: str, *, turn: Side = Side.BLACK) -> Setup[Position]:
    """The plain list of marbles `A1b,A2b,…,C5w`, in any order and case."""
    black: list[str] = []
    white: list[str] = []
    for item in tidy(text).lower().split(","):
        match = re.fullmatch(r"\s*([a-i][1-9])([bw])\s*", item)
        if not match:
            raise NotationError(
                f"marble {quoted(item)}: expected a cell and b or w, such as A1b",
                f"pieza {quoted(item)}: se esperaba una casilla y b o w, como A1b",
            )
        (black if match[2] == "b" else white).append(match[1])
    position = Position(_distinct(black), _distinct(white), _missing(black), _missing(white))
    return _checked(position, turn, 0, text)


def write_list(setup: Setup[Position]) -> str:
    """The plain list, Black's marbles first; it says nothing but where the marbles lie."""
    black, white, _, _ = by_colour(setup)
    marbles = [f"{cell.upper()}b" for cell in sorted(black)]
    marbles += [f"{cell.upper()}w" for cell in sorted(white)]
    return ",".join(marbles)


def by_colour(setup: Setup[Position]) -> tuple[frozenset[str], frozenset[str], int, int]:
    """Black's cells, White's cells, and how many marbles Black and White have lost."""
    here = setup.position if setup.mover is Side.BLACK else setup.position.swapped()
    return here.own, here.opp, here.own_lost, here.opp_lost


def _checked(seen_by_black: Position, turn: Side, quiet: int, text: str) -> Setup[Position]:
    position = seen_by_black if turn is Side.BLACK else seen_by_black.swapped()
    if reasons := rules.faults(position):
        shown = quoted(text, 80)
        where = Words(f"invalid position {shown}", f"posición no válida {shown}")
        raise InvalidPosition.because(reasons, where)
    return Setup(position, turn, quiet)


def _read_side(text: str) -> Side:
    if text not in _SIDES:
        raise NotationError(
            f"side to move {quoted(text)}: expected b or w",
            f"quién juega {quoted(text)}: se esperaba b o w",
        )
    return _SIDES[text]


def _read_ejected(text: str) -> tuple[int, int]:
    """The marbles ejected by Black and by White: what White and Black have lost."""
    match = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
    if not match:
        raise NotationError(
            f"ejected {quoted(text)}: expected the numbers ejected by Black and by White, as 0-0",
            f"expulsadas {quoted(text)}: se esperaban las expulsadas por Negras "
            "y por Blancas, como 0-0",
        )
    return int(match[1]), int(match[2])


def _read_number(name: Words, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(
            f"{name.en} {quoted(text)}: expected a number",
            f"{name.es} {quoted(text)}: se esperaba un número",
        )
    return int(text)


def _missing(cells: Collection[str]) -> int:
    return max(0, MARBLES - len(cells))


def _compact_cells(text: str) -> Iterator[str]:
    for row in re.findall(r"[a-i][1-9]+", text):
        yield from (row[0] + number for number in row[1:])


def _compact_text(cells: frozenset[str]) -> str:
    rows = ((row, [cell[1] for cell in row_cells(row) if cell in cells]) for row in ROWS)
    return "".join(row + "".join(numbers) for row, numbers in rows if numbers)


def _distinct(cells: list[str]) -> frozenset[str]:
    for cell in cells:
        if cell not in CELLS:
            raise NotationError(
                f"cell {cell!r}: not on the board", f"casilla {cell!r}: no está en el tablero"
            )
        if cells.count(cell) > 1:
            raise NotationError(
                f"cell {cell!r}: named twice", f"casilla {cell!r}: aparece dos veces"
            )
    return frozenset(cells)
