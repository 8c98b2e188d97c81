"""Games between two Abalone engines: who sits there, how a game is refereed, how pairs begin."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from tablas.abalone import notation, starts
from tablas.engine.abalone.engine import JUDGE, AbaloneEngine, AbaloneLimit
from tablas.engine.abalone.levels import LEVELS, SearchLevel
from tablas.engine.abalone.outside import EngineFailed, OutsideEngine
from tablas.engine.abalone.player import AbalonePlayer, ends_of
from tablas.engine.simple import PLAYERS
from tablas.errors import IllegalAction, NotationError
from tablas.games import kind
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.play.terms import Limits, Terms
from tablas.values import Setup, Side
from tablas.words import Words

ABALONE: Final = kind("abalone")
PLIES: Final = 350
"""Engine matches end here, and the count of ejections decides (rules page, "End")."""


class Contestant(Protocol):
    """Somebody who can be asked for a move of a game."""

    name: str

    def new(self) -> None: ...

    def move(self, game: Game[Any, Any]) -> Any: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class LevelSeat:
    """One of our levels, or our search with a limit of its own."""

    player: AbalonePlayer
    name: str

    def new(self) -> None:
        self.player.engine.forget()

    def move(self, game: Game[Any, Any]) -> Any:
        return self.player.choose(game.state)

    def close(self) -> None:
        """Nothing runs between two moves."""


@dataclass(slots=True)
class SimpleSeat:
    """The random or the greedy player."""

    player: Any
    name: str

    def new(self) -> None:
        """It remembers nothing."""

    def move(self, game: Game[Any, Any]) -> Any:
        return self.player.choose(ABALONE, game.state.position, None)

    def close(self) -> None:
        """It holds nothing."""


class OutsideSeat:
    """A program that speaks the line protocol; one that has failed is started again."""

    def __init__(self, command: str, limit: AbaloneLimit) -> None:
        self.engine, self.limit = OutsideEngine(command), limit
        self.command, self.name = command, self.engine.name

    def new(self) -> None:
        if not self.engine.failed:
            with contextlib.suppress(EngineFailed):  # it has ended since
                self.engine.new()
                return
        self.engine.close()
        self.engine = OutsideEngine(self.command)
        self.engine.new()

    def move(self, game: Game[Any, Any]) -> Any:
        first = game.first
        start = ABALONE.formats.write(Setup(first.position, first.turn or Side.BLACK, first.quiet))
        moves, position = [], first.position
        for entry in game.log:
            assert isinstance(entry.action, Played)
            moves.append(notation.write(position, entry.action.play))
            position = ABALONE.rules.after(position, entry.action.play)
        text = self.engine.move(start, moves, self.limit, ends_of(game.state))
        return notation.read(game.state.position, None, text)

    def close(self) -> None:
        self.engine.close()


def contestant(
    text: str, limit: AbaloneLimit, rng: random.Random, megabytes: int = 16
) -> Contestant:
    """Who is meant: a level, a simple player, `depth:4`, `nodes:5000`, `time:0.1`, or a command.

    `hand/depth:4` judges by the hand-made terms alone, `net/depth:4` by the network. A limit that
    is given holds for commands and, instead of their own, for the levels without noise.
    """
    if text in PLAYERS:
        return SimpleSeat(PLAYERS[text](rng), text)
    if text in LEVELS:
        level = LEVELS[text]
        if limit != AbaloneLimit() and not level.noise:
            level = replace(level, limit=limit)
        return LevelSeat(AbalonePlayer(level, rng, AbaloneEngine(megabytes=megabytes)), text)
    judge, slash, search = text.partition("/")
    if not (slash and judge in ("hand", "net")):
        judge, search = JUDGE, text
    name, colon, value = search.partition(":")
    if colon and name in SEARCHES:
        level = SearchLevel(text, SEARCHES[name](value), 0.0, Words(text, text))
        engine = AbaloneEngine(megabytes=megabytes, judge=judge)
        return LevelSeat(AbalonePlayer(level, rng, engine), text)
    return OutsideSeat(text, limit if limit != AbaloneLimit() else AbaloneLimit(seconds=0.1))


def _number(text: str, make: Callable[[str], Any]) -> Any:
    try:
        number = make(text)
    except ValueError:
        number = 0
    if number <= 0:
        raise NotationError(f"limit {text!r}: expected a number above 0")
    return number


SEARCHES: Final[dict[str, Callable[[str], AbaloneLimit]]] = {
    "depth": lambda text: AbaloneLimit(depth=_number(text, int)),
    "nodes": lambda text: AbaloneLimit(nodes=_number(text, int)),
    "time": lambda text: AbaloneLimit(seconds=_number(text, float)),
}


def opening(number: int, seed: int) -> Setup[Any]:
    """The position with which pair `number` begins, the same in every match with that seed.

    The start positions in turn; each further round two more random plies that eject nothing.
    """
    names = list(starts.STARTS)
    position, turn = ABALONE.rules.start(names[number % len(names)]), Side.BLACK
    rng = random.Random(f"{seed}/{number}")
    for _ in range(2 * (number // len(names))):
        quiet = [reached for reached in ABALONE.rules.plays(position)
                 if reached.own_lost == position.opp_lost]  # fmt: skip
        position, turn = rng.choice(quiet), turn.other
    return Setup(position, turn)


@dataclass(frozen=True, slots=True)
class ContestResult:
    """A finished game: 1, 1/2 or 0 for the first contestant, and what happened."""

    score: float
    ending: str
    plies: int
    lead: int  # ejections of the first contestant less those of the second


def play_game(setup: Setup[Any], seats: dict[Side, Contestant], first: Contestant) -> ContestResult:
    """One game; a contestant that fails or plays what is not allowed loses it."""
    terms = Terms(limits=Limits(plies=PLIES, quiet=None))
    game = Game.begin(ABALONE, terms, setup=setup)
    for seat in seats.values():
        seat.new()
    while not game.result:
        assert game.turn is not None
        seat = seats[game.turn]
        try:
            game = game.apply(Played(game.turn, seat.move(game)))
        except (EngineFailed, IllegalAction, NotationError) as error:
            ending = f"{seat.name} failed: {error}"
            return ContestResult(0.0 if seat is first else 1.0, ending, game.state.plies, 0)
    side = next(side for side, seat in seats.items() if seat is first)
    mine, theirs = ABALONE.ejected(game.state.position)
    lead = mine - theirs if game.turn is side else theirs - mine
    winner = game.result.winner
    score = 0.5 if winner is None else float(winner is side)
    return ContestResult(score, game.result.ending.value, game.state.plies, lead)
