"""Reading .mat, the match format of Jellyfish that every backgammon program knows.

    ; [EventDate "2026.11.16"]

     5 point match

     Game 1
     ana : 0                        bob : 0
      1)                             21: 13/11 24/23
      2) 52: 13/8 24/22               Doubles => 2

White is the player on the left. Plays count from the side of who moves; 25 is the bar, 0 is off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from tablas.backgammon import starts
from tablas.backgammon.rules import start as start_position
from tablas.errors import NotationError
from tablas.files.backgammon.following import Following, Lost
from tablas.files.backgammon.mat_rows import NUMBER, RIGHT, WINS, Cell, cells
from tablas.files.backgammon.match_terms import MatchScore
from tablas.files.located import damaged, line_and_column
from tablas.files.sheet import Fault, GameSheet, MatchSheet
from tablas.play.terms import Stakes
from tablas.record import LONGEST_NAME, Record
from tablas.values import Setup
from tablas.words import Words

_TAG: Final = re.compile(r'[ \t]*;[ \t]*\[([^"\]\n]+?)[ \t]*"(.*)"[ \t]*\][ \t]*')
_LENGTH: Final = re.compile(r"[ \t]*([0-9]{1,5})[ \t]+points?[ \t]+match", re.IGNORECASE)
_GAME: Final = re.compile(r"[ \t]*Game[ \t]+[0-9]+[ \t]*", re.IGNORECASE)
_NAMES: Final = re.compile(
    r"[ \t]*(.*?)[ \t]*:[ \t]*([0-9]{1,5})[ \t]{1,}(.*?)[ \t]*:[ \t]*([0-9]{1,5})[ \t]*"
)

HEAD: Final = Words("'N point match'", "'N point match'")
A_GAME: Final = Words("'Game 1'", "'Game 1'")
TWO_NAMES: Final = Words(
    "both names with their scores, 'ana : 0   bob : 0'",
    "los dos nombres con su marcador, 'ana : 0   bob : 0'",
)
A_ROW: Final = Words("a row such as '3) 31: 8/5 6/5'", "una línea como '3) 31: 8/5 6/5'")
KNOWN_STARTS: Final = Words("Backgammon or NackGammon", "Backgammon o NackGammon")
AND_MATCH: Final = ("off", "no", "false", "0")


@dataclass(slots=True)
class _GameLines:
    """The lines of one game: their places in the text."""

    names: tuple[str, str]
    score: tuple[int, int]
    rows: list[tuple[int, int]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def read(text: str) -> MatchSheet:
    """The match in `text`; a damaged file is a NotationError with line and column."""
    tags: dict[str, str] = {}
    length: int | None = None
    games: list[_GameLines] = []
    comments: list[str] = []
    lines = _lines(text)
    for start, end in lines:
        line = text[start:end]
        if not line.strip():
            continue
        if match := _TAG.fullmatch(line):
            tags.setdefault(match[1], match[2])
        elif line.lstrip().startswith((";", "#")):
            said = games[-1].comments if games else comments
            said.append(line.lstrip(" \t;#").rstrip())
        elif match := _LENGTH.match(line):
            length = int(match[1])
        elif _GAME.fullmatch(line):
            if length is None:
                raise damaged(text, start, HEAD)
            games.append(_names(text, lines))
        elif length is None:
            raise damaged(text, start, HEAD)
        elif not games:
            raise damaged(text, start, A_GAME)
        elif NUMBER.match(line) or WINS.match(line):
            games[-1].rows.append((start, end))
        else:
            raise damaged(text, start + len(line) - len(line.lstrip()), A_ROW)
    if length is None or not games:
        raise damaged(text, len(text), HEAD if length is None else A_GAME)
    return replace(_sheet(text, tags, length, games), comment="\n".join(comments))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    place = 1 if text.startswith("\ufeff") else 0
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        yield place, end
        place = end + 1


def _names(text: str, lines: Iterator[tuple[int, int]]) -> _GameLines:
    """The line after "Game 1"."""
    for start, end in lines:
        line = text[start:end].rstrip("\r")
        if not line.strip():
            continue
        match = _NAMES.fullmatch(line)
        if not match:
            raise damaged(text, start, TWO_NAMES)
        names = match[1][:LONGEST_NAME], match[3][:LONGEST_NAME]
        return _GameLines(names, (int(match[2]), int(match[4])))
    raise damaged(text, len(text), TWO_NAMES)


def _sheet(text: str, tags: dict[str, str], length: int, games: list[_GameLines]) -> MatchSheet:
    crawford = tags.get("Crawford", "On").lower() not in AND_MATCH
    money = Stakes(
        jacoby=_agreed(tags, "Jacoby"), beavers=_agreed(tags, "Beaver") or _beavers(text)
    )
    score = MatchScore(length, crawford=crawford, money=money)
    faults: list[Fault] = []
    sheets = []
    for index, lines in enumerate(games):
        sheet = _game(text, lines, score, _start(text, tags), faults)
        date = tags.get("EventDate", "").replace(".", "-") if index == 0 else ""
        sheets.append(replace(sheet, record=replace(sheet.record, date=date[:LONGEST_NAME])))
    return MatchSheet(games=tuple(sheets), crawford=crawford, tags=tags, faults=tuple(faults))


def _agreed(tags: dict[str, str], name: str) -> bool:
    return tags.get(name, "").lower() in ("on", "yes", "true", "1")


def _beavers(text: str) -> bool:
    """Whether somebody has beavered, so that it must have been allowed."""
    return re.search(r"\bBeavers?[ \t]*=>", text, re.IGNORECASE) is not None


def _start(text: str, tags: dict[str, str]) -> str:
    name = tags.get("Variation", "backgammon").lower()
    if name in ("", "backgammon"):
        return next(iter(starts.CHECKERS))
    if name in starts.CHECKERS:
        return name
    raise damaged(text, max(text.find(tags["Variation"]), 0), KNOWN_STARTS)


def _game(
    text: str, lines: _GameLines, score: MatchScore, start: str, faults: list[Fault]
) -> GameSheet:
    terms = score.terms(lines.score)
    following = Following(terms, Setup(start_position(start), None))
    rest = ""
    for number, (begin, end) in enumerate(lines.rows):
        place = begin
        try:
            for cell in cells(text, begin, end):
                place = cell.place
                if words := _happened(following, cell):
                    faults.append(_fault(text, place, words))
                _tell_illegal(text, place, following, faults)
        except Lost as lost:
            faults.append(_fault(text, place, lost.words))
            rest = _rest(text, place, lines.rows[number:])
            break
        except NotationError as error:
            line, column = line_and_column(text, place)
            if str(error).startswith("line "):
                raise
            raise NotationError(
                f"line {line}, column {column}: {error}",
                f"línea {line}, columna {column}: {error.spoken('es')}",
            ) from error
    white, black = lines.names
    paper = Record(
        game=following.game, white=white, black=black, length=score.length, score=lines.score,
        comment="\n".join(lines.comments), notes=following.notes,
    )  # fmt: skip
    return GameSheet(record=paper, rest=rest, rest_format="mat" if rest else "")


def _rest(text: str, place: int, rows: list[tuple[int, int]]) -> str:
    """The rows from `place` on; what the first one says before it was followed, and is blank.

    What is left of a row belongs to the right, even if a left cell held more than it should.
    """
    (begin, end), *others = rows
    left = re.search(r"\)[ \t]*$", text[begin:place])
    row = text[begin:end] if left else " " * max(place - begin, RIGHT) + text[place:end]
    return "\n".join([row, *(text[a:b] for a, b in others)])


def _happened(following: Following, cell: Cell) -> Words | None:
    side = cell.side
    match cell.what:
        case "dice":
            assert cell.dice is not None
            following.rolled(side, cell.dice)
            following.played(side, cell.play)
        case "double":
            following.doubled(side)
        case "raise":
            following.raised(side)
        case "take":
            following.took(side)
        case "drop":
            following.dropped(side)
        case "wins":
            return following.won(side, cell.points)
    return None  # a resignation is told once more, by who wins


def _tell_illegal(text: str, place: int, following: Following, faults: list[Fault]) -> None:
    """A fault for what has just been noted as against the rules."""
    note = following.notes.get(len(following.game.log) - 1)
    if note and note.breaks:
        faults.append(_fault(text, place, note.breaks.words))


def _fault(text: str, place: int, words: Words) -> Fault:
    line, column = line_and_column(text, place)
    return Fault(line, column, words)
