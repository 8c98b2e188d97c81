"""What each action does to a state, and when it is refused; `Game.apply` is the way in."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tablas.play.actions import (
    Action,
    Beavered,
    Doubled,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Dropped,
    Flagged,
    Forfeited,
    Granted,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationRefused,
    Resigned,
    Rolled,
    Skipped,
    Took,
)
from tablas.play.clock import Clock
from tablas.play.cube import Cube
from tablas.play.endings import ended, level_counted, locked, other_view
from tablas.play.state import Phase, State, first_phase
from tablas.values import Dice, Ending, Result, Side

P = TypeVar("P")
M = TypeVar("M")


def happened(state: State[P, M], action: Action[M], now: int | None) -> State[P, M]:
    """The state after an action that `why_refused` has nothing against."""
    after = _after(state, action)
    clock = _clock_after(state, after, action, now)
    return after if clock is after.clock else replace(after, clock=clock)


def _after(state: State[P, M], action: Action[M]) -> State[P, M]:
    match action:
        case OpeningRolled(white, black):
            return _opened(state, white, black)
        case Rolled(_, dice):
            return replace(state, dice=dice, phase=Phase.TO_PLAY)
        case Played(side, play):
            return _played(state, side, play)
        case Skipped(side):
            return _unless_locked(_skipped(state, side))
        case Doubled(side):
            return replace(state, cube=state.cube.doubled_by(side), phase=Phase.TO_ANSWER)
        case Beavered() | Raccooned():
            return replace(state, cube=state.cube.raised())
        case Took():
            return replace(state, cube=state.cube.taken(), phase=Phase.TO_ROLL)
        case Dropped(side):
            return over(state, Result(side.other, Ending.DROPPED, 1, state.cube.dropped_stake))
        case Resigned(side, level):
            if not state.kind.dice:
                return over(state, Result(side.other, Ending.RESIGNED))
            return replace(state, resignation=(side, level))
        case ResignationRefused():
            return replace(state, resignation=None)
        case ResignationAccepted(side):
            return _resigned(state, side)
        case DrawOffered(side):
            return replace(state, draw_offer=side)
        case DrawDeclined():
            return replace(state, draw_offer=None)
        case DrawAccepted():
            return over(state, Result(None, Ending.AGREED))
        case Granted():
            return state
        case Flagged(side):
            return over(state, Result(side.other, Ending.FLAGGED, 1, state.cube.value))
        case Forfeited(side):
            return over(state, Result(side.other, Ending.FORFEITED, 1, state.cube.value))


def _opened(state: State[P, M], white: int, black: int) -> State[P, M]:
    """The higher die begins with both; a tie is rolled again and may double the stake."""
    if white == black:
        ties = state.cube.value.bit_length() - 1  # each automatic double is one bit
        if ties < state.terms.stakes.automatic_doubles:
            return replace(state, cube=Cube(2 * state.cube.value))
        return state
    turn = Side.WHITE if white > black else Side.BLACK
    return replace(state, turn=turn, dice=Dice(white, black), phase=Phase.TO_PLAY)


def _played(state: State[P, M], side: Side, play: M) -> State[P, M]:
    rules = state.kind.rules
    ejects = state.kind.ejects(state.position, play)
    quiet = 0 if ejects or state.kind.dice else state.quiet + 1
    after = _next_turn(
        state, side, rules.after(state.position, play),
        plies=state.plies + 1, quiet=quiet, seen=() if ejects else state.seen,
    )  # fmt: skip
    if result := ended(after):
        return over(after, result)
    return after if play or not state.kind.dice else _unless_locked(after)


def _skipped(state: State[P, M], side: Side) -> State[P, M]:
    return _next_turn(
        state, side, other_view(state), plies=state.plies, quiet=state.quiet, seen=state.seen
    )


def _unless_locked(state: State[P, M]) -> State[P, M]:
    """The state after a turn in which nothing moved, which may show that nothing ever will."""
    return over(state, Result(None, Ending.LOCKED)) if locked(state) else state


def _next_turn(
    state: State[P, M],
    side: Side,
    position: P,
    *,
    plies: int,
    quiet: int,
    seen: tuple[tuple[Side, P], ...],
) -> State[P, M]:
    """The turn of the other side; `seen` is what it could repeat, in a game without dice."""
    turn = side.other
    seen = () if state.kind.dice else (*seen, (turn, position))
    # Playing on is the answer to a draw offer of the other side; one's own stays on the table.
    draw_offer = state.draw_offer if state.draw_offer is side else None
    return replace(
        state, position=position, turn=turn, phase=first_phase(state.kind),
        dice=None, plies=plies, quiet=quiet, seen=seen, draw_offer=draw_offer,
    )  # fmt: skip


def _resigned(state: State[P, M], winner: Side) -> State[P, M]:
    assert state.resignation is not None
    level = level_counted(state, state.resignation[1])
    return over(state, Result(winner, Ending.RESIGNED, level, state.cube.value))


def over(state: State[P, M], result: Result) -> State[P, M]:
    """The game with its result; offers and dice left on the table mean nothing any more."""
    return replace(
        state, result=result, phase=Phase.OVER, resignation=None, draw_offer=None,
        cube=replace(state.cube, offer=None), dice=None,
    )  # fmt: skip


def _clock_after(
    before: State[P, M], after: State[P, M], action: Action[M], now: int | None
) -> Clock | None:
    """The clock follows whoever is to act; only a finished turn earns what turns give back."""
    clock = before.clock
    if clock is None or now is None:
        return clock
    if isinstance(action, Granted):
        return clock.granted(action.side.other, action.time)
    if isinstance(action, Played | Skipped):
        clock = clock.finished_turn(now)
    if after.to_act is None:
        return clock.paused(now)
    return clock if clock.running is after.to_act else clock.started(after.to_act, now)
