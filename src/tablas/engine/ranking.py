"""Every play of a position in the order in which the package's own engines like it.

One ranker a game; a stronger one takes its place in `RANKERS`. Scores are for the player to move:
points a game in the dice games, marbles in Abalone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from tablas.play.state import State

if TYPE_CHECKING:
    from tablas.engine.dice.search import DiceEngine

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


def rank(state: State[Any, Any], effort: Effort) -> Ranking:
    """The plays of whoever is to move, ranked by the best engine that the game has here."""
    return RANKERS[state.kind.name](state, effort)


def prepare() -> None:
    """Load nets and tables, so that the first question need not wait for them."""
    for game in ("backgammon", "abak"):
        _engine(game)


def by_plies(state: State[Any, Any], effort: Effort) -> Ranking:
    """The dice games: nets and exact endgames, as many rolls ahead as the time allows."""
    from tablas.engine.dice.limit import Limit  # noqa: PLC0415 (see `_engine`)

    assert state.dice is not None
    engine = _engine(state.kind.name)
    found = engine.analyse(state.position, state.dice, Limit(seconds=effort.seconds))
    ranked = tuple(
        Ranked(one.play, one.equity, chances=astuple(one.chances), plies=one.plies)
        for one in found.plays[: effort.plays]
    )
    return Ranking(f"{state.kind.name}-search", "points", ranked, found.plies, found.nodes)


@cache
def _engine(game: str) -> DiceEngine:
    from tablas.engine.dice.search import AbakEngine, BackgammonEngine  # noqa: PLC0415 (nets, tables)

    return AbakEngine() if game == "abak" else BackgammonEngine()


def by_search(state: State[Any, Any], effort: Effort) -> Ranking:
    """Abalone: the kernel's search, several lines at once."""
    from tablas.engine.abalone.engine import (  # noqa: PLC0415 (numpy)
        PROVEN,
        WIN,
        AbaloneEngine,
        Limit,
    )

    found = AbaloneEngine(megabytes=16).analyse(
        state.position, Limit(seconds=effort.seconds), quiet=state.quiet, lines=effort.plays
    )
    ranked = tuple(
        Ranked(
            line.move,
            line.score / 100,
            line=line.pv,
            proven=WIN - abs(line.score) if abs(line.score) >= PROVEN else None,
        )
        for line in found.lines
    )
    return Ranking("abalone-search", "marbles", ranked, found.depth, found.nodes)


RANKERS: Final[dict[str, Ranker]] = {
    "backgammon": by_plies,
    "abak": by_plies,
    "abalone": by_search,
}
