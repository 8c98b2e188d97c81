"""Where in a file something is: lines and columns are counted only when they must be told."""

from __future__ import annotations

from tablas.errors import NotationError
from tablas.words import Words, quoted

THE_END = Words("the end of the file", "el final del archivo")


def line_and_column(text: str, place: int) -> tuple[int, int]:
    """The line and the column of a place in a text, both counted from 1.

    >>> line_and_column("ab\\ncd", 4)
    (2, 2)
    """
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def damaged(text: str, place: int, expected: Words) -> NotationError:
    """The error of a file that cannot be read on from `place`."""
    line, column = line_and_column(text, place)
    piece = text[place : place + 24].split("\n", 1)[0]
    at_end = place >= len(text)
    en = THE_END.en if at_end else quoted(piece or "\n")
    es = THE_END.es if at_end else quoted(piece or "\n")
    return NotationError(
        f"line {line}, column {column}: found {en}, expected {expected.en}",
        f"línea {line}, columna {column}: hay {es}, se esperaba {expected.es}",
    )
