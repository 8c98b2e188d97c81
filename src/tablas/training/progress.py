"""What a training run tells while it goes on: values, which are also the lines of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablas.training.match import MatchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Where a run stands after a window in which its nets were compared."""

    window: int
    seconds: float
    games: int
    given_up: int
    positions: int
    rate: float
    exact: bool
    loss: Mapping[str, float]  # of each net
    target_entropy: float  # the part of the loss that no net can avoid
    points_a_game: float
    waited: float  # seconds that the device waited for plays
    match: Mapping[str, MatchResult]  # by opponent; of the smaller nets against the teacher
    match_seconds: float
    revived: Mapping[str, list[int]]  # dead units of each net's layers, the last time
    noise: list[float] | None  # points that a turn changes the opinion by, with luck and without

    def line(self) -> dict[str, Any]:
        """As a line of the log."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"match": {name: played.as_list() for name, played in self.match.items()}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a run stands between two reports: a sign of life from the first window on."""

    window: int
    seconds: float
    games: int
    positions: int
    loss: float  # of the teacher in the last window


@dataclass(frozen=True, slots=True)
class Ended:
    """The last word of a run: whether its plan is done, and after how many windows it stopped."""

    done: bool
    window: int
