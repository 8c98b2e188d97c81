"""Every play of a position in the order in which an engine likes it.

Each game's `ENGINE.rank` is a `Ranker`. Scores are for the player to move: points a game in the
dice games, marbles in Abalone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tablas.play.state import State

Unit = Literal["points", "marbles"]


@dataclass(frozen=True, slots=True)
class Effort:
    """What a ranking may cost: seconds of search, and how many plays are wanted."""

    seconds: float = 1.0
    plays: int = 10


@dataclass(frozen=True, slots=True)
class Ranked:
    """One play, what it is worth, and what the engine knows besides.

    `chances` are win, win gammon, win backgammon, lose gammon, lose backgammon; `line` is how the
    engine expects the game to go on, this play first; `proven` a forced end in so many plies;
    `plies` how far ahead it looked for this play, where that differs from play to play.
    """

    play: Any
    score: float
    chances: tuple[float, ...] = ()
    line: tuple[str, ...] = ()
    proven: int | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The plays of a position, the best first, and how they were found."""

    engine: str
    unit: Unit
    plays: tuple[Ranked, ...]
    depth: int = 0
    nodes: int = 0


Ranker = Callable[[State[Any, Any], Effort], Ranking]
