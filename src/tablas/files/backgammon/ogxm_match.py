"""The match in an OGXM document, its plies followed by our rules as those of every other file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from tablas.backgammon.reasons import BAR, OFF
from tablas.backgammon.rules import CHECKERS, Position
from tablas.files.backgammon.following import Following, Lost
from tablas.files.backgammon.match_terms import MatchScore
from tablas.files.backgammon.ogxm_terms import (
    BEAVER,
    DOUBLE,
    DROP,
    RACCOON,
    ROLLS,
    SET_UP,
    SIDES,
    TAKE,
    WINNERS,
    Document,
    point,
    time_control,
)
from tablas.files.sheet import Fault, GameSheet, MatchSheet
from tablas.play.clock import TimeControl
from tablas.play.terms import Stakes
from tablas.record import LONGEST_NAME, Note, Record
from tablas.values import Dice, Setup, Side
from tablas.words import Words

POSITION_SET: Final = Words(
    "a position is set up in the middle of the game",
    "se coloca una posición en medio de la partida",
)


def match_of(document: Document) -> MatchSheet:
    """The match that a document holds; KeyError, TypeError or ValueError where it is none."""
    reading = _DocumentReading(document)
    sheets = tuple(reading.game(number) for number in range(len(document["games"])))
    tags = {name: str(document[key]) for name, key in (("Event", "event"), ("Site", "site"))
            if document.get(key)}  # fmt: skip
    return MatchSheet(
        games=sheets, crawford=reading.score.crawford, tags=tags, comment=_said(document),
        faults=tuple(reading.faults),
    )  # fmt: skip


class _DocumentReading:
    """A document while its games are followed one after the other."""

    def __init__(self, document: Document) -> None:
        self.document = document
        length = int(document["match_length"])
        games = document["games"]
        crawford = bool(document.get("crawford")) or any(game.get("is_crawford") for game in games)
        beavers = bool(document.get("beaver"))
        money = Stakes(
            jacoby=bool(document.get("jacoby")), beavers=beavers,
            raccoons=bool(beavers and document.get("raccoon")),
        )  # fmt: skip
        self.score = MatchScore(
            length, crawford=crawford or length == 1, money=money if not length else None
        )
        self.faults: list[Fault] = []
        white, black = document.get("score_start") or (0, 0)
        self._points = int(white), int(black)
        self._time = _time(document)
        self._left: tuple[int, int] | None = None
        self._now = 0

    def game(self, number: int) -> GameSheet:
        game = self.document["games"][number]
        points = self._points
        following = self._begin(game)
        rest, comments = "", {}
        for place, ply in enumerate(game["plies"]):
            try:
                self._ply(following, ply, first=place == 0)
            except Lost as lost:
                self.faults.append(_fault(number, place, lost.words))
                rest = f"{len(game['plies']) - place} plies"
                break
            last = len(following.game.log) - 1
            if (comment := _said(ply)) and last >= 0:
                comments[last] = comment
            if (note := following.notes.get(last)) and note.breaks and ply["action_id"] != TAKE:
                self.faults.append(_fault(number, place, note.breaks.words))
        self._end(number, game, following, followed=not rest)
        notes = dict(following.notes)
        for place, comment in comments.items():
            notes[place] = replace(notes.get(place, Note()), comment=comment)
        paper = Record(
            game=following.game,
            white=str(self.document.get("player_white") or "")[:LONGEST_NAME],
            black=str(self.document.get("player_black") or "")[:LONGEST_NAME],
            date=_date(self.document) if number == 0 else "",
            length=self.score.length,
            score=points,
            comment=_said(game),
            notes=notes,
        )
        return GameSheet(record=paper, rest=rest, rest_format="ogxm" if rest else "")

    def _begin(self, game: Document) -> Following:
        terms = self.score.terms(
            self._points, crawford_game=True if game.get("is_crawford") else None
        )
        setup = _setup(game)
        if self._time is None:
            return Following(terms, setup)
        terms = replace(terms, time=self._time)
        return Following(terms, setup, left=self._left, now=self._now)

    def _ply(self, following: Following, ply: Document, *, first: bool) -> None:
        if self._time and ply.get("timestamp_ms") is not None:
            following.now = self._now = int(ply["timestamp_ms"])
        if int(ply["action_id"]) == SET_UP and first and not ply.get("d1"):
            return  # where the game began, taken already
        _happened(following, ply)

    def _end(self, number: int, game: Document, following: Following, *, followed: bool) -> None:
        """What the file says of the result, and the score and the time of the next game."""
        winner = next((side for side, mark in WINNERS.items() if mark == game["winner"]), None)
        if winner and followed:
            won = int(game["points_won"])
            if words := following.won(winner, won):
                self.faults.append(_fault(number, len(game["plies"]) - 1, words))
        if winner:
            white, black = self._points
            won = int(game["points_won"])
            most = self.score.length or white + black + won
            self._points = (
                (min(white + won, most), black) if winner is Side.WHITE
                else (white, min(black + won, most))
            )  # fmt: skip
        if clock := following.game.state.clock:
            self._left = clock.paused(self._now).left


def _time(document: Document) -> TimeControl | None:
    """The clock of the match, if there is one and every ply of a game was read from it."""
    info = document.get("clock_info")
    plies = [ply for game in document["games"] for ply in game["plies"]]
    if not info or any(ply.get("timestamp_ms") is None for ply in plies):
        return None
    return time_control(info)


def _setup(game: Document) -> Setup[Position] | None:
    """Where the game began, if that was not the usual start."""
    plies = game["plies"]
    if plies and int(plies[0]["action_id"]) == SET_UP and not plies[0].get("d1"):
        side = SIDES[plies[0]["color"]]
        return Setup(_position(plies[0]["set_position"], side), side)
    if game.get("initial_board"):
        side = Side.WHITE if game.get("first_to_move", 0) == 0 else Side.BLACK
        return Setup(_position(game["initial_board"], side), side)
    return None


def _position(board: Sequence[int], side: Side) -> Position:
    """The checkers of a document's board, seen by `side`."""
    return Position(_checkers(board, side), _checkers(board, side.other))


