"""Which actions a game allows now, and the rule that refuses the others."""

from __future__ import annotations

from collections.abc import Callable
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
    return WHY_NOT[type(action)](state, action)


def _why_not_in_turn(state: State[P, M], action: InTurn[M]) -> Reason | None:
    to_act, kind = state.to_act, type(action)
    if to_act is not action.side and to_act is not None:
        return _about(refusals.NOT_YOUR_TURN, to_act)
    if state.resignation:
        return refusals.ONE_OFFER
    if state.phase is not PHASES[kind]:
        return refusals.NOT_NOW.about(expected=state.phase.value)
    return WHY_NOT_IN_TURN[kind](state, action)


def _why_no_roll(state: State[P, M], _: Rolled) -> Reason | None:
    return refusals.SHUT_OUT if state.kind.shut_out(state.position) else None


def _why_no_skip(state: State[P, M], _: Skipped) -> Reason | None:
    return None if state.kind.shut_out(state.position) else refusals.NOT_SHUT_OUT


def _why_no_play(state: State[P, M], action: Played[M]) -> Reason | None:
    return state.kind.rules.why_illegal(state.position, state.dice, action.play) or (
        refusals.MUST_DEVIATE if repeats_too_often(state, action.play) else None
    )


def _why_no_answer(
    state: State[P, M], action: ResignationAccepted | ResignationRefused
) -> Reason | None:
    offered = state.resignation and state.resignation[0] is action.side.other
    return None if offered else refusals.NO_OFFER


def _why_no_opening(state: State[P, M], action: OpeningRolled) -> Reason | None:
    white, black = action.white, action.black
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


def _why_no_resignation(state: State[P, M], action: Resigned) -> Reason | None:
    if state.resignation:
        return refusals.ONE_OFFER
    if state.phase is Phase.OPENING:
        return refusals.NOT_NOW.about(expected=state.phase.value)
    if action.level not in levels_to_resign(state):
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


def _why_no_grant(state: State[P, M], action: Granted) -> Reason | None:
    if state.clock is None:
        return refusals.NO_CLOCK
    return None if 0 < action.time <= LARGEST_GRANT else refusals.GRANT.about(most=LARGEST_GRANT)


def _about(refusal: Reason, side: Side) -> Reason:
    return refusal.about(side=side.words)


# Asked for several actions after every event: a look into a table costs a fraction of comparing an
# action with one class after another.
Why = Callable[[State[Any, Any], Any], Reason | None]
WHY_NOT: Final[dict[type[Action[Any]], Why]] = {
    OpeningRolled: _why_no_opening,
    **dict.fromkeys(
        (Rolled, Skipped, Doubled, Played, Took, Dropped, Beavered, Raccooned), _why_not_in_turn
    ),
    Resigned: _why_no_resignation,
    ResignationAccepted: _why_no_answer,
    ResignationRefused: _why_no_answer,
    DrawOffered: _why_no_draw,
    DrawAccepted: _why_no_draw,
    DrawDeclined: _why_no_draw,
    Granted: _why_no_grant,
    Forfeited: lambda _, __: None,  # whoever keeps the time knows
}
"""The rule about each action but the flag, which is a matter of the clock."""

WHY_NOT_IN_TURN: Final[dict[type[Action[Any]], Why]] = {
    Rolled: _why_no_roll,
    Skipped: _why_no_skip,
    Doubled: lambda state, action: why_no_double(state, action.side),
    Played: _why_no_play,
    Took: lambda _, __: None,
    Dropped: lambda _, __: None,
    Beavered: _why_no_raise,
    Raccooned: _why_no_raise,
}
PHASES: Final[dict[type[Action[Any]], Phase]] = {
    **dict.fromkeys((Rolled, Skipped, Doubled), Phase.TO_ROLL),
    Played: Phase.TO_PLAY,
    **dict.fromkeys((Took, Dropped, Beavered, Raccooned), Phase.TO_ANSWER),
}
"""When each action of whoever is on turn is due."""
