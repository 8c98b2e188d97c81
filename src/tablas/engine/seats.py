"""What a game brings to a duel, and what every seat of a duel has; `ENGINE.duel()` gives it.

A seat is whoever plays: a level, a search, a net in a file, a program of somebody else's. In the
dice games it plays many games at once (`engine/dice/seats.py`), elsewhere one game after another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tablas.play.game import Game
from tablas.play.terms import Terms
from tablas.values import Setup
from tablas.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.engine.dice.cubes import Boards, Cubes, Yes


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOptions:
    """What else a duel says of its players: the cube, and limits a move; 0 is no limit."""

    cube: bool = False
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0

    @property
    def limited(self) -> bool:
        return bool(self.seconds or self.nodes or self.depth)


class DuelSeat(Protocol):
    """What every seat has; whoever runs in a process of its own must be closed."""

    name: str

    def new(self, seed: int) -> None:
        """Other games begin: forget the last ones; mistakes on purpose come from this seed."""

    def cpu(self) -> float:
        """Seconds of processor time that its decisions have taken so far."""

    def close(self) -> None: ...


class MoveSeat(DuelSeat, Protocol):
    """A player that is shown one game at a time."""

    def move(self, game: Game[Any, Any]) -> Any:
        """The play of whoever is on turn."""


class DiceSeat(DuelSeat, Protocol):
    """A player of one dice game, in its own process or ours."""

    @property
    def slow(self) -> bool:
        """Whether it looks so far ahead that it gains nothing from many games at once."""

    def play(self, boards: Boards, dice: Boards, cubes: Cubes) -> Boards:
        """The board after each roll, seen by the opponent."""

    def doubles(self, boards: Boards, cubes: Cubes) -> Yes:
        """Where the player to move doubles before rolling."""

    def takes(self, boards: Boards, cubes: Cubes) -> Yes:
        """Where a double is taken; boards and cubes (before it) are seen by who doubled."""


class LuckJudge(Protocol):
    """Whoever tells what a roll is worth; a net is one."""

    def choose(self, boards: Boards, dice: Boards) -> tuple[Boards, NDArray[np.float32]]:
        """The best board of each roll, seen by the next player; the chances of who rolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceDuel:
    """A game with dice: both games of a pair have the same rolls, once with each side beginning.

    `judge` is the net that tells luck unless another one is named; `judging(name)` loads one.
    """

    usual_games: int
    seat: Callable[[str, SeatOptions], DiceSeat]
    judge: str
    judging: Callable[[str], LuckJudge]
    players: Words  # the names that `seat` understands, for people


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDuel:
    """A game without dice: both games of a pair begin alike, with the sides changed.

    `opening(number, seed)` is where pair `number` begins; `counted` is what a lead is counted in.
    """

    usual_games: int
    seat: Callable[[str, SeatOptions], MoveSeat]
    opening: Callable[[int, int], Setup[Any]]
    terms: Terms
    counted: str
    lead: Callable[[Any], int]  # of the player to move
    players: Words  # the names that `seat` understands, for people


DuelSide: TypeAlias = DiceDuel | BoardDuel
