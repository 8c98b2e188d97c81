"""The plays of a dice game ranked by its search, as many rolls ahead as the time allows."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache
from typing import TYPE_CHECKING, Any

from tablas.engine.engines import dice_side
from tablas.engine.ranking import Effort, Ranked, Ranking
from tablas.play.state import State

if TYPE_CHECKING:
    from tablas.engine.dice.search import DiceEngine


def rank(state: State[Any, Any], effort: Effort) -> Ranking:
    """Nets and exact endgames; plays that were looked at more deeply stand first."""
    from tablas.engine.dice.at_score import analysed  # noqa: PLC0415 (see `shared_engine`)
    from tablas.engine.dice.limit import DiceLimit  # noqa: PLC0415

    limit = DiceLimit(seconds=effort.seconds)
    analysis = analysed(shared_engine(state.kind.name), state, limit)
    ranked = tuple(
        Ranked(one.play, one.equity, chances=astuple(one.chances), plies=one.plies)
        for one in analysis.plays[: effort.plays]
    )
    return Ranking(f"{state.kind.name}-search", "points", ranked, analysis.plies, analysis.nodes)


def prepare(game: str) -> None:
    """Load nets and tables, so that the first question need not wait for them."""
    shared_engine(game)


@cache
def shared_engine(game: str) -> DiceEngine:
    """One engine a game and process: nets and tables are loaded once."""
    return dice_side(game).search()
