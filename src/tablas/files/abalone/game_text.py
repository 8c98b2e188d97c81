"""Abalone game files as matches: every game of the file, one point each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from tablas.abalone import KIND, gamefile
from tablas.abalone.gamefile import GameFile
from tablas.errors import IllegalAction, InvalidPosition, NotationError
from tablas.files.sheet import GameSheet, MatchSheet
from tablas.play.actions import (
    DrawAccepted,
    DrawOffered,
    Played,
    Resigned,
)
from tablas.play.game import Game
from tablas.play.terms import Limits, Repetition, Terms
from tablas.record import LONGEST_NAME, Record
from tablas.values import Setup, Side

WINNERS: Final = {"1-0": Side.BLACK, "0-1": Side.WHITE}
ENDLESS: Final = Terms(limits=Limits(repetition=Repetition.OFF, quiet=None, plies=None))
"""For games that went on where our usual limits would have ended them."""

_HEAD: Final = re.compile(r"(?m)(?<=\n)(?=\[[A-Za-z])")


def read(text: str) -> MatchSheet:
    """The games of a file; an error names the line and what was expected."""
    sheets = []
    for line, part in _parts(text):
        try:
            sheets.append(_sheet(gamefile.read(part)))
        except (NotationError, IllegalAction, InvalidPosition) as error:
            raise _moved(error, line) from error
    return MatchSheet(games=tuple(sheets))


def write(match: MatchSheet) -> str:
    return "\n".join(gamefile.write(_file(sheet.record)) for sheet in match.games)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The text of each game with the number of lines before it: tags after moves begin the next."""
    start, moves = 0, False
    for head in [*(match.start() for match in _HEAD.finditer(text)), len(text)]:
        piece = text[start:head]
        moves = bool(re.search(r"(?m)^[^\[\s]", piece))
        if moves or head == len(text):
            yield text.count("\n", 0, start), piece
            start = head


def _moved(error: NotationError | IllegalAction | InvalidPosition, lines: int) -> NotationError:
    """The same error, its line counted from the start of the file."""

    def counted(match: re.Match[str]) -> str:
        return f"{match[1]} {int(match[2]) + lines}"

    en = re.sub(r"\b(line) ([0-9]+)", counted, str(error), count=1)
    es = re.sub(r"\b(línea) ([0-9]+)", counted, error.spoken("es"), count=1)
    return NotationError(en, es)


def _sheet(file: GameFile) -> GameSheet:
    try:
        game = _played(file, Terms())
    except IllegalAction:
        game = _played(file, ENDLESS)
    tags = file.tags
    return GameSheet(
        record=Record(
            game=_ended(game, file.result),
            white=tags.get("White", "")[:LONGEST_NAME],
            black=tags.get("Black", "")[:LONGEST_NAME],
            date=tags.get("Date", "").replace(".", "-")[:LONGEST_NAME],
            comment="\n".join(f"{name}: {tags[name]}" for name in tags if name not in NAMED),
        )
    )


NAMED: Final = ("White", "Black", "Date")


def _played(file: GameFile, terms: Terms) -> Game[Any, Any]:
    game: Game[Any, Any] = Game.begin(KIND, terms, setup=file.start)
    for move in file.moves:
        assert game.turn is not None
        game = game.apply(Played(game.turn, move))
    return game


def _ended(game: Game[Any, Any], result: str) -> Game[Any, Any]:
    """The game with the result that the file states where the board does not show it."""
    if game.result or result == "*":
        return game
    if winner := WINNERS.get(result):
        return game.apply(Resigned(winner.other))
    assert game.turn is not None
    return game.apply(DrawOffered(game.turn)).apply(DrawAccepted(game.turn.other))


def _file(paper: Record) -> GameFile:
    game, first = paper.game, paper.game.first
    moves = tuple(entry.action.play for entry in game.log if isinstance(entry.action, Played))
    result = "*"
    if game.result:
        winner = game.result.winner
        result = next((text for text, side in WINNERS.items() if side is winner), "1/2-1/2")
    tags = {"Black": paper.black, "White": paper.white, "Date": paper.date.replace("-", ".")}
    start = Setup(first.position, first.turn, first.quiet)
    return GameFile(start, moves, result, {name: text for name, text in tags.items() if text})
