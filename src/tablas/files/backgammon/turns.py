"""A game as files of backgammon tell it: a roll with its play is one turn, a cube action another.

Opening rolls, offers that were refused and turns lost without a roll are told as far as the files
have words for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tablas.play.actions import (
    Beavered,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Skipped,
    Took,
)
from tablas.play.game import Game
from tablas.values import Dice, Side

UNROLLED: Final = Dice(1, 1)
"""Written where a player was shut out and did not roll: whatever it was, it could not enter."""


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """What one player did: `played`, `doubled`, `raised`, `took` or `dropped`.

    `place` is that of the action in the log, `value` what the cube is turned to.
    """

    side: Side
    what: str
    place: int
    dice: Dice | None = None
    play: Any = ()
    value: int = 1


def turns(game: Game[Any, Any]) -> Iterator[SheetTurn]:
    """The turns of a game in their order; a roll that was not played yet is left out."""
    replayed = Game(game.first, game.first)
    for place, entry in enumerate(game.log):
        state, action = replayed.state, entry.action
        replayed = replayed.followed(action, entry.at)
        match action:
            case Played(side, play):
                yield SheetTurn(side, "played", place, state.dice, play)
            case Skipped(side):
                yield SheetTurn(side, "played", place, UNROLLED)
            case Doubled(side):
                yield SheetTurn(side, "doubled", place, value=2 * state.cube.value)
            case Beavered(side) | Raccooned(side):
                offer = replayed.state.cube.offer
                assert offer is not None
                yield SheetTurn(side, "raised", place, value=offer.value)
            case Took(side):
                yield SheetTurn(side, "took", place)
            case Dropped(side):
                yield SheetTurn(side, "dropped", place)
            case _:
                continue
