"""The rows of a game in a .mat file taken apart: who does what, and where in the file it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablas.files.located import damaged
from tablas.values import Dice, Side
from tablas.words import Words

RIGHT: Final = 20
"""A row's first word at this column or later belongs to the player on the right."""

NUMBER: Final = re.compile(r"[ \t]*[0-9]{1,4}\)")
WINS: Final = re.compile(r"[ \t]*Wins?[ \t]+[0-9]+[ \t]+point", re.IGNORECASE)
_WORD: Final = re.compile(
    r"(?<![0-9/])(?P<dice>[1-6][1-6]):"
    r"|(?P<double>\bDoubles?\b(?:[ \t]*(?:=>|to)?[ \t]*[0-9]+)?)"
    r"|(?P<raise>\b(?:Beavers?|Rac+oons?)\b(?:[ \t]*(?:=>|to)?[ \t]*[0-9]+)?)"
    r"|(?P<resign>\bResigns?\b(?:[ \t]+(?!Wins?\b)[a-z]+){0,3})"
    r"|(?P<take>\b(?:Takes?|Accepts?)\b)"
    r"|(?P<drop>\b(?:Drops?|Pass(?:es)?|Rejects?)\b)"
    r"|(?P<wins>\bWins?[ \t]+(?P<points>[0-9]{1,6})[ \t]+points?\b(?:[ \t]+and the match)?)",
    re.IGNORECASE,
)
A_CELL: Final = Words(
    "a roll such as '31:', Doubles, Takes, Drops or Wins",
    "una tirada como '31:', Doubles, Takes, Drops o Wins",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One word of a row: what happened, by whom, and its place in the file.

    `what` is `dice`, `double`, `raise`, `take`, `drop`, `resign` or `wins`; `play` is the text
    after a roll.
    """

    side: Side
    what: str
    place: int
    dice: Dice | None = None
    play: str = ""
    points: int = 0


def cells(text: str, start: int, end: int) -> Iterator[Cell]:
    """The words of the line from `start` to `end`, after its number if it has one."""
    number = NUMBER.match(text, start, end)
    place = number.end() if number else start
    words = list(_WORD.finditer(text, place, end))
    if not words:
        if text[place:end].strip():
            raise damaged(text, _first_letter(text, place, end), A_CELL)
        return
    if text[place : words[0].start()].strip():
        raise damaged(text, _first_letter(text, place, end), A_CELL)
    side = Side.WHITE if words[0].start() - start < RIGHT else Side.BLACK
    for index, word in enumerate(words):
        until = words[index + 1].start() if index + 1 < len(words) else end
        after = text[word.end() : until].strip()
        what = str(word.lastgroup) if word.lastgroup != "points" else "wins"
        if after and what != "dice":
            raise damaged(text, _first_letter(text, word.end(), until), A_CELL)
        dice = Dice.parse(word["dice"]) if word["dice"] else None
        points = int(word["points"]) if word["points"] else 0
        yield Cell(side, what, word.start(), dice, after, points)
        side = side.other


def _first_letter(text: str, start: int, end: int) -> int:
    return next((place for place in range(start, end) if not text[place].isspace()), end)
