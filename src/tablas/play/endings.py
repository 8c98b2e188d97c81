"""When a game ends on the board: played out, or by the limits against endless games."""

from __future__ import annotations

from typing import Any, TypeVar

from tablas.play.state import State
from tablas.play.terms import Decides, Repetition
from tablas.values import ROLLS, Ending, Result, Side

P = TypeVar("P")
M = TypeVar("M")

THIRD = 3


def ended(state: State[P, M]) -> Result | None:
    """The result of the position just reached, or None while the game goes on."""
    side = state.turn
    assert side is not None
    outcome = state.kind.rules.outcome(state.position)
    if outcome:
        winner = side if outcome.points > 0 else side.other
        level = level_counted(state, outcome.level)
        return Result(winner, Ending.PLAYED_OUT, level, state.cube.value)
    return None if state.kind.dice else _limited(state, side)


def locked(state: State[P, M]) -> bool:
    """Whether no roll can move anything for either side, now or ever: the game is void.

    Ruling A7 of the Abak page: full stacks and trapped checkers can lock both sides in. It is
    asked only after a turn in which nothing moved.
    """
    both = (state.position, other_view(state))
    return all(state.kind.stuck(seen, roll) for seen in both for roll in ROLLS)


def other_view(state: State[P, M]) -> P:
    """The position of a dice game seen by the other side: what playing nothing leads to."""
    nothing: Any = ()
    return state.kind.rules.after(state.position, nothing)


def level_counted(state: State[P, M], level: int) -> int:
    """The level that counts: by the Jacoby rule no gammons before somebody has doubled."""
    return 1 if state.terms.stakes.jacoby and not state.cube.turned else level


def _limited(state: State[P, M], side: Side) -> Result | None:
    limits = state.terms.limits
    mine, theirs = state.kind.ejected(state.position)
    if max(mine, theirs) >= limits.target:
        return Result(side if mine > theirs else side.other, Ending.PLAYED_OUT)
    # The sides alternate, so only every second position had this side to move.
    seen = state.seen[::-2]
    if limits.repetition is Repetition.DRAW and seen.count((side, state.position)) >= THIRD:
        return Result(None, Ending.REPETITION)
    if limits.quiet is not None and state.quiet >= limits.quiet:
        winner = _leader(state, side) if limits.quiet_decides is Decides.EJECTIONS else None
        return Result(winner, Ending.NO_PROGRESS)
    if limits.plies is not None and state.plies >= limits.plies:
        return Result(_leader(state, side), Ending.PLY_LIMIT)
    return None


def _leader(state: State[P, M], side: Side) -> Side | None:
    mine, theirs = state.kind.ejected(state.position)
    if mine == theirs:
        return None
    return side if mine > theirs else side.other


def repeats_too_often(state: State[P, M], play: M) -> bool:
    """Whether "the repeater must deviate" forbids this play.

    A play that brings a position about for the third time is forbidden while another one is
    left; a player who has nothing else may repeat, since nobody may be left without a move.
    """
    if state.kind.dice or state.terms.limits.repetition is not Repetition.DEVIATE:
        return False
    if state.turn is None or not _third(state, state.kind.rules.after(state.position, play)):
        return False
    return not all(_third(state, reached) for reached in state.kind.rules.plays(state.position))


def _third(state: State[P, M], reached: P) -> bool:
    assert state.turn is not None
    return state.seen.count((state.turn.other, reached)) >= THIRD - 1
