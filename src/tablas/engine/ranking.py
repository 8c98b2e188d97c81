"""Every play of a position in the order in which the package's own engines like it.

One ranker a game; a stronger one takes its place in `RANKERS`. Scores are for the player to move:
points a game where a net judges, marbles in Abalone, else the points of the rules of thumb, which
mean something only beside each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from tablas.state import State

Unit = Literal["points", "marbles", "thumb"]


@dataclass(frozen=True, slots=True)
class Limit:
    """What a ranking may cost: seconds of search, and how many plays are wanted."""

    seconds: float = 1.0
    plays: int = 10


@dataclass(frozen=True, slots=True)
class Ranked:
    """One play, what it is worth, and what the engine knows besides.

    `chances` are win, win gammon, win backgammon, lose gammon, lose backgammon; `line` is how the
    engine expects the game to go on, this play first; `proven` a forced end in so many plies.
    """

    play: Any
    score: float
    chances: tuple[float, ...] = ()
    line: tuple[str, ...] = ()
    proven: int | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The plays of a position, the best first, and how they were found."""

    engine: str
    unit: Unit
    plays: tuple[Ranked, ...]
    depth: int = 0
    nodes: int = 0


Ranker = Callable[[State[Any, Any], Limit], Ranking]


def rank(state: State[Any, Any], limit: Limit) -> Ranking:
    """The plays of whoever is to move, ranked by the best engine that the game has here."""
    return RANKERS[state.kind.name](state, limit)


def by_net(state: State[Any, Any], limit: Limit) -> Ranking:
    """Backgammon: the large net judges the position after each play."""
    from tablas.backgammon.codec import encode_many  # noqa: PLC0415 (needs numpy)
    from tablas.engine import weights  # noqa: PLC0415 (loads the net)
    from tablas.engine.evaluator import equities  # noqa: PLC0415

    name = "backgammon-large"
    plays = state.kind.rules.plays(state.position, state.dice)
    theirs = weights.net(name).evaluate(encode_many(list(plays)))
    scores = (-equities(theirs)).tolist()
    # The net sees the position after the play with the eyes of the opponent.
    ranked = [
        Ranked(play, score, chances=_turned(row))
        for play, score, row in zip(plays.values(), scores, theirs.tolist(), strict=True)
    ]
    return Ranking(name, "points", _best(ranked, limit), nodes=len(plays))


def by_search(state: State[Any, Any], limit: Limit) -> Ranking:
    """Abalone: the kernel's search, several lines at once."""
    from tablas.engine.abalone_engine import PROVEN, WIN, AbaloneEngine  # noqa: PLC0415 (numpy)
    from tablas.engine.abalone_engine import Limit as SearchLimit  # noqa: PLC0415

    found = AbaloneEngine(megabytes=16).analyse(
        state.position, SearchLimit(seconds=limit.seconds), quiet=state.quiet, lines=limit.plays
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


def by_thumb(state: State[Any, Any], limit: Limit) -> Ranking:
    """Abak: the rules of thumb look at the position after each play."""
    from tablas.engine.worth import WORTH  # noqa: PLC0415 (as the others)

    worth = WORTH[state.kind.name]
    plays = state.kind.rules.plays(state.position, state.dice)
    ranked = [Ranked(play, -worth(reached)) for reached, play in plays.items()]
    return Ranking("greedy", "thumb", _best(ranked, limit), nodes=len(plays))


def _best(ranked: list[Ranked], limit: Limit) -> tuple[Ranked, ...]:
    return tuple(sorted(ranked, key=lambda one: -one.score)[: limit.plays])


def _turned(theirs: list[float]) -> tuple[float, ...]:
    """The same chances seen by the other side."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = theirs
    return (1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon)


RANKERS: Final[dict[str, Ranker]] = {
    "backgammon": by_net,
    "abak": by_thumb,
    "abalone": by_search,
}
