"""Backgammon positions as text: XGID is written; it, GNU Backgammon's and Snowie's are read."""

from __future__ import annotations

from tablas.backgammon import snowie, xgid
from tablas.backgammon.gnubg import (
    from_match_id,
    from_position_id,
    gnubg_id,
    match_id,
    position_id,
)
from tablas.backgammon.rules import Position
from tablas.errors import NotationError
from tablas.situation import Situation
from tablas.values import Setup
from tablas.words import Words, quoted

__all__ = [
    "from_match_id",
    "from_position_id",
    "gnubg_id",
    "match_id",
    "notations",
    "position_id",
    "read",
    "read_situation",
    "write",
    "write_situation",
]


def read(text: str) -> Setup[Position]:
    """The position and the side on turn, from an XGID, GNU Backgammon's IDs or Snowie's text.

    A position ID alone does not say whose turn it is: White's.

    >>> read("4HPwATDgc/ABMA") == read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    True
    """
    position, situation = read_situation(text)
    return Setup(position, situation.turn)


def write(setup: Setup[Position]) -> str:
    """The XGID of a position in a money game, cube in the middle, before the roll."""
    return write_situation(setup.position, Situation(turn=setup.mover))


def notations(position: Position, situation: Situation) -> tuple[tuple[Words, str], ...]:
    """XGID and GNU Backgammon's ID."""
    return (
        (Words("XGID", "XGID"), write_situation(position, situation)),
        (Words("GNU Backgammon ID", "ID de GNU Backgammon"), gnubg_id(position, situation)),
    )


def read_situation(text: str) -> tuple[Position, Situation]:
    """All that the text says: the position seen by the player on turn, cube, dice, score …"""
    if snowie.looks_like(text):
        return snowie.read(text)
    bare = text.strip() if len(text) <= xgid.LONGEST else text
    if bare[:5].upper() == xgid.PREFIX or bare.count(":") > 1:
        return xgid.read(bare)
    board, colon, rest = bare.partition(":")
    if len(board) != 14:
        raise NotationError(
            f"position {quoted(text)}: expected an XGID, a position ID of 14 characters, "
            "positionID:matchID, or the text of Snowie",
            f"posición {quoted(text)}: se esperaba un XGID, un ID de posición "
            "de 14 caracteres, IDdeposición:IDdeencuentro o el texto de Snowie",
        )
    return from_position_id(board), from_match_id(rest) if colon else Situation()


def write_situation(position: Position, situation: Situation) -> str:
    """The XGID; `gnubg_id` writes the same for GNU Backgammon."""
    return xgid.write(position, situation)
