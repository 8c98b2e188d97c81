"""The position text of Snowie: forty numbers and names between semicolons.

    0;1;0;1;1;Ana;Bob;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;

Length of the match, Jacoby, a zero, beavers, whose turn it is (1 White, 0 Black), the names of who
is on turn and of the other, Crawford, their scores, the cube, its owner (1 who is on turn, -1 the
other, 0 nobody), the bar of the other, the 24 points as who is on turn counts them (the other's
checkers below zero), the own bar, the dice. GNU Backgammon writes it as `export position
snowietxt`, which the tests read.
"""

from __future__ import annotations

from typing import Final

from tablas.backgammon.reading import side_of, valid_position, valid_situation
from tablas.backgammon.rules import Position
from tablas.errors import NotationError
from tablas.situation import Situation
from tablas.values import Dice, Side
from tablas.words import Words, quoted

FIELDS: Final = 40
LONGEST: Final = 400
NAMES: Final = (5, 6)
MOST: Final = 1 << 20
TEXT: Final = Words("Snowie's text", "el texto de Snowie")
FLAG: Final = Words("0 or 1", "0 o 1")
OWNER: Final = Words("1, 0 or -1", "1, 0 o -1")
DIE: Final = Words("a die from 1 to 6, or 0 for none", "un dado de 1 a 6, o 0 si no hay")
CHECKERS: Final = Words("checkers from -15 to 15", "fichas de -15 a 15")
A_NUMBER: Final = Words("a whole number from 0", "un número entero desde 0")


def looks_like(text: str) -> bool:
    return text.count(";") >= FIELDS - 1


def read(text: str) -> tuple[Position, Situation]:
    """The position seen by the player on turn, and all that the text says beside it."""
    fields = text.strip().removesuffix(";").split(";")
    if len(text) > LONGEST or len(fields) != FIELDS:
        raise NotationError(
            f"Snowie's text: {len(fields)} fields, expected {FIELDS}",
            f"texto de Snowie: {len(fields)} campos, se esperaban {FIELDS}",
        )
    length, jacoby = _number(fields, 0, 0, MOST, A_NUMBER), _number(fields, 1, 0, 1, FLAG)
    beavers, turn = _number(fields, 3, 0, 1, FLAG), _number(fields, 4, 0, 1, FLAG)
    crawford = _number(fields, 7, 0, 1, FLAG)
    scores = [_number(fields, place, 0, MOST, A_NUMBER) for place in (8, 9)]
    cube, owner = _number(fields, 10, 1, MOST, A_NUMBER), _number(fields, 11, -1, 1, OWNER)
    points = [_number(fields, place, -15, 15, CHECKERS) for place in range(12, 38)]
    dice = [_number(fields, place, 0, 6, DIE) for place in (38, 39)]
    side = Side.WHITE if turn else Side.BLACK
    white, black = scores if side is Side.WHITE else reversed(scores)
    situation = Situation(
        turn=side, dice=Dice(*dice) if all(dice) else None, cube=cube,
        owner={1: side, -1: side.other}.get(owner), score=(white, black), length=length,
        crawford=bool(crawford), jacoby=bool(jacoby and not length),
        beavers=bool(beavers and not length),
    )  # fmt: skip
    own = side_of([max(0, count) for count in points[1:]])
    opp = side_of([max(0, -count) for count in reversed(points[:-1])])
    return valid_position(Position(own, opp), TEXT), valid_situation(situation, TEXT)


def write(
    position: Position, situation: Situation, white: str = "White", black: str = "Black"
) -> str:
    """The text of a position; names may not hold a semicolon, which becomes a comma.

    >>> from tablas.backgammon.rules import start
    >>> write(start(), Situation(dice=Dice(3, 1)))[:37]
    '0;0;0;0;1;White;Black;0;0;0;1;0;0;-2;'
    """
    side = situation.turn
    names, scores = (white, black), situation.score
    if side is Side.BLACK:
        names, scores = (black, white), (scores[1], scores[0])
    owner = 0 if situation.owner is None else 1 if situation.owner is side else -1
    points = [
        position.own[place] - position.opp[25 - place] if 0 < place < 25 else 0
        for place in range(26)
    ]
    points[0], points[25] = -position.opp[25], position.own[25]
    dice = (situation.dice.high, situation.dice.low) if situation.dice else (0, 0)
    fields = (
        situation.length, int(situation.jacoby), 0, int(situation.beavers),
        int(side is Side.WHITE), *(name.replace(";", ",") for name in names),
        int(situation.crawford), *scores, situation.cube, owner, *points, *dice,
    )  # fmt: skip
    return "".join(f"{field};" for field in fields)


def _number(fields: list[str], place: int, least: int, most: int, expected: Words) -> int:
    text = fields[place].strip()
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST)):
        number = int(text)
        if least <= number <= most:
            return number
    raise NotationError(
        f"Snowie's text, field {place + 1}: {quoted(text)}, expected {expected.en}",
        f"texto de Snowie, campo {place + 1}: {quoted(text)}, se esperaba {expected.es}",
    )
