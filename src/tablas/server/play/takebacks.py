"""Taking a move back: which one, and the game as it stood before it.

Between people it is by consent, and with dice only until the opponent has rolled or doubled: nobody
may see a roll and then choose again. A bot lets everything be taken back that was done since one's
own last choice, its own turn included; sealed dice then fall again as they did.
"""

from __future__ import annotations

from typing import Any

from tablas.play.actions import DrawDeclined, DrawOffered, Played
from tablas.play.game import Game
from tablas.values import Side


def place_of_last_move(game: Game[Any, Any], side: Side, *, freely: bool = False) -> int | None:
    """Where in the log the last move of `side` stands, if it may still be taken back.

    `freely` is against a bot. Without dice the opponent's answer is taken back with it anyway.
    """
    for place in range(len(game.log) - 1, -1, -1):
        action = game.log[place].action
        if isinstance(action, Played):
            # The empty play was no choice: taken back, it would only be made again.
            if action.side is side and (action.play or not freely):
                return place
            if game.kind.dice and not freely:
                return None
        elif not freely and (game.kind.dice or not isinstance(action, DrawOffered | DrawDeclined)):
            return None
    return None


def taken_back(game: Game[Any, Any], place: int) -> Game[Any, Any]:
    """The game before that move, dice and clocks as they were when it was made."""
    before = Game(game.first, game.first)
    for entry in game.log[:place]:
        before = before.apply(entry.action, entry.at)
    return before
