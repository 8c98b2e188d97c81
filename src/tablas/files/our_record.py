"""Our own record as a file format: all games, and everything but other programs' analysis."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablas import record
from tablas.errors import NotationError
from tablas.files.file_format import (
    ANALYSIS,
    ILLEGAL,
    LONG_COMMENTS,
    FileFormat,
    comments,
    has_analysis,
    has_rest,
)
from tablas.files.sheet import GameSheet, MatchSheet
from tablas.words import Words

LONGEST_LINE: Final = 8192


def read(data: bytes) -> MatchSheet:
    """The games of a record, one match or several in a row."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise NotationError(
            f"line {line}, column {column}: the byte is not UTF-8",
            f"línea {line}, columna {column}: el byte no es UTF-8",
        ) from None
    papers = tuple(record.read_all(text))
    if not papers:
        raise NotationError(
            "line 1, column 1: no games, expected a record",
            "línea 1, columna 1: no hay partidas, se esperaba un registro",
        )
    games = tuple(GameSheet(record=paper) for paper in papers)
    return MatchSheet(games=games, crawford=_crawford(games))


def write(match: MatchSheet) -> str:
    """The games one after the other; what they have in common stands in each header."""
    return "".join(record.write(_named(match, sheet)) for sheet in match.games)


def _named(match: MatchSheet, sheet: GameSheet) -> record.Record:
    paper, first = sheet.record, match.games[0].record
    notes = {
        place: replace(note, comment=_fitting(note.comment)) for place, note in paper.notes.items()
    }
    return replace(
        paper, white=paper.white or first.white, black=paper.black or first.black,
        comment=_fitting(paper.comment), notes=notes,
    )  # fmt: skip


def _fitting(comment: str) -> str:
    """A comment that fits into a line of the record: long ones end with dots."""
    plain = "".join(mark for mark in comment if mark.isprintable() or mark in "\n\t")
    if len(plain) <= record.LONGEST_COMMENT:
        return plain
    return plain[: record.LONGEST_COMMENT - 1] + "…"


def _crawford(games: tuple[GameSheet, ...]) -> bool:
    """Whether the first game with a player one point away was played without a cube."""
    for sheet in games:
        stakes = sheet.record.game.first.terms.stakes
        if stakes.away and 1 in stakes.away:
            return not stakes.cube
    return True


def _leaves_out(match: MatchSheet) -> tuple[Words, ...]:
    parts = []
    if has_analysis(match):
        parts.append(ANALYSIS)
    if any(len(text) > record.LONGEST_COMMENT for text in comments(match)):
        parts.append(LONG_COMMENTS)
    if has_rest(match, "record"):
        parts.append(ILLEGAL)
    return tuple(parts)


RECORD: Final = FileFormat(
    name="record",
    title=Words("Tablas record", "registro de Tablas"),
    suffixes=(".jsonl",),
    game=None,
    looks_like=lambda data: data.lstrip()[:1] == b"{" and b'"tablas"' in data[:LONGEST_LINE],
    read=read,
    write=write,
    leaves_out=_leaves_out,
)
