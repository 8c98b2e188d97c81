"""Who sits at a table: something that is shown a game and says what it does.

A player sees the whole `State`: position and dice, but also the cube, the score of a match and, in
Abalone, the positions since the last ejection. One that looks at the board alone (`BoardPlayer`) is
seated by `AtBoard`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol, runtime_checkable

from tablas.kind import Kind
from tablas.play.state import State
from tablas.values import Dice


class Answer(Enum):
    """What can be said to a double; `RAISE` turns the cube once more, a beaver or a raccoon."""

    TAKE = "take"
    DROP = "drop"
    RAISE = "raise"


class Player(Protocol):
    """Plays a game through; asked only where it has something to decide."""

    @property
    def name(self) -> str: ...

    def choose(self, state: State[Any, Any]) -> Any:
        """The play of whoever is on turn."""

    def doubles(self, state: State[Any, Any]) -> bool:
        """Whether to double before rolling."""

    def answer(self, state: State[Any, Any]) -> Answer:
        """What to say to the double on the table; the position is seen by whoever is on roll."""


PART_OF_CLOCK: Final = 20
"""One decision of an unhurried player takes at most so small a part of what its clock has left."""


@runtime_checkable
class Unhurried(Protocol):
    """A player that thinks for as long as it takes, unless it is told how long it may."""

    def within(self, seconds: float) -> Player:
        """The same player with so much time for a decision."""


class BoardPlayer(Protocol):
    """Chooses by the board and the dice alone, whatever the score."""

    @property
    def name(self) -> str: ...

    def choose(self, kind: Kind[Any, Any], position: Any, dice: Dice | None) -> Any: ...

    def doubles(self, kind: Kind[Any, Any], position: Any) -> bool:
        """Whether to double before rolling."""

    def takes(self, kind: Kind[Any, Any], position: Any) -> bool:
        """Whether to accept a double; the position is seen by whoever is on roll."""


@dataclass(slots=True)
class AtBoard:
    """A player that is shown the board of the game and nothing else of it."""

    player: BoardPlayer

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, state: State[Any, Any]) -> Any:
        return self.player.choose(state.kind, state.position, state.dice)

    def doubles(self, state: State[Any, Any]) -> bool:
        return self.player.doubles(state.kind, state.position)

    def answer(self, state: State[Any, Any]) -> Answer:
        takes = self.player.takes(state.kind, state.position)
        return Answer.TAKE if takes else Answer.DROP
