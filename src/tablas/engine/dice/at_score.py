"""An analysis at the score: plays in the order that cube and match make of their chances."""

from __future__ import annotations

from typing import Any

from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import stake_of
from tablas.engine.dice.search import DiceAnalysis, DiceEngine
from tablas.play.state import State


def analysed(engine: DiceEngine, state: State[Any, Any], limit: DiceLimit) -> DiceAnalysis:
    """Every play of the roll, ranked by what it is worth at this cube and score.

    Without a cube and a match that is the points expected. Else an equity is in units of the
    cube, so that winning a single game is about 1 at every score, and both sides play for it
    wherever the search looks ahead. Plays of equal depth only are compared, those looked at most
    deeply first.
    """
    assert state.dice is not None
    return engine.analyse(state.position, state.dice, limit, cube=stake_of(state))
