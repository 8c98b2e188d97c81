"""Which actions a game allows now, and the rule that refuses the others."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from tablas.play import refusals
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
from tablas.play.clock import MINUTE, SECOND
from tablas.play.endings import repeats_too_often
from tablas.play.state import Phase, State
from tablas.values import DICE_FACES, Dice, Side
from tablas.words import Reason

P = TypeVar("P")
M = TypeVar("M")

LARGEST_GRANT: Final = 10 * MINUTE

InTurn = Rolled | Played[M] | Skipped | Doubled | Took | Dropped | Beavered | Raccooned
"""What only the player to act may do; the other actions are offers, answers and the flag."""

# One example of each action; whether a roll or an offer is due does not depend on what it says.
IN_TURN: Final[dict[tuple[Phase, Side], tuple[Action[Any], ...]]] = {
    (phase, side): actions
    for side in Side
    for phase, actions in (
        (Phase.TO_ROLL, (Rolled(side, Dice(2, 1)), Skipped(side), Doubled(side))),
        (Phase.TO_ANSWER, (Took(side), Dropped(side), Beavered(side), Raccooned(side))),
    )
}
UNASKED: Final[dict[tuple[bool, Side], tuple[Action[Any], ...]]] = {
    (dice, side): (
        Resigned(side, 1),
        Granted(side, SECOND),
        *(() if dice else (DrawOffered(side),)),
    )
    for dice in (True, False)
    for side in Side
}
ANSWERS: Final[dict[Side, tuple[Action[Any], ...]]] = {
    side: (
        ResignationAccepted(side), ResignationRefused(side), DrawAccepted(side), DrawDeclined(side),
    )
    for side in Side
}  # fmt: skip


def open_to(state: State[P, M], side: Side, now: int | None) -> list[type[Action[M]]]:
    """What `side` may do now; how high to resign and which play, the game and its rules say."""
    if state.result or (state.clock and now is not None and state.clock.flag(now)):
        return []
    actions = UNASKED[state.kind.dice, side]
    if state.resignation or state.draw_offer:
        actions += ANSWERS[side]
    acts = state.to_act is side
    if acts:
        actions += IN_TURN.get((state.phase, side), ())
    allowed = [type(one) for one in actions if _why_not_now(state, one) is None]
    if acts and state.phase is Phase.TO_PLAY and not state.resignation:
        allowed.append(Played)
    return allowed


def levels_to_resign(state: State[P, M]) -> tuple[int, ...]:
    """How high a game can be given up."""
    return (1, 2, 3) if state.kind.dice else (1,)


def why_refused(state: State[P, M], action: Action[M], now: int | None) -> Reason | None:
    """The rule that forbids `action` in this game now, or None."""
    if state.result:
        return refusals.OVER
    if state.clock and now is None:
        return refusals.NO_TIME
    fallen = state.clock.flag(now) if state.clock and now is not None else None
    if fallen and not isinstance(action, Flagged):
        return _about(refusals.FLAG_FELL, fallen)
    if isinstance(action, Flagged):
        return None if fallen is action.side else _about(refusals.FLAG_UP, action.side)
    return _why_not_now(state, action)


def _why_not_now(state: State[P, M], action: Action[M]) -> Reason | None:
    """The same while the game goes on and nobody's flag has fallen."""
    match action:
        case OpeningRolled(white, black):
            return _why_no_opening(state, white, black)
        case Resigned(_, level):
            return _why_no_resignation(state, level)
        case DrawOffered() | DrawDeclined() | DrawAccepted():
            return _why_no_draw(state, action)
        case Granted(_, time):
            return _why_no_grant(state, time)
        case ResignationAccepted(side) | ResignationRefused(side):
            offered = state.resignation and state.resignation[0] is side.other
            return None if offered else refusals.NO_OFFER
        case Forfeited():
            return None  # whoever keeps the time knows
        case Flagged():
            raise AssertionError("a flag is a matter of the clock")
    return _why_not_in_turn(state, action)


def _why_not_in_turn(state: State[P, M], action: InTurn[M]) -> Reason | None:
    if state.to_act is not action.side and state.to_act is not None:
        return _about(refusals.NOT_YOUR_TURN, state.to_act)
    if state.resignation:
        return refusals.ONE_OFFER
    if state.phase is not _phase_of(action):
        return refusals.NOT_NOW.about(expected=state.phase.value)
    match action:
        case Rolled():
            return refusals.SHUT_OUT if state.kind.shut_out(state.position) else None
        case Skipped():
            return None if state.kind.shut_out(state.position) else refusals.NOT_SHUT_OUT
        case Doubled(side):
            return why_no_double(state, side)
        case Beavered() | Raccooned():
            return _why_no_raise(state, action)
        case Played(_, play):
            return state.kind.rules.why_illegal(state.position, state.dice, play) or (
                refusals.MUST_DEVIATE if repeats_too_often(state, play) else None
            )
    return None


def _phase_of(action: InTurn[M]) -> Phase:
    match action:
        case Rolled() | Skipped() | Doubled():
            return Phase.TO_ROLL
        case Played():
            return Phase.TO_PLAY
    return Phase.TO_ANSWER


def _why_no_opening(state: State[P, M], white: int, black: int) -> Reason | None:
    if not state.kind.dice:
        return refusals.NO_DICE_GAME
    if state.phase is not Phase.OPENING:
        return refusals.NOT_NOW.about(expected=state.phase.value)
    if white not in DICE_FACES or black not in DICE_FACES:
        return refusals.BAD_DICE.about(white=white, black=black)
    return None


def why_no_double(state: State[P, M], side: Side) -> Reason | None:
    """The rule that keeps `side` from doubling before this roll, or None."""
    stakes, cube = state.terms.stakes, state.cube
    if not stakes.cube:
        return refusals.NO_CUBE
    if cube.owner is side.other:
        return _about(refusals.NOT_OWNER, side.other)
    if stakes.away:
        needed = stakes.away[0 if side is Side.WHITE else 1]
        if needed <= cube.value:
            return refusals.DEAD_CUBE.about(points=cube.value)
    return None


def _why_no_raise(state: State[P, M], action: Beavered | Raccooned) -> Reason | None:
    stakes, offer = state.terms.stakes, state.cube.offer
    agreed = stakes.beavers if isinstance(action, Beavered) else stakes.raccoons
    if not agreed:
        return refusals.NO_BEAVERS
    turns = 1 if isinstance(action, Beavered) else 2
    if offer is None or offer.turns != turns:
        return refusals.NO_OFFER
    return None


def _why_no_resignation(state: State[P, M], level: int) -> Reason | None:
    if state.resignation:
        return refusals.ONE_OFFER
    if state.phase is Phase.OPENING:
        return refusals.NOT_NOW.about(expected=state.phase.value)
    if level not in levels_to_resign(state):
        return refusals.LEVEL
    return None


def _why_no_draw(
    state: State[P, M], action: DrawOffered | DrawAccepted | DrawDeclined
) -> Reason | None:
    if state.kind.dice:
        return refusals.NO_DRAWS
    if isinstance(action, DrawOffered):
        return refusals.ONE_OFFER if state.draw_offer else None
    return None if state.draw_offer is action.side.other else refusals.NO_OFFER


def _why_no_grant(state: State[P, M], time: int) -> Reason | None:
    if state.clock is None:
        return refusals.NO_CLOCK
    return None if 0 < time <= LARGEST_GRANT else refusals.GRANT.about(most=LARGEST_GRANT)


def _about(refusal: Reason, side: Side) -> Reason:
    return refusal.about(side=side.words)
