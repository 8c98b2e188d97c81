"""Who plays Abalone in a duel: levels, searches with a limit, programs that speak the protocol."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tablas.abalone import KIND, notation, starts
from tablas.engine.abalone.engine import JUDGE, AbaloneEngine, AbaloneLimit
from tablas.engine.abalone.levels import LEVELS, SearchLevel
from tablas.engine.abalone.outside import OutsideEngine
from tablas.engine.abalone.player import AbalonePlayer, ends_of
from tablas.engine.outside import OutsideFailed
from tablas.engine.player import AtBoard, Player
from tablas.engine.seats import BoardDuel, MoveSeat, SeatOptions
from tablas.engine.simple import PLAYERS
from tablas.errors import NotationError
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.play.terms import Limits, Terms
from tablas.values import Setup, Side
from tablas.words import Words

PLIES: Final = 350
"""Engine matches end here, and the count of ejections decides (rules page, "End")."""
MEGABYTES: Final = 16
"""Of the table that a search in a duel remembers positions in."""


class LevelSeat:
    """One of our players, or our search with a limit of its own."""

    def __init__(self, player: Player, name: str, rng: random.Random) -> None:
        self.player, self.name, self.rng = player, name, rng
        self.spent = 0.0

    def new(self, seed: int) -> None:
        self.rng.seed(seed)
        if isinstance(self.player, AbalonePlayer):
            self.player.engine.forget()

    def move(self, game: Game[Any, Any]) -> Any:
        begun = time.process_time()
        move = self.player.choose(game.state)
        self.spent += time.process_time() - begun
        return move

    def cpu(self) -> float:
        return self.spent

    def close(self) -> None:
        """Nothing runs between two moves."""


class OutsideSeat:
    """A program that speaks the line protocol; one that has failed is started again."""

    def __init__(self, command: str, limit: AbaloneLimit) -> None:
        self.engine, self.limit = OutsideEngine(command), limit
        self.command, self.name = command, self.engine.name
        self.spent = 0.0  # by programs that have failed since

    def new(self, seed: int) -> None:
        del seed
        if not self.engine.failed:
            with contextlib.suppress(OutsideFailed):  # it has ended since
                self.engine.new()
                return
        self.spent = self.cpu()
        self.engine.close()
        self.engine = OutsideEngine(self.command)
        self.engine.new()

    def move(self, game: Game[Any, Any]) -> Any:
        first = game.first
        start = KIND.formats.write(Setup(first.position, first.turn or Side.BLACK, first.quiet))
        moves, position = [], first.position
        for entry in game.log:
            assert isinstance(entry.action, Played)
            moves.append(notation.write(position, entry.action.play))
            position = KIND.rules.after(position, entry.action.play)
        text = self.engine.move(start, moves, self.limit, ends_of(game.state))
        return notation.read(game.state.position, None, text)

    def cpu(self) -> float:
        return self.spent + self.engine.cpu()

    def close(self) -> None:
        self.spent = self.cpu()
        self.engine.close()


def seat(text: str, options: SeatOptions) -> MoveSeat:
    """Who is meant: a level, a simple player, `depth:4`, `nodes:5000`, `time:0.1`, or a command.

    `hand/depth:4` judges by the hand-made terms alone, `net/depth:4` by the network;
    `strongest/nodes:5000` is a level with another limit. A limit of the options holds for commands
    and, instead of their own, for the levels without noise.
    """
    limit = AbaloneLimit(seconds=options.seconds, nodes=options.nodes, depth=options.depth)
    rng = random.Random()
    if text in PLAYERS:
        return LevelSeat(AtBoard(PLAYERS[text](rng)), text, rng)
    who, _, search = text.rpartition("/")
    if text in LEVELS:
        level = LEVELS[text]
        if options.limited and not level.noise:
            level = replace(level, limit=limit)
        return _searching(level, text, rng)
    own = _search_limit(search)
    if own and who in LEVELS:
        return _searching(replace(LEVELS[who], limit=own), text, rng)
    if own and who in ("", "hand", "net"):
        level = SearchLevel(text, own, 0.0, Words(text, text))
        return _searching(level, text, rng, judge=who or JUDGE)
    return OutsideSeat(text, limit if options.limited else AbaloneLimit(seconds=0.1))


def _searching(level: SearchLevel, name: str, rng: random.Random, judge: str = JUDGE) -> MoveSeat:
    engine = AbaloneEngine(megabytes=MEGABYTES, judge=judge)
    return LevelSeat(AbalonePlayer(level, rng, engine), name, rng)


def _search_limit(text: str) -> AbaloneLimit | None:
    """The limit that `depth:4`, `nodes:5000` or `time:0.1` says; None for anything else."""
    name, colon, value = text.partition(":")
    return SEARCHES[name](value) if colon and name in SEARCHES else None


def _number(text: str, make: Callable[[str], Any]) -> Any:
    try:
        number = make(text)
    except ValueError:
        number = 0
    if number <= 0:
        raise NotationError(
            f"limit {text!r}: expected a number above 0",
            f"límite {text!r}: se esperaba un número mayor que 0",
        )
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
    position, turn = KIND.rules.start(names[number % len(names)]), Side.BLACK
    rng = random.Random(f"{seed}/{number}")
    for _ in range(2 * (number // len(names))):
        quiet = [reached for reached in KIND.rules.plays(position)
                 if reached.own_lost == position.opp_lost]  # fmt: skip
        position, turn = rng.choice(quiet), turn.other
    return Setup(position, turn)


def lead(position: Any) -> int:
    """Ejections of the player to move less those of the other."""
    own, opp = KIND.ejected(position)
    return own - opp


DUEL: Final = BoardDuel(
    usual_games=32,
    seat=seat,
    opening=opening,
    terms=Terms(limits=Limits(plies=PLIES, quiet=None)),
    counted="ejections",
    lead=lead,
    players=Words(
        "a level, depth:4, nodes:5000, time:0.1 (hand/ before it leaves the network out), or a "
        "command that speaks the line protocol; at 350 plies the ejections decide",
        "un nivel, depth:4, nodes:5000, time:0.1 (con hand/ delante, sin la red) o una orden que "
        "hable el protocolo; a las 350 jugadas deciden las expulsiones",
    ),
)
