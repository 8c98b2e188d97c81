"""The moves of Abalone ranked by its search, several lines at once."""

from __future__ import annotations

from typing import Any

from tablas.engine.abalone.engine import PROVEN, WIN, AbaloneEngine, AbaloneLimit
from tablas.engine.ranking import Effort, Ranked, Ranking
from tablas.play.state import State


def rank(state: State[Any, Any], effort: Effort) -> Ranking:
    """The best moves that the time allows to find."""
    analysis = AbaloneEngine(megabytes=16).analyse(
        state.position, AbaloneLimit(seconds=effort.seconds), quiet=state.quiet, lines=effort.plays
    )
    ranked = tuple(
        Ranked(
            line.move,
            line.score / 100,
            line=line.pv,
            proven=WIN - abs(line.score) if abs(line.score) >= PROVEN else None,
        )
        for line in analysis.lines
    )
    return Ranking("abalone-search", "marbles", ranked, analysis.depth, analysis.nodes)
