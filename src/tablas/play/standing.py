"""Where a game stands, as position texts tell it: one function from any state to its situation."""

from __future__ import annotations

from typing import TypeVar

from tablas.play.state import State
from tablas.situation import GamePhase, Pending, Situation
from tablas.values import Ending, Side

P = TypeVar("P")
M = TypeVar("M")
HIGHEST_CUBE = 1024


def situation_of(state: State[P, M]) -> Situation:
    """Everything but the board: turn, dice, cube, score, offers and how the game stands.

    >>> from tablas.games import kind
    >>> from tablas.play.game import Game
    >>> from tablas.play.match import Match
    >>> situation = situation_of(Game.begin(kind("abak"), Match(length=7).terms()).state)
    >>> situation.length, situation.score, situation.crawford
    (7, (0, 0), False)
    """
    stakes, cube, offer = state.terms.stakes, state.cube, state.cube.offer
    length, score = stakes.score
    # Under a beaver the double counts already, under a raccoon the beaver.
    raised = offer is not None and offer.turns > 1
    return Situation(
        turn=state.turn or Side.WHITE,
        dice=None if offer else state.dice,
        cube=offer.value // 2 if offer and raised else cube.value,
        owner=offer.taker if offer and raised else cube.owner,
        score=score,
        length=length,
        crawford=bool(stakes.away) and not stakes.cube and 1 in (stakes.away or ()),
        jacoby=stakes.jacoby,
        beavers=stakes.beavers,
        max_cube=HIGHEST_CUBE if stakes.cube or length else 1,
        pending=Pending(offer.turns) if offer else None,
        resigned=state.resignation[1] if state.resignation else 0,
        state=_phase(state),
        quiet=state.quiet,
    )


def _phase(state: State[P, M]) -> GamePhase:
    if state.result is None:
        return GamePhase.PLAYING
    endings = {Ending.DROPPED: GamePhase.DROPPED, Ending.RESIGNED: GamePhase.RESIGNED}
    return endings.get(state.result.ending, GamePhase.OVER)
