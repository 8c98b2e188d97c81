"""The games of a duel written down, and as games again for whoever saves them in a file.

A game is a list of short words that fit into a line of JSON. With dice: `w` or `b` for who begins,
then the dice and the board that was reached (`31:…`, packed, in hexadecimal), `double`, `take`,
`drop`. Without dice: the position at the start, then the moves in the game's notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tablas.kind import Kind
from tablas.play.actions import Doubled, Dropped, OpeningRolled, Played, Rolled, Skipped, Took
from tablas.play.game import Game
from tablas.play.terms import Stakes, Terms
from tablas.values import Dice, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GameWords = list[str]
SIDES: Final = {"w": Side.WHITE, "b": Side.BLACK}


class Scribe:
    """Writes down many games with dice that are played side by side."""

    def __init__(self, games: int, beginner: Side) -> None:
        mark = next(mark for mark, side in SIDES.items() if side is beginner)
        self.games: list[GameWords] = [[mark] for _ in range(games)]

    def turn(
        self, which: NDArray[np.int64], dice: NDArray[np.uint8], boards: NDArray[np.uint8]
    ) -> None:
        for game, (one, other), board in zip(which, dice, boards, strict=True):
            self.games[game].append(f"{one}{other}:{board.tobytes().hex()}")

    def doubled(self, which: NDArray[np.int64], taken: NDArray[np.bool_]) -> None:
        for game, took in zip(which, taken, strict=True):
            self.games[game] += ["double", "take" if took else "drop"]


def first_player(game: Game[Any, Any], number: int) -> Side:
    """Which side the first player of a duel has in its game of this number."""
    if game.kind.dice:
        return Side.WHITE
    mover = game.first.turn or Side.WHITE
    return mover if number % 2 == 0 else mover.other


def game_of(kind: Kind[Any, Any], words: Sequence[str], *, cube: bool) -> Game[Any, Any]:
    """The game that the words tell; one that nobody has won is left as it stood."""
    return _with_dice(kind, words, cube=cube) if kind.dice else _without_dice(kind, words)


def _with_dice(kind: Kind[Any, Any], words: Sequence[str], *, cube: bool) -> Game[Any, Any]:
    side = SIDES[words[0]]
    game = Game.begin(kind, Terms(stakes=Stakes(cube=cube)))
    for word in words[1:]:
        match word:
            case "double":
                game = game.apply(Doubled(side))
            case "take":
                game = game.apply(Took(side.other))
            case "drop":
                game = game.apply(Dropped(side.other))
            case _:
                game = _turn(game, side, word)
                side = side.other
    return game


def _turn(game: Game[Any, Any], side: Side, word: str) -> Game[Any, Any]:
    fallen, _, board = word.partition(":")
    dice = Dice(int(fallen[0]), int(fallen[1]))
    if game.turn is None:
        white, black = (dice.high, dice.low) if side is Side.WHITE else (dice.low, dice.high)
        game = game.apply(OpeningRolled(white, black))
    elif not game.kind.shut_out(game.position):
        game = game.apply(Rolled(side, dice))
    else:  # in a duel both dice boxes go on, at a table such a turn is lost without rolling
        return game.apply(Skipped(side))
    reached = game.kind.codec.decode(bytes.fromhex(board))
    return game.apply(Played(side, game.kind.rules.plays(game.position, dice)[reached]))


def _without_dice(kind: Kind[Any, Any], words: Sequence[str]) -> Game[Any, Any]:
    game = Game.begin(kind, setup=kind.formats.read(words[0]))
    for word in words[1:]:
        game = game.play(word)
    return game
