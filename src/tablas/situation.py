"""What a position text says beyond the board: cube, dice, score, offers, options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tablas.values import Dice, Side
from tablas.words import Reason, reason

MOST: Final = 2**15 - 1
"""The largest score and match length: a match ID has 15 bits for each."""

HIGHEST_CUBE: Final = 2**15


class Pending(Enum):
    """A cube that waits for an answer; the value is how often the turn to answer changed."""

    DOUBLE = 1
    BEAVER = 2
    RACCOON = 3


class GamePhase(Enum):
    """Where a game stands; the values are those of the match ID."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything but the checkers: the cube, the dice, the score and what is being asked.

    `turn` rolls next, has rolled, or has doubled instead. `cube` and `owner` are what both have
    agreed to so far: a pending double does not count yet, under a pending beaver the double does.
    `score` is White's and Black's; `length` 0 is a money session. `resigned` is the level offered
    (1 to 3, 0 for none). `acts` is only given where a match ID names another player to act than
    the one whom the offers lead to. `quiet` counts the plies since the last ejection in Abalone.
    """

    turn: Side = Side.WHITE
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024
    pending: Pending | None = None
    resigned: int = 0
    state: GamePhase = GamePhase.PLAYING
    acts: Side | None = None
    quiet: int = 0

    @property
    def to_act(self) -> Side:
        """Who has to roll, play or answer now."""
        return self.acts or self.expected_to_act

    @property
    def expected_to_act(self) -> Side:
        """The player on turn, changed by every double, beaver, raccoon and resignation.

        After a drop it is still the turn of the player who dropped.
        """
        changes = self.pending.value if self.pending else 0
        changes += self.resigned > 0
        changes += self.state is GamePhase.DROPPED
        return self.turn.other if changes % 2 else self.turn


OUT_OF_RANGE: Final = reason(
    "out-of-range",
    "{what} {found}: expected {expected}",
    "{what} {found}: se esperaba {expected}",
)
SCORE: Final = reason(
    "score",
    "score {white}-{black}: a match to {length} is over at that score",
    "marcador {white}-{black}: con él ya ha terminado un encuentro a {length}",
)
CRAWFORD: Final = reason(
    "crawford",
    "Crawford game: no player is one point from winning at {white}-{black} (match to {length})",
    "partida Crawford: a nadie le falta un punto con {white}-{black} (encuentro a {length})",
)
DICE_AND_OFFER: Final = reason(
    "dice-and-offer",
    "dice {dice}: a double is answered before the dice are rolled",
    "dados {dice}: un doble se contesta antes de tirar los dados",
)
BEAVER_IN_MATCH: Final = reason(
    "beaver-in-match",
    "beavers and raccoons are for money sessions, not for a match",
    "los castores y mapaches son para sesiones por dinero, no para un encuentro",
)


def faults(situation: Situation) -> tuple[Reason, ...]:
    """Everything in a situation that cannot be; empty for a valid one."""
    return tuple(_out_of_range(situation)) or tuple(_contradictions(situation))


def _out_of_range(situation: Situation) -> Iterator[Reason]:
    counts = (("score", situation.score[0]), ("score", situation.score[1]))
    for what, value in (*counts, ("match length", situation.length)):
        if not 0 <= value <= MOST:
            yield OUT_OF_RANGE.about(what=what, found=value, expected=f"0–{MOST}")
    for what, value in (("cube", situation.cube), ("highest cube", situation.max_cube)):
        if not 1 <= value <= HIGHEST_CUBE or value.bit_count() != 1:
            yield OUT_OF_RANGE.about(what=what, found=value, expected="1, 2, 4 … 32768")
    if situation.resigned not in range(4):
        yield OUT_OF_RANGE.about(what="resignation", found=situation.resigned, expected="0–3")


def _contradictions(situation: Situation) -> Iterator[Reason]:
    white, black = situation.score
    facts = {"white": white, "black": black, "length": situation.length}
    # The score of a finished game may be past the length, and a Crawford game may be won.
    playing = situation.state is GamePhase.PLAYING
    if playing and situation.length and max(white, black) >= situation.length:
        yield SCORE.about(**facts)
    if playing and situation.crawford and situation.length - 1 not in (white, black):
        yield CRAWFORD.about(**facts)
    if situation.dice and situation.pending:
        yield DICE_AND_OFFER.about(dice=situation.dice)
    if situation.length and (
        situation.beavers or situation.pending in (Pending.BEAVER, Pending.RACCOON)
    ):
        yield BEAVER_IN_MATCH
