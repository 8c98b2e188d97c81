"""Side, Dice, Outcome: the frozen words that every module speaks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, TypeVar

from tablas.errors import NotationError
from tablas.words import Words

P = TypeVar("P")
DICE_FACES: Final = range(1, 7)


class Side(Enum):
    """One of the two players."""

    WHITE = "white"
    BLACK = "black"

    # Members are equal only if they are one object, and Enum's own hash is slow Python code.
    __hash__ = object.__hash__

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def words(self) -> Words:
        """The side's name as a person says it."""
        return Words("White", "Blancas") if self is Side.WHITE else Words("Black", "Negras")

    @classmethod
    def parse(cls, text: str) -> Side:
        """The side called `text`: `white` or `w`, `black` or `b`."""
        for side in cls:
            if text.lower() in (side.value, side.value[0]):
                return side
        raise NotationError(
            f"side {text!r}: expected 'white' or 'black'",
            f"bando {text!r}: se esperaba 'white' o 'black'",
        )


@dataclass(frozen=True, slots=True)
class Dice:
    """Two dice, the higher one first; the order in which they fell means nothing.

    >>> Dice(1, 3) == Dice(3, 1), Dice(2, 2).movements
    (True, (2, 2, 2, 2))
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        for die in (self.high, self.low):
            # bool is an int to Python, but nobody rolls True.
            if type(die) is not int or die not in DICE_FACES:
                raise NotationError(
                    f"dice {self.high!r}, {self.low!r}: each is a number 1 to 6",
                    f"dados {self.high!r}, {self.low!r}: cada uno es un número del 1 al 6",
                )
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Two digits, with or without a separator: `31`, `3-1`, `3,1`, `3 1`."""
        digits = [c for c in text if c not in "-, "]
        if len(digits) != 2 or any(c not in "123456" for c in digits):
            raise NotationError(
                f"dice {text!r}: expected two digits 1 to 6, such as 31",
                f"dados {text!r}: se esperaban dos cifras del 1 al 6, como 31",
            )
        return cls(int(digits[0]), int(digits[1]))

    @property
    def double(self) -> bool:
        return self.high == self.low

    @property
    def movements(self) -> tuple[int, ...]:
        """The dice to play: two, or four of a double."""
        return (self.high,) * 4 if self.double else (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


ROLLS: Final = tuple(Dice(high, low) for high in DICE_FACES for low in range(1, high + 1))
"""The 21 different rolls; a double has weight 1 of 36, any other 2."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished position ends for the player to move.

    `points` is positive for a win, negative for a loss, 0 for a draw; its size is the level:
    1 single, 2 gammon, 3 backgammon (Abalone knows only 1).
    """

    points: int

    @property
    def level(self) -> int:
        return abs(self.points)


@dataclass(frozen=True, slots=True)
class Setup(Generic[P]):
    """A position with what the board alone does not say: who moves, and since when nothing fell.

    `turn` is open (None) at a start where the opening roll decides it. `quiet` counts the plies
    since the last ejection in Abalone; the dice games leave it at 0.
    """

    position: P
    turn: Side | None
    quiet: int = 0

    @property
    def mover(self) -> Side:
        """Whose side the position is seen from: White's while the turn is open."""
        return self.turn or Side.WHITE


class Ending(Enum):
    """What brought a game to its end."""

    PLAYED_OUT = "played-out"  # borne off, six ejected, or no legal move
    DROPPED = "dropped"
    RESIGNED = "resigned"
    FLAGGED = "flagged"
    FORFEITED = "forfeited"  # stayed away, or withheld the dice, for too long
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    PLY_LIMIT = "ply-limit"
    AGREED = "agreed"
    LOCKED = "locked"  # no roll can ever move a checker of either side


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: who won, at which level, for which stake; no winner means a draw."""

    winner: Side | None
    ending: Ending
    level: int = 1
    stake: int = 1

    @property
    def points(self) -> int:
        """What the winner scores: 1, 2 or 3 for the level, times the cube."""
        return 0 if self.winner is None else self.level * self.stake
