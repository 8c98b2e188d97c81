"""What a review finds: one value for every game, made of plain frozen parts.

Costs and luck are in units of the game: for dice games points at the cube as it stands (a single
game is 1 at every score), for the others chances of winning. `lost` and `gained` tell the same in
what is at stake in the end: chances of winning the match, points of a session, chances of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from tablas.values import Side

What = Literal["play", "double", "answer"]
Unit = Literal["points", "chances"]


class Mark(Enum):
    """How bad a decision was."""

    FINE = "fine"
    DOUBTFUL = "doubtful"
    ERROR = "error"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which cost on a decision is doubtful, an error, a blunder.

    The defaults are those of GNU Backgammon.
    """

    doubtful: float = 0.04
    error: float = 0.08
    blunder: float = 0.16

    def mark(self, cost: float) -> Mark:
        """
        >>> Thresholds().mark(0.1)
        <Mark.ERROR: 'error'>
        """
        if cost >= self.blunder:
            return Mark.BLUNDER
        if cost >= self.error:
            return Mark.ERROR
        return Mark.DOUBTFUL if cost >= self.doubtful else Mark.FINE


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that could have been done, and what it is worth to who does it.

    `chances` are win, win gammon, win backgammon, lose gammon, lose backgammon, or the first
    alone; `plies` is how far ahead was looked, `trials` how often it was rolled out.
    """

    text: str
    worth: float
    chances: tuple[float, ...] = ()
    plies: int = 0
    trials: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision of a player: what was done, what was best, what that cost.

    `game` and `place` find it in the match (the place in the log, both from 0). `counts` says
    whether it enters the ratings: an unforced play, a close or used cube. `fault` names what kind
    of mistake it was, where there are kinds: `missed-double`, `wrong-take`, `missed-ejection` …
    """

    game: int
    place: int
    side: Side
    what: What
    position: str
    dice: str
    played: str
    best: str
    cost: float
    lost: float
    mark: Mark
    counts: bool
    phase: str
    chance: float  # of winning this game, for `side`, after what was done
    alternatives: tuple[Alternative, ...] = ()
    fault: str = ""
    illegal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLuck:
    """How lucky a roll was for who threw it, against the mean over all rolls."""

    game: int
    place: int
    side: Side
    dice: str
    luck: float
    gained: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseReview:
    """The decisions of one phase of the game that count."""

    decisions: int = 0
    cost: float = 0.0

    @property
    def rating(self) -> float:
        return 500 * self.cost / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """What one player did in the whole match.

    `rating` is the performance rating, 500 times the mean cost of the decisions that count; lower
    is better. `accuracy` is told where costs are chances of winning: 100 is perfect.
    """

    name: str
    plays: int = 0
    cubes: int = 0
    play_cost: float = 0.0
    cube_cost: float = 0.0
    lost: float = 0.0
    luck: float = 0.0
    gained: float = 0.0
    accuracy: float | None = None
    marks: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)
    phases: Mapping[str, PhaseReview] = field(default_factory=dict)

    @property
    def decisions(self) -> int:
        return self.plays + self.cubes

    @property
    def cost(self) -> float:
        return self.play_cost + self.cube_cost

    @property
    def error_rate(self) -> float:
        """The mean cost of a decision that counts."""
        return self.cost / self.decisions if self.decisions else 0.0

    @property
    def rating(self) -> float:
        return 500 * self.error_rate


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReview:
    """A reviewed match: every decision and roll, and what they add up to.

    `result` is White's share of what was at stake: chances of winning the match from 0 to 1, or
    points; `adjusted` the same with the luck of both sides taken away. None where it is not over,
    or without dice. `start` are White's chances of winning each game when it began.
    """

    game: str
    unit: Unit
    engine: str
    care: str
    length: int
    thresholds: Thresholds
    decisions: tuple[Decision, ...]
    rolls: tuple[RollLuck, ...]
    white: SideReview
    black: SideReview
    result: float | None = None
    adjusted: float | None = None

    def side(self, side: Side) -> SideReview:
        return self.white if side is Side.WHITE else self.black

    def mistakes(self, side: Side | None = None) -> tuple[Decision, ...]:
        """What was marked, the most expensive first."""
        wrong = (
            one for one in self.decisions if one.mark is not Mark.FINE and side in (None, one.side)
        )
        return tuple(sorted(wrong, key=lambda one: -one.cost))