def _checkers(board: Sequence[int], side: Side) -> tuple[int, ...]:
    sign = 1 if side is Side.WHITE else -1
    places = [max(0, sign * int(board[point(place, side)])) for place in range(1, BAR + 1)]
    return (CHECKERS - sum(places), *places)


def _happened(following: Following, ply: Document) -> None:
    side = SIDES[ply["color"]]
    action = int(ply["action_id"])
    if action in ROLLS or (action == SET_UP and ply.get("d1")):
        following.rolled(side, Dice(int(ply["d1"]), int(ply["d2"])))
        steps = (
            [_way(move, side) for move in ply["moves"]] if action in ROLLS
            else _restated(following, ply["set_position"], side)
        )  # fmt: skip
        following.moved(side, steps, " ".join(f"{a}/{b}" for a, b in steps))
    elif action == DOUBLE:
        following.doubled(side)
    elif action == TAKE:
        following.took(side)
    elif action == DROP:
        following.dropped(side)
    elif action in (BEAVER, RACCOON):
        following.raised(side)
    elif action == SET_UP:
        raise Lost.because(POSITION_SET)


def _way(move: Document, side: Side) -> tuple[int, int]:
    """One step as its side counts."""
    source = point(int(move["from"]), side)
    return source, max(source - int(move["pips"]), OFF)


def _restated(following: Following, board: Sequence[int], side: Side) -> list[tuple[int, int]]:
    """The steps of an illegal play that the file tells by the board it left."""
    before = Counter(dict(enumerate(following.game.position.own)))
    after = Counter(dict(enumerate(_checkers(board, side))))
    sources = sorted((before - after).elements(), reverse=True)
    targets = sorted((after - before).elements(), reverse=True)
    return list(zip(sources, targets, strict=True))


def _fault(game: int, ply: int, words: Words) -> Fault:
    return Fault(game + 1, ply + 1, words, has_lines=False)


def _said(thing: Document) -> str:
    """The prose that stands beside a match, a game or a ply."""
    notes = thing.get("annotations") or ()
    return "\n".join(str(note["value"]) for note in notes if "key" not in note and note["value"])


def _date(document: Document) -> str:
    stamp = document.get("timestamp")
    return datetime.fromtimestamp(stamp, UTC).date().isoformat() if stamp else ""
