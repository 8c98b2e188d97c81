"""The rows of a board as text, and the care that any text from outside needs."""

from __future__ import annotations

import re
from typing import Final

from tablas.abalone.board import ROWS, row_cells
from tablas.errors import NotationError
from tablas.words import quoted

LONGEST_TEXT: Final = 400
"""No position needs more; longer texts are refused before anything looks at them."""

_TOP_DOWN: Final = [row_cells(row) for row in reversed(ROWS)]
_EMPTY_BOARD: Final = "/".join("." * len(cells) for cells in _TOP_DOWN)
_PLACE: Final = {
    # One place for the slash after each row above.
    cell: line + sum(map(len, _TOP_DOWN[:line])) + cells.index(cell)
    for line, cells in enumerate(_TOP_DOWN)
    for cell in cells
}
_RUNS: Final = [("." * count, str(count)) for count in range(9, 0, -1)]


def tidy(text: str) -> str:
    """The text without blanks around it, unless it is too long to be a position."""
    text = text.strip()
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            f"position {quoted(text, 80)}: {len(text)} characters, expected at most {LONGEST_TEXT}",
            f"posición {quoted(text, 80)}: {len(text)} caracteres, como máximo {LONGEST_TEXT}",
        )
    return text


def write_rows(black: frozenset[str], white: frozenset[str], letters: str) -> str:
    """The rows i to a with Black's and White's letter and counts of empty cells."""
    marks = [*_EMPTY_BOARD]
    for cell in black:
        marks[_PLACE[cell]] = letters[0]
    for cell in white:
        marks[_PLACE[cell]] = letters[1]
    board = "".join(marks)
    for empty, count in _RUNS:
        board = board.replace(empty, count)
    return board


def read_rows(text: str, letters: str) -> tuple[frozenset[str], frozenset[str]]:
    """Black's and White's cells from the rows i to a, with the letters used for them."""
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise NotationError(
            f"rows {quoted(text, 80)}: found {len(rows)}, expected 9, from i to a",
            f"filas {quoted(text, 80)}: hay {len(rows)}, se esperaban 9, de la i a la a",
        )
    by_colour: tuple[set[str], set[str]] = (set(), set())
    for cells, row in zip(_TOP_DOWN, rows, strict=True):
        marks = _row_marks(row, cells, letters)
        for cell, mark in zip(cells, marks, strict=True):
            if mark != ".":
                by_colour[letters.index(mark)].add(cell)
    return frozenset(by_colour[0]), frozenset(by_colour[1])


def _row_marks(row: str, cells: tuple[str, ...], letters: str) -> str:
    name = f"{cells[0][0]} {quoted(row)}"
    if not re.fullmatch(rf"(?:[{letters}]|[1-9](?![1-9]))*", row):
        raise NotationError(
            f"row {name}: expected {letters[0]} (Black), {letters[1]} (White) "
            "and counts of empty cells",
            f"fila {name}: se esperaba {letters[0]} (Negras), {letters[1]} (Blancas) "
            "y números de casillas vacías",
        )
    marks = "".join("." * int(mark) if mark in "123456789" else mark for mark in row)
    if len(marks) != len(cells):
        raise NotationError(
            f"row {name}: {len(marks)} cells, expected {len(cells)}",
            f"fila {name}: {len(marks)} casillas, se esperaban {len(cells)}",
        )
    return marks
