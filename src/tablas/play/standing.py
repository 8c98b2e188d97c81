"""Where a game stands, as position texts tell it: one function from any state to its situation."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tablas.kind import Kind
from tablas.play.cube import Cube, Offer
from tablas.play.state import Phase, State
from tablas.play.terms import Stakes, Terms
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


def state_of(kind: Kind[P, M], position: P, situation: Situation) -> State[P, M]:
    """A state that stands as the situation says; the way back of `situation_of`."""
    cube = Cube(situation.cube, situation.owner)
    if situation.pending:
        taker = situation.turn.other
        turns = situation.pending.value
        by = situation.turn if turns % 2 else taker
        cube = replace(cube, offer=Offer(by, 2 * situation.cube, taker, turns))
    phase = Phase.TO_ROLL if kind.dice else Phase.TO_PLAY
    if situation.pending:
        phase = Phase.TO_ANSWER
    elif situation.dice:
        phase = Phase.TO_PLAY
    return State(
        kind=kind,
        terms=Terms(stakes=stakes_of(situation)),
        position=position,
        turn=situation.turn,
        phase=phase,
        cube=cube,
        dice=situation.dice,
        quiet=situation.quiet,
    )


def terms_of(situation: Situation, agreed: Terms) -> Terms:
    """The terms of a game that begins as a text says: at its score, else as it was agreed."""
    if not situation.length:
        return agreed
    stakes = stakes_of(situation)
    return replace(agreed, stakes=replace(stakes, cube=stakes.cube and agreed.stakes.cube))


def in_points(state: State[P, M]) -> State[P, M]:
    """Plain money play, the cube in the middle, without its cube: judged in points expected.

    Whatever else is said of cube and score counts, so such a state stays as it is.
    """
    stakes = state.terms.stakes
    if stakes != Stakes() or state.cube != Cube():
        return state
    return replace(state, terms=replace(state.terms, stakes=replace(stakes, cube=False)))


def stakes_of(situation: Situation) -> Stakes:
    """What is played for."""
    if not situation.length:
        return Stakes(
            cube=situation.max_cube > 1, jacoby=situation.jacoby, beavers=situation.beavers
        )
    white, black = situation.score
    away = (situation.length - white, situation.length - black)
    return Stakes(cube=not situation.crawford, away=away, length=situation.length)


def _phase(state: State[P, M]) -> GamePhase:
    if state.result is None:
        return GamePhase.PLAYING
    endings = {Ending.DROPPED: GamePhase.DROPPED, Ending.RESIGNED: GamePhase.RESIGNED}
    return endings.get(state.result.ending, GamePhase.OVER)
