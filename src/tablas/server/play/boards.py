"""What the boards in a browser need of a table: positions, legal steps with reasons, the past.

The JSON of positions and steps is the games' own (`tablas.<game>.steps`, docs/boards.md); here it
meets tables. Boards know no rules, so whatever may be pressed is told from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tablas.games import kind
from tablas.play.actions import Played
from tablas.play.fold import happened
from tablas.play.game import Game
from tablas.play.standing import situation_of
from tablas.play.state import Phase, State
from tablas.record import Note
from tablas.record.actions import NO_NOTE, action_fields
from tablas.server.play.table import Table
from tablas.values import Dice, Setup, Side

Fields = dict[str, Any]


def shown(table: Table) -> tuple[str, Fields]:
    """The position of a table in its game's notation, and the board with the last play on it."""
    game = table.game
    text, fields = _shown(game.kind.name, game.setup())
    last = last_play(game)
    return text, {**fields, "last": last} if last else fields


def position(state: State[Any, Any]) -> Fields:
    """The board of one state, seen by White, with what the games count beside it."""
    setup = Setup(state.position, state.turn or Side.WHITE, state.quiet)
    return _shown(state.kind.name, setup)[1]


def text(state: State[Any, Any]) -> str:
    """All that stands on the table as a position text."""
    return state.kind.formats.write_situation(state.position, situation_of(state))


# A position is shown after the play that reached it, after the roll, and to whoever comes.
@lru_cache(maxsize=4096)
def _shown(name: str, setup: Setup[Any]) -> tuple[str, Fields]:
    return kind(name).formats.write(setup), kind(name).board.position_json(setup)


def last_play(game: Game[Any, Any]) -> Fields | None:
    """Who played last, and how; None before the first play."""
    for entry in reversed(game.log):
        if isinstance(entry.action, Played):
            # Where no position is kept before this one, the play could not be undone.
            before = game.state.seen[-2][1] if len(game.state.seen) >= 2 else None
            played = game.kind.board.play_json(before, entry.action.play)
            return {"side": entry.action.side.value, **played}
    return None


def cube(state: State[Any, Any]) -> Fields:
    """The cube as it lies, and the double that waits for an answer."""
    standing = state.cube
    fields: Fields = {
        "value": standing.value,
        "owner": standing.owner.value if standing.owner else None,
    }
    if standing.offer:
        fields["offer"] = {"by": standing.offer.by.value, "value": standing.offer.value}
    return fields


def steps(table: Table) -> Fields:
    """The legal steps of the player to move, and why the others are not; empty if none is due."""
    state = table.game.state
    if not table.playing or state.phase is not Phase.TO_PLAY or state.turn is None:
        return {"graph": None}
    setup = Setup(state.position, state.turn, state.quiet)
    return {"graph": graph(state.kind.name, setup, state.dice)}


def forced(state: State[Any, Any]) -> bool:
    """Whether the roll on the table can be played in one way only."""
    if state.dice is None or state.phase is not Phase.TO_PLAY:
        return False
    return _forced(state.kind.name, state.position, state.dice)


@lru_cache(maxsize=1024)
def _forced(name: str, before: Any, dice: Dice) -> bool:
    return kind(name).forced(before, dice)


@lru_cache(maxsize=128)
def graph(name: str, setup: Setup[Any], dice: Dice | None) -> Fields:
    """The graph of a turn; asked for again after every reconnect, so it is kept for a while."""
    board = kind(name).board
    return board.graph(setup, dice) | board.overlays(setup)


def replay(table: Table) -> list[Fields]:
    """Every game of a table, each as the list of its moments: what was done, and the board."""
    games = (*table.finished, *((table.game,) if table.number else ()))
    return [{"number": n, "moments": list(moments(game))} for n, game in enumerate(games, start=1)]


def _score(state: State[Any, Any]) -> Fields:
    """The match that a game belongs to, for notations that have no room for it."""
    said = situation_of(state)
    if not state.kind.dice or not said.length:
        return {}
    white, black = said.score
    match = {"length": said.length, "white": white, "black": black, "crawford": said.crawford}
    return {"match": match}


def moments(
    game: Game[Any, Any], notes: Mapping[int, Note] = MappingProxyType({})
) -> Iterator[Fields]:
    """The beginning, then one moment an action; `board` only where it has changed.

    `notes` comments on actions, and names the rule that one of a file from elsewhere breaks.

    `position` is the text of each moment, with dice, cube and score where the notation has them;
    the first one also tells the `match`.
    """
    state = game.first
    yield {"board": position(state), "position": text(state), **_score(state)}
    for place, entry in enumerate(game.log):
        note = notes.get(place, NO_NOTE)
        moment: Fields = {"event": action_fields(state, entry.action, note)}
        if note.breaks:
            moment["illegal"] = {"en": note.breaks.words.en, "es": note.breaks.words.es}
        if entry.at is not None:
            moment["at"] = entry.at
        before, state = state, happened(state, entry.action, entry.at)
        moment["position"] = text(state)
        if isinstance(entry.action, Played):
            played = state.kind.board.play_json(before.position, entry.action.play)
            moment["last"] = {"side": entry.action.side.value, **played}
        if state.position != before.position or state.turn != before.turn:
            moment["board"] = position(state)
        if state.dice:
            moment["dice"] = [state.dice.high, state.dice.low]
            if forced(state):
                moment["forced"] = True
        if state.kind.dice and state.terms.stakes.cube:
            moment["cube"] = cube(state)
        yield moment
