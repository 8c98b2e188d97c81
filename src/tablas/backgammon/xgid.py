"""XGID, the position text of eXtreme Gammon: ten fields separated by colons.

`XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`

1.  26 places: the bar of the top player, points 1 to 24 as the bottom player counts them, the bar
    of the bottom player. `-` is empty, `A` to `O` are 1 to 15 checkers of the bottom player (X,
    White in Tablas), `a` to `o` of the top player (O, Black). What is missing is borne off.
2.  The cube as a power of two.
3.  Who owns it: 1 the bottom player, -1 the top player, 0 nobody.
4.  Whose turn it is: 1 the bottom player, -1 the top player. Who doubled is still on turn.
5.  The dice; `00` before the roll; `D` a double, `B` a beaver, `R` a raccoon waits for an answer.
6.  The score of the bottom player.
7.  The score of the top player.
8.  In a match 1 for the Crawford game; in a money session 1 for Jacoby plus 2 for beavers.
9.  The length of the match; 0 is a money session.
10. The highest value of the cube as a power of two.

It has no room for a resignation, nor for how a game ended.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, TypeVar

from tablas.backgammon.reading import side_of, valid_position, valid_situation
from tablas.backgammon.reasons import BAR
from tablas.backgammon.rules import Position, outcome
from tablas.errors import NotationError
from tablas.situation import HIGHEST_CUBE, MOST, GamePhase, Pending, Situation
from tablas.values import Dice, Side
from tablas.words import Words, quoted

T = TypeVar("T")

PREFIX: Final = "XGID="
LONGEST: Final = 120

WAITING: Final = {"D": Pending.DOUBLE, "B": Pending.BEAVER, "R": Pending.RACCOON}
_LETTER: Final = {pending: letter for letter, pending in WAITING.items()}
_SIDES: Final = {"1": Side.WHITE, "-1": Side.BLACK}
_NUMBER: Final = {None: 0, Side.WHITE: 1, Side.BLACK: -1}
_BOTTOM: Final = "-ABCDEFGHIJKLMNO"
_TOP: Final = _BOTTOM.lower()
_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,4}")


CRAWFORD: Final = Words("Crawford", "Crawford")
MONEY_OPTIONS: Final = Words("Jacoby and beavers", "Jacoby y castores")
BOTTOM: Final = Words("bottom score", "marcador de abajo")
TOP: Final = Words("top score", "marcador de arriba")


def write(position: Position, situation: Situation) -> str:
    """The XGID of a valid position and situation.

    >>> from tablas.backgammon.rules import start
    >>> write(start(), Situation(dice=Dice(3, 1)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
    """
    white, black = situation.score
    money = situation.jacoby + 2 * situation.beavers
    fields = (
        board(position if situation.turn is Side.WHITE else position.swapped()),
        situation.cube.bit_length() - 1,
        _NUMBER[situation.owner],
        _NUMBER[situation.turn],
        _LETTER[situation.pending] if situation.pending else situation.dice or "00",
        white,
        black,
        int(situation.crawford) if situation.length else money,
        situation.length,
        situation.max_cube.bit_length() - 1,
    )
    return PREFIX + ":".join(map(str, fields))


def board(seen_by_white: Position) -> str:
    """The first field alone: who stands where."""
    # Index 0 of a side's own counts is borne off; there stands the other side's bar.
    white = (0, *seen_by_white.own[1:])
    black = (*seen_by_white.opp[:0:-1], 0)
    return "".join(
        [
            _TOP[theirs] if theirs else _BOTTOM[ours]
            for ours, theirs in zip(white, black, strict=True)
        ]
    )


def read(text: str) -> tuple[Position, Situation]:
    """The position, seen by the player on turn, and everything else an XGID says."""
    if len(text) > LONGEST:
        raise NotationError(
            f"XGID {quoted(text)}: {len(text)} characters, expected ten fields",
            f"XGID {quoted(text)}: {len(text)} caracteres, se esperaban diez campos",
        )
    bare = text.strip()
    fields = bare[len(PREFIX) if bare.upper().startswith(PREFIX) else 0 :].split(":")
    if len(fields) != 10:
        raise NotationError(
            f"XGID {quoted(text)}: {len(fields)} fields, expected 10",
            f"XGID {quoted(text)}: {len(fields)} campos, se esperaban 10",
        )
    seen_by_white = _read_board(fields[0])
    turn = _one_of(fields[3], Words("turn", "turno"), _SIDES)
    position = seen_by_white if turn is Side.WHITE else seen_by_white.swapped()
    valid_position(position, Words(f"XGID {bare}", f"XGID {bare}"))
    situation = _read_situation(fields, turn)
    if outcome(position):
        situation = replace(situation, state=GamePhase.OVER)
    return position, valid_situation(situation, Words(f"XGID {bare}", f"XGID {bare}"))


def _read_situation(fields: list[str], turn: Side) -> Situation:
    _, cube, owner, _, action, white, black, options, length, max_cube = fields
    match_length = _whole(length, Words("match length", "longitud del encuentro"), MOST)
    option = _whole(options, CRAWFORD if match_length else MONEY_OPTIONS, 3)
    if match_length and option > 1:
        raise NotationError(
            f"XGID, Crawford {options!r}: expected 0 or 1 in a match",
            f"XGID, Crawford {options!r}: se esperaba 0 o 1 en un encuentro",
        )
    highest = HIGHEST_CUBE.bit_length() - 1
    return Situation(
        turn=turn,
        dice=_read_dice(action),
        cube=1 << _whole(cube, Words("cube", "cubo"), highest),
        owner=_one_of(owner, Words("cube owner", "dueño del cubo"), {"0": None, **_SIDES}),
        score=(_whole(white, BOTTOM, MOST), _whole(black, TOP, MOST)),
        length=match_length,
        crawford=bool(match_length and option),
        jacoby=not match_length and option in (1, 3),
        beavers=not match_length and option in (2, 3),
        max_cube=1 << _whole(max_cube, Words("highest cube", "cubo máximo"), highest),
        pending=WAITING.get(action),
    )


def _read_board(text: str) -> Position:
    if len(text) != BAR + 1:
        raise NotationError(
            f"XGID, board {quoted(text)}: {len(text)} places, expected 26",
            f"XGID, tablero {quoted(text)}: {len(text)} lugares, se esperaban 26",
        )
    white, black = [0] * (BAR + 1), [0] * (BAR + 1)
    for place, letter in enumerate(text):
        if "A" <= letter <= "O" and place:
            white[place] = ord(letter) - 64
        elif "a" <= letter <= "o" and place < BAR:
            black[BAR - place] = ord(letter) - 96
        elif letter != "-":
            allowed = _allowed(place)
            raise NotationError(
                f"XGID, place {place} {letter!r}: expected {allowed.en}",
                f"XGID, lugar {place} {letter!r}: se esperaba {allowed.es}",
            )
    return Position(own=side_of(white[1:]), opp=side_of(black[1:]))


def _allowed(place: int) -> Words:
    if place == 0:
        return Words("- or a to o", "- o de la a a la o")
    if place == BAR:
        return Words("- or A to O", "- o de la A a la O")
    return Words("-, A to O or a to o", "-, de la A a la O o de la a a la o")


def _read_dice(text: str) -> Dice | None:
    if text == "00" or text in WAITING:
        return None
    if len(text) != 2 or not set(text) <= set("123456"):
        raise NotationError(
            f"XGID, dice {quoted(text)}: expected two digits 1 to 6, 00, D, B or R",
            f"XGID, dados {quoted(text)}: se esperaban dos cifras del 1 al 6, 00, D, B o R",
        )
    return Dice.parse(text)


def _whole(text: str, field: Words, most: int) -> int:
    if not _WHOLE.fullmatch(text) or int(text) > most:
        raise NotationError(
            f"XGID, {field.en} {quoted(text)}: expected a number 0 to {most}",
            f"XGID, {field.es} {quoted(text)}: se esperaba un número de 0 a {most}",
        )
    return int(text)


def _one_of(text: str, field: Words, known: dict[str, T]) -> T:
    if text not in known:
        raise NotationError(
            f"XGID, {field.en} {quoted(text)}: expected {', '.join(known)}",
            f"XGID, {field.es} {quoted(text)}: se esperaba {', '.join(known)}",
        )
    return known[text]
