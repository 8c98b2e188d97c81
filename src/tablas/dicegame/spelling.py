"""The words of a play: names of places, and a text taken apart into its movements.

Points are numbers from the mover's side (`13/7`), or the N/B names of rule sheet 003 (`B1-B7`):
the twelve points of Black's side are N1 to N12, those of White's side B1 to B12.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablas.dicegame.reasons import BAR, OFF, place_name
from tablas.errors import NotationError
from tablas.values import Side
from tablas.words import quoted

EMPTY: Final = frozenset(("", "-", "pass", "pasa", "cannot move"))
"""What says that nothing can be moved; `-` is what we write."""

LONGEST: Final = 200
MOST_MOVEMENTS: Final = 4

_PLACE: Final = r"(?:bar|barra|off|fuera|[nb](?:1[0-2]|[1-9])|2[0-5]|1[0-9]|[0-9])"
_MOVEMENT: Final = re.compile(rf"({_PLACE}(?:[/-]{_PLACE}\*?)+)(?:\(([1-4])\)(\*?))?", re.ASCII)
_GAPS: Final = re.compile(r"[\s,]+", re.ASCII)
_WORDS: Final = {"bar": BAR, "barra": BAR, "off": OFF, "fuera": OFF}


@dataclass(frozen=True, slots=True)
class Movement:
    """One checker's way as the text tells it: where from, points named on the way, where to."""

    places: tuple[int, ...]
    hits: frozenset[int]


def number_name(place: int) -> str:
    """A place as the mover numbers it."""
    return place_name(place).en


def nb_name(place: int, side: Side) -> str:
    """A place as sheet 003 names it; the letters depend on whose point it is.

    >>> nb_name(24, Side.WHITE), nb_name(24, Side.BLACK)
    ('N1', 'B1')
    """
    if place in (BAR, OFF):
        return number_name(place)
    near, far = ("B", "N") if side is Side.WHITE else ("N", "B")
    return f"{near}{place}" if place <= 12 else f"{far}{BAR - place}"


def movements(text: str, side: Side | None) -> list[Movement]:
    """Every movement of a play, a count written out; `side` is only needed for N/B names."""
    if len(text) > LONGEST:
        raise NotationError(
            f"play {quoted(text)}: {len(text)} characters, at most {LONGEST}",
            f"jugada {quoted(text)}: {len(text)} caracteres, como máximo {LONGEST}",
        )
    bare = text.strip().lower()
    if bare in EMPTY:
        return []
    paths = [path for word in _GAPS.split(bare) for path in _paths(word, text)]
    if len(paths) > MOST_MOVEMENTS:
        raise NotationError(
            f"play {quoted(text)}: {len(paths)} movements, at most 4 can be played",
            f"jugada {quoted(text)}: {len(paths)} movimientos, se pueden jugar 4 como máximo",
        )
    letters = {name[0] for path in paths for name in path if name.rstrip("*") not in _WORDS}
    if letters & set("nb"):
        if letters - set("nb"):
            raise NotationError(
                f"play {quoted(text)}: numbers and N/B names are mixed",
                f"jugada {quoted(text)}: mezcla números y nombres N/B",
            )
        if side is None:
            raise NotationError(
                f"play {quoted(text)}: N/B names need to know who moves",
                f"jugada {quoted(text)}: para los nombres N/B hay que saber quién juega",
            )
    elif "-" in bare:
        raise NotationError(
            f"play {quoted(text)}: expected '/' between numbers, as in 13/7",
            f"jugada {quoted(text)}: se esperaba '/' entre los números, como en 13/7",
        )
    return [_movement(path, side) for path in paths]


def _paths(word: str, text: str) -> list[list[str]]:
    """The names of the places of one movement, as often as its count says."""
    match = _MOVEMENT.fullmatch(word)
    if not match:
        raise NotationError(
            f"play {quoted(text)}: {quoted(word)} is no movement, "
            "expected one such as 13/7, bar/20*, 6/off(2) or N12-N8",
            f"jugada {quoted(text)}: {quoted(word)} no es un movimiento, se "
            "esperaba uno como 13/7, bar/20*, 6/off(2) o N12-N8",
        )
    path, count, star = match.groups()
    return [re.split("[/-]", path + (star or ""))] * int(count or 1)


def _movement(path: list[str], side: Side | None) -> Movement:
    places = [_place(name.rstrip("*"), side) for name in path]
    hits = (place for place, name in zip(places, path, strict=True) if name.endswith("*"))
    return Movement(tuple(places), frozenset(hits))


def _place(name: str, side: Side | None) -> int:
    if name in _WORDS:
        return _WORDS[name]
    return nb_place(name, side) if name[0] in "nb" else int(name)


def nb_place(name: str, side: Side | None) -> int:
    """The place that sheet 003 calls `name`, as the mover numbers it.

    >>> nb_place("n1", Side.WHITE), nb_place("b1", Side.WHITE)
    (24, 1)
    """
    near = "b" if side is Side.WHITE else "n"
    return int(name[1:]) if name[0] == near else BAR - int(name[1:])
