"""A match as an OGXM document: `ogxm_match` reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tablas.backgammon.reasons import BAR
from tablas.backgammon.rules import Position
from tablas.files.backgammon.ogxm_terms import (
    ACTIONS,
    BEAVER,
    COLOURS,
    DOUBLE,
    DROP,
    GAME_OVER,
    MATCH_OVER,
    NOBODY,
    RACCOON,
    SET_UP,
    TAKE,
    WINNERS,
    Document,
    clock_info,
    point,
)
from tablas.files.backgammon.turns import SheetTurn, turns
from tablas.files.sheet import GameSheet, MatchSheet
from tablas.play.actions import Raccooned
from tablas.play.state import Phase
from tablas.values import Ending, Side


def document_of(match: MatchSheet) -> Document:
    """The match with its comments and clocks, without analysis."""
    white, black = (min(points, match.length or points) for points in match.score)
    stakes = match.games[0].record.game.first.terms.stakes
    clock = _Clock.of(match)
    document: Document = {
        "match_length": match.length,
        "player_white": match.name(Side.WHITE),
        "player_black": match.name(Side.BLACK),
        "white_score": white,
        "black_score": black,
        "result": _result(match),
        "source": 1,
        "timestamp": _stamp(match.games[0].record.date[:10]),
        "crawford": match.crawford and match.length > 0,
        "jacoby": stakes.jacoby,
        "beaver": stakes.beavers,
        "raccoon": stakes.raccoons,
        "cube_limit": 0,
        "event": match.tags.get("Event"),
        "site": match.tags.get("Site"),
        "games": [_game(match, number, clock) for number in range(len(match.games))],
    }
    score = match.games[0].record.score
    if any(score):
        document["score_start"] = list(score)
    if clock:
        document["clock_info"] = clock.info
    return document | _said(match.comment)


def keeps_times(match: MatchSheet) -> bool:
    """Whether the clocks of a match have room in a document."""
    return _Clock.of(match) is not None


@dataclass(slots=True)
class _Clock:
    """The readings of a match's clock while its games are written: they count on from the first.

    The format counts from the first ply, so what that one took is not kept.
    """

    info: dict[str, int]
    read: int = 0
    begun: bool = False

    @classmethod
    def of(cls, match: MatchSheet) -> _Clock | None:
        """None where there is no clock, or one that the format has no words for."""
        first = match.games[0].record.game.first.clock
        info = clock_info(first.control) if first else None
        if first is None or info is None or first.left != (first.control.base,) * 2:
            return None
        left = first.left
        for sheet in match.games:
            game = sheet.record.game
            clock, end = game.first.clock, game.state.clock
            if clock is None or end is None or clock.left != left or not game.log:
                return None
            if any(entry.at is None for entry in game.log):
                return None
            left = end.paused(game.log[-1].at or 0).left
        return cls(info)

    def readings(self, sheet: GameSheet) -> Iterator[int]:
        """When each turn of a game was over, then when the game was."""
        log = sheet.record.game.log
        begin = log[0].at or 0
        origin = begin - self.read
        for turn in turns(sheet.record.game):
            at = log[turn.place].at or 0
            if not self.begun:
                origin, self.begun = at, True
            self.read = at - origin
            yield self.read
        self.read = max(self.read, (log[-1].at or 0) - origin)
        yield self.read


def _result(match: MatchSheet) -> int:
    """Who has won the match: 1 White, 2 Black, 0 nobody yet."""
    white, black = match.score
    if not match.length or max(white, black) < match.length:
        return 0
    return 1 if white > black else 2


def _game(match: MatchSheet, number: int, clock: _Clock | None) -> Document:
    sheet = match.games[number]
    game = sheet.record.game
    plies = [*_set_up(sheet), *(_ply(sheet, turn) for turn in turns(game))]
    stakes = game.first.terms.stakes
    result = game.result
    # A marker closes every game; the format's own resignations want more than other files tell.
    if result and result.winner and result.ending is not Ending.DROPPED:
        last = number == len(match.games) - 1 and _result(match)
        action = MATCH_OVER if last else GAME_OVER
        plies.append({"color": COLOURS[result.winner], "action_id": action})
    if clock:
        readings = clock.readings(sheet)
        for ply in plies:
            ply["timestamp_ms"] = clock.read if ply["action_id"] == SET_UP else next(readings)
    return {
        "game_index": number,
        "winner": WINNERS[result.winner] if result and result.winner else NOBODY,
        "points_won": result.points if result else 0,
        "is_crawford": match.length > 1 and not stakes.cube and 1 in (stakes.away or ()),
        "plies": plies,
    } | _said(sheet.record.comment)  # fmt: skip


def _set_up(sheet: GameSheet) -> Iterator[Document]:
    """The ply that states where a game began, unless an opening roll says it."""
    first = sheet.record.game.first
    if first.phase is Phase.OPENING or first.turn is None:
        return
    board = _board(first.position, first.turn)
    yield {"color": COLOURS[first.turn], "action_id": SET_UP, "set_position": board}


def _board(position: Position, side: Side) -> list[int]:
    board = [0] * (BAR + 1)
    for mover, checkers in ((side, position.own), (side.other, position.opp)):
        sign = 1 if mover is Side.WHITE else -1
        for place in range(1, BAR + 1):
            board[point(place, mover)] += sign * checkers[place]
    return board


def _ply(sheet: GameSheet, turn: SheetTurn) -> Document:
    note = sheet.record.notes.get(turn.place)
    said = _said(note.comment if note else "")
    ply: Document = {"color": COLOURS[turn.side]}
    if turn.what == "played":
        assert turn.dice is not None
        low, high = turn.dice.low, turn.dice.high
        moves = [
            {"from": point(step.source, turn.side), "pips": step.source - step.target}
            for step in turn.play
        ]
        dice = {"action_id": ACTIONS.index((low, high)), "d1": low, "d2": high}
        return ply | dice | {"moves": moves} | said
    if turn.what == "raised":
        raccoon = isinstance(sheet.record.game.log[turn.place].action, Raccooned)
        return ply | {"action_id": RACCOON if raccoon else BEAVER} | said
    actions = {"doubled": DOUBLE, "took": TAKE, "dropped": DROP}
    return ply | {"action_id": actions[turn.what]} | said


def _said(comment: str) -> Document:
    """A comment as an annotation."""
    return {"annotations": [{"value": comment}]} if comment else {}


def _stamp(date: str) -> int:
    try:
        return int(datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp())
    except ValueError:
        return 0
