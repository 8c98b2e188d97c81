"""What a game stands at: everything that follows from the actions so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from tablas.kind import Kind
from tablas.play.clock import Clock
from tablas.play.cube import Cube
from tablas.play.terms import Terms
from tablas.values import Dice, Result, Setup, Side
from tablas.words import Words

P = TypeVar("P")
M = TypeVar("M")


class Phase(Enum):
    """What a game waits for; the words finish the sentence "… comes next"."""

    OPENING = Words("the opening roll", "hacer la tirada de salida")
    TO_ROLL = Words("a roll or a double", "tirar o doblar")
    TO_ANSWER = Words("the answer to a double", "responder al doble")
    TO_PLAY = Words("a play", "jugar")
    OVER = Words("nothing", "nada")

    __hash__ = object.__hash__  # as fast as that of `Side`, for the same reason


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Generic[P, M]):
    """The present of a game, without its past; `fold.happened` gives the next one.

    `position` is seen by `turn` (before the opening roll by nobody: it is symmetric).
    """

    kind: Kind[P, M]
    terms: Terms
    position: P
    turn: Side | None
    phase: Phase
    cube: Cube
    dice: Dice | None = None
    resignation: tuple[Side, int] | None = None  # who offers to lose, at which level
    draw_offer: Side | None = None
    clock: Clock | None = None
    result: Result | None = None
    plies: int = 0
    quiet: int = 0  # plies since the last ejection
    seen: tuple[tuple[Side, P], ...] = ()  # positions since then, for the repetition rule

    @property
    def to_act(self) -> Side | None:
        """Whose decision the game waits for, and whose clock runs."""
        if self.result or self.phase is Phase.OPENING:
            return None
        if self.resignation:
            return self.resignation[0].other
        if self.cube.offer:
            return self.cube.offer.by.other
        return self.turn

    def setup(self) -> Setup[P]:
        """The position with its side to move, for formats and boards."""
        return Setup(self.position, self.turn, self.quiet)


def first_phase(kind: Kind[P, M]) -> Phase:
    """What a turn begins with: a roll in the dice games, a play in the others."""
    return Phase.TO_ROLL if kind.dice else Phase.TO_PLAY
