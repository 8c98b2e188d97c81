"""Reading the text that GNU Backgammon exports for people: a game with boards and analysis.

Taken from it are the lines that tell what happened; boards and analysis follow from them.

    The score (after 0 games) is: ana 0, bob 0 (match to 5 points)
    Move number 1:  bob to play 52
    * bob moves 8/6 8/3
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tablas.files.backgammon.following import Following, Lost
from tablas.files.backgammon.match_terms import MatchScore
from tablas.files.located import damaged, line_and_column
from tablas.files.sheet import UNROLLED, Fault, GameSheet, MatchSheet
from tablas.record import LONGEST_NAME, Record
from tablas.values import Dice, Side
from tablas.words import Words

SCORE: Final = re.compile(
    r"The score \(after [0-9]+ games?\) is: (?P<white>.+?) (?P<first>[0-9]+), "
    r"(?P<black>.+?) (?P<second>[0-9]+)(?: \((?:match to (?P<length>[0-9]{1,4}) points?|[^)]*)\))?"
    r"(?P<crawford>, Crawford game)?.*"
)
_LINE: Final = re.compile(
    rf"^(?:{SCORE.pattern}"
    r"|Move number [0-9]+:  (?P<mover>.+) to play (?P<dice>[1-6][1-6])"
    r"|\* (?P<who>.+?) (?:moves (?P<play>\S.*)|(?P<what>cannot move|doubles|accepts|rejects|passes"
    r"|beavers))"
    r"|(?P<winner>.+) wins (?P<points>[0-9]{1,5}) points?)[ \t]*$",
    re.MULTILINE,
)
A_SCORE: Final = Words("'The score (after 0 games) is: …'", "'The score (after 0 games) is: …'")
A_PLAYER: Final = Words("the name of one of the players", "el nombre de uno de los jugadores")


@dataclass(slots=True)
class _TextGame:
    """A game while its lines come in."""

    following: Following
    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    dice: Dice | None = None
    rest: str = ""

    def sheet(self) -> GameSheet:
        white, black = self.names
        paper = Record(
            game=self.following.game, white=white[:LONGEST_NAME], black=black[:LONGEST_NAME],
            length=self.length, score=self.score, notes=self.following.notes,
        )  # fmt: skip
        return GameSheet(
            record=paper, rest=self.rest, rest_format="gnubg-text" if self.rest else ""
        )


def read(text: str) -> MatchSheet:
    """The games of a text; a damaged one is a NotationError with line and column."""
    games: list[_TextGame] = []
    faults: list[Fault] = []
    match_score: MatchScore | None = None
    for line in _LINE.finditer(text):
        if line["first"]:
            length = int(line["length"] or 0)
            if match_score is None or match_score.length != length:
                match_score = MatchScore(length)
            games.append(_begun(line, match_score))
            continue
        if not games:
            raise damaged(text, line.start(), A_SCORE)
        game = games[-1]
        if game.rest:
            continue
        try:
            words = _happened(text, line, game)
        except Lost as lost:
            game.rest = text[line.start() : line.end()]
            words = lost.words
        note = game.following.notes.get(len(game.following.game.log) - 1)
        broken = note.breaks if note else None
        if words is None and broken and broken.rule != UNROLLED:
            words = broken.words
        if words:
            faults.append(Fault(*line_and_column(text, line.start()), words))
    if not games:
        raise damaged(text, 0, A_SCORE)
    return MatchSheet(games=tuple(game.sheet() for game in games), faults=tuple(faults))


def _begun(line: re.Match[str], score: MatchScore) -> _TextGame:
    points = int(line["first"]), int(line["second"])
    crawford = bool(line["crawford"]) if score.length > 1 else None
    following = Following(score.terms(points, crawford_game=crawford))
    return _TextGame(following, (line["white"], line["black"]), points, score.length)


def _happened(text: str, line: re.Match[str], game: _TextGame) -> Words | None:
    following = game.following
    if line["dice"]:
        game.dice = Dice.parse(line["dice"])
        following.rolled(_side(text, line, game, line["mover"]), game.dice)
        return None
    if line["winner"]:
        if line["winner"] not in game.names:
            return None
        return following.won(_side(text, line, game, line["winner"]), int(line["points"]))
    side = _side(text, line, game, line["who"])
    match line["what"]:
        case None | "cannot move":
            following.played(side, line["play"] or "")
        case "doubles":
            following.doubled(side)
        case "accepts":
            following.took(side)
        case "beavers":
            following.raised(side)
        case _:
            following.dropped(side)
    return None


def _side(text: str, line: re.Match[str], game: _TextGame, name: str) -> Side:
    if name not in game.names:
        raise damaged(text, line.start(), A_PLAYER)
    return Side.WHITE if name == game.names[0] else Side.BLACK
