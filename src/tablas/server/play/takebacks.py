"""Taking a move back by consent: which one, and the game as it stood before it."""

from __future__ import annotations

from typing import Any

from tablas.play.actions import DrawDeclined, DrawOffered, Played
from tablas.play.game import Game
from tablas.values import Side


def place_of_last_move(game: Game[Any, Any], side: Side) -> int | None:
    """Where in the log the last move of `side` stands, if it may still be taken back.

    With dice only until the opponent has rolled or doubled: nobody may see a roll and then
    choose again. Without dice the opponent's answer is taken back with it.
    """
    for place in range(len(game.log) - 1, -1, -1):
        action = game.log[place].action
        if isinstance(action, Played):
            if action.side is side:
                return place
            if game.kind.dice:
                return None
        elif game.kind.dice or not isinstance(action, DrawOffered | DrawDeclined):
            return None
    return None


def taken_back(game: Game[Any, Any], side: Side) -> Game[Any, Any]:
    """The game before that move, dice and clocks as they were when it was made."""
    place = place_of_last_move(game, side)
    assert place is not None
    before = Game(game.first, game.first)
    for entry in game.log[:place]:
        before = before.apply(entry.action, entry.at)
    return before


def time_of(game: Game[Any, Any], side: Side) -> int | None:
    """When the move was made that would be taken back: the clocks return to that moment."""
    place = place_of_last_move(game, side)
    return None if place is None else game.log[place].at
