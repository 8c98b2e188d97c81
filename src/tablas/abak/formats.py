"""The position text of Abak: `<24>/<23>/…/<1> <bar> <off> <turn>`, from White's side.

Stacks bottom to top, White upper case, Black lower case, a run of empty points as its count;
bar and off as `white/black`, letters sorted, `-` for none; turn `w` or `b`. Every position has
exactly one text, and only that text is read.
"""

from __future__ import annotations

import re
from typing import Final

from tablas.abak.position import TEAM, Position
from tablas.abak.rules import faults
from tablas.errors import InvalidPosition, NotationError
from tablas.situation import Situation
from tablas.values import Setup, Side
from tablas.words import Words, quoted

OWN: Final = "".join(sorted(TEAM))
LONGEST: Final = 200  # no valid text comes near it

_STACK: Final = re.compile(f"[{OWN}{OWN.lower()}]+")
_COUNT: Final = re.compile("[1-9]|1[0-9]|2[0-4]")
_GAP: Final = re.compile("/{2,}")
_COUNTED: Final = {"/" * (empty + 1): f"/{empty}/" for empty in range(1, 25)}


def write(setup: Setup[Position]) -> str:
    """The position text, with the turn.

    >>> from tablas.abak.rules import start
    >>> write(Setup(start(), Side.WHITE))
    'ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w'
    """
    return f"{points_text(setup)} {setup.mover.value[0]}"


def points_text(setup: Setup[Position]) -> str:
    """`<points> <bar> <off>`: the position text without the turn."""
    position = setup.position
    bar, opp_bar = position.bar or "-", position.opp_bar or "-"
    off, opp_off = position.off or "-", position.opp_off or "-"
    if setup.mover is Side.WHITE:
        points = "/".join(position.points[:0:-1])
        waiting = f"{bar}/{opp_bar} {off}/{opp_off}"
    else:
        points = "/".join(position.points[1:]).swapcase()
        waiting = f"{opp_bar}/{bar} {opp_off}/{off}".swapcase()
    # Between two slashes, k + 1 slashes in a row are k empty points.
    return f"{_GAP.sub(_counted, f'/{points}/')[1:-1]} {waiting}"


def notations(position: Position, situation: Situation) -> tuple[tuple[Words, str], ...]:
    """The position text; nobody else has a notation for Abak."""
    return ((Words("Position text", "Texto de posición"), write_situation(position, situation)),)


def write_situation(position: Position, situation: Situation) -> str:
    """The position text; it has no room for more than whose turn it is."""
    return write(Setup(position, situation.turn, situation.quiet))


def read_situation(text: str) -> tuple[Position, Situation]:
    """The position, and whose turn it is; a position text knows neither dice nor cube."""
    setup = read(text)
    return setup.position, Situation(turn=setup.mover)


def _counted(gap: re.Match[str]) -> str:
    return _COUNTED[gap[0]]


def read(text: str, *, turn: Side | None = None) -> Setup[Position]:
    """The valid set-up that a position text means.

    Without a turn letter `turn` moves, or White if that is not given either.
    """
    fields = text.strip().split(" ") if len(text) <= LONGEST else []
    if len(fields) not in (3, 4):
        raise NotationError(
            f"position {quoted(text)}: expected '<points> <bar> <off> <turn>', one space between",
            f"posición {quoted(text)}: se esperaba '<puntos> <barra> <fuera> "
            "<turno>', con un espacio entre ellos",
        )
    points = _points(fields[0])
    bar, opp_bar = _white_and_black(Words("bar", "barra"), fields[1])
    off, opp_off = _white_and_black(Words("off", "fuera"), fields[2])
    mover = _turn(fields[3:], turn)
    position = Position(points, bar, off, opp_bar, opp_off)
    if mover is Side.BLACK:
        position = position.swapped()
    if reasons := faults(position):
        where = Words(f"position {text}", f"posición {text}")
        raise InvalidPosition.because(reasons, where)
    return Setup(position, mover)


def _points(field: str) -> tuple[str, ...]:
    """The 24 stacks, White's 24 first in the text, as `Position.points`."""
    stacks: list[str] = []
    counted = False
    for part in field.split("/"):
        if _STACK.fullmatch(part):
            stacks.append(part)
            counted = False
        elif _COUNT.fullmatch(part) and not counted:
            stacks += [""] * int(part)
            counted = True
        else:
            raise NotationError(
                f"points: found {quoted(part)}, expected a stack of the letters {OWN} "
                f"{OWN.lower()} or one count 1 to 24 for a run of empty points",
                f"puntos: hay {quoted(part)}, se esperaba una pila de las letras "
                f"{OWN} {OWN.lower()} o un número del 1 al 24 de puntos vacíos seguidos",
            )
    if len(stacks) != 24:
        raise NotationError(
            f"points: found {len(stacks)} points, expected 24",
            f"puntos: hay {len(stacks)}, se esperaban 24",
        )
    return ("", *reversed(stacks))


def _white_and_black(name: Words, field: str) -> tuple[str, str]:
    """The two halves of a bar or off field."""
    white, _, black = field.partition("/")
    if not (_is_waiting(white, OWN) and _is_waiting(black, OWN.lower())):
        raise NotationError(
            f"{name.en}: found {quoted(field)}, expected 'white/black': letters of {OWN}, "
            f"a slash, letters of {OWN.lower()}, each '-' if there are none",
            f"{name.es}: hay {quoted(field)}, se esperaba 'blancas/negras': letras de {OWN}, "
            f"una barra, letras de {OWN.lower()}, y '-' si no hay ninguna",
        )
    return "".join(sorted(white.strip("-"))), "".join(sorted(black.strip("-")))


def _is_waiting(half: str, letters: str) -> bool:
    if half == "-":
        return True
    return half != "" and set(half) <= set(letters)


def _turn(fields: list[str], given: Side | None) -> Side:
    if not fields:
        return given or Side.WHITE
    for side in Side:
        if fields[0] == side.value[0]:
            if given not in (None, side):
                raise NotationError(
                    f"turn: found {fields[0]!r}, but {given.value} is to move",
                    f"turno: hay {fields[0]!r}, pero juegan {given.words.es}",
                )
            return side
    raise NotationError(
        f"turn: found {quoted(fields[0])}, expected 'w' or 'b'",
        f"turno: hay {quoted(fields[0])}, se esperaba 'w' o 'b'",
    )
