"""Positions as GNU Backgammon's external players exchange them: the `board:` line of FIBS.

The fields are those of the client protocol of the First Internet Backgammon Server. The board shows
the checkers of one player, "you", as positive numbers moving down from 24 to 1. What GNU Backgammon
makes of the other fields was found out by talking to it: the score stands for whoever is on roll
first, the right to double for "you" first, and the last field is 0 in the Crawford game.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final

from tablas.backgammon.rules import CHECKERS, Position, faults
from tablas.errors import InvalidPosition, NotationError
from tablas.words import Words, quoted

MONEY: Final = 9999
"""The match length by which FIBS means an unlimited match; GNU Backgammon also says 0."""
_FIELDS: Final = 53
_MOVE: Final = re.compile(
    r"(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+(?:\([1-4]\))?", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FibsBoard:
    """What one `board:` line tells; `position` is seen by "you", whoever is on roll.

    `turn` says whether you are on roll. If `doubled`, whoever is on roll has offered a double that
    the other must answer, and the cube still shows the value before it. Without `dice` the player
    on roll may roll or double. `score` is that of the player on roll, then the other's.
    """

    position: Position
    turn: bool = True
    dice: tuple[int, int] | None = None
    cube: int = 1
    may_double: bool = True
    other_may_double: bool = True
    doubled: bool = False
    length: int = MONEY
    score: tuple[int, int] = (0, 0)
    crawford: bool = False

    @property
    def yours(self) -> bool:
        """Whether the decision is yours."""
        return self.turn != self.doubled

    def write(self) -> str:
        """The line, without its end."""
        own, opp = self.position.own, self.position.opp
        places = [-opp[25], *(own[p] - opp[25 - p] for p in range(1, 25)), own[25]]
        dice = self.dice or (0, 0)
        fields = [
            "board", "you", "other", self.length, *self.score, *places, 1 if self.turn else -1,
            *dice, *dice, self.cube, int(self.may_double), int(self.other_may_double),
            int(self.doubled), 1, -1, 0, 25, own[0], opp[0], own[25], opp[25], 0, 0, 0,
            int(not self.crawford),
        ]  # fmt: skip
        return ":".join(map(str, fields))

    @classmethod
    def read(cls, text: str) -> FibsBoard:
        """The board of a line; NotationError or InvalidPosition says what is wrong.

        >>> from tablas.backgammon.rules import start
        >>> FibsBoard.read(FibsBoard(position=start()).write()) == FibsBoard(position=start())
        True
        """
        fields = text.strip().split(":")
        if len(fields) != _FIELDS or fields[0] != "board":
            raise NotationError(
                f"FIBS board {quoted(text)}: expected 'board:' and 52 fields",
                f"tablero FIBS {quoted(text)}: se esperaba 'board:' y 52 campos",
            )
        numbers = [_number(index, field) for index, field in enumerate(fields) if index > 2]
        length, mine, theirs, *places = numbers[:29]
        turn, *dice, cube, may, other_may, doubled, colour, direction = numbers[29:40]
        rolled = tuple(dice[:2]) if any(dice[:2]) else tuple(dice[2:])
        return cls(
            position=_position([count * colour for count in places], down=direction < 0),
            turn=turn == colour,
            dice=(rolled[0], rolled[1]) if any(rolled) else None,
            cube=cube,
            may_double=bool(may),
            other_may_double=bool(other_may),
            doubled=bool(doubled),
            length=length or MONEY,
            score=(mine, theirs),
            crawford=length not in (0, MONEY) and not numbers[-1],
        )


def _number(index: int, field: str) -> int:
    if not re.fullmatch(r"-?\d{1,5}", field, re.ASCII):
        raise NotationError(
            f"FIBS board, field {index}: found {quoted(field)}, expected a number",
            f"tablero FIBS, campo {index}: hay {quoted(field)}, se esperaba un número",
        )
    return int(field)


def _position(places: list[int], *, down: bool) -> Position:
    """Your checkers positive; what stands nowhere has been borne off."""
    places = places if down else places[::-1]
    own, opp = [0] * 26, [0] * 26
    for place in range(1, 25):
        own[place] = max(places[place], 0)
        opp[25 - place] = max(-places[place], 0)
    own[25], opp[25] = abs(places[25]), abs(places[0])
    own[0], opp[0] = CHECKERS - sum(own), CHECKERS - sum(opp)
    position = Position(tuple(own), tuple(opp))
    if reasons := faults(position):
        raise InvalidPosition.because(reasons, Words("FIBS board", "tablero FIBS"))
    return position


def after(position: Position, move: str) -> Position:
    """The position after a move in GNU Backgammon's words, seen by the opponent.

    A way like 13/7*/5 is written out where it hits between.
    """
    own, opp = list(position.own), list(position.opp)
    for part in move.split():
        if not _MOVE.fullmatch(part):
            raise NotationError(
                f"move {quoted(move.strip())}: expected such as '8/5 6/5'",
                f"jugada {quoted(move.strip())}: se esperaba algo como '8/5 6/5'",
            )
        way, _, times = part.partition("(")
        names = way.replace("*", "").replace("bar", "25").replace("off", "0").split("/")
        places = [int(name) for name in names]
        for _ in range(int(times.rstrip(")") or 1)):
            for source, target in itertools.pairwise(places):
                own[source] -= 1
                own[target] += 1
                if target and opp[25 - target]:
                    opp[25 - target] -= 1
                    opp[25] += 1
    return Position(tuple(opp), tuple(own))
