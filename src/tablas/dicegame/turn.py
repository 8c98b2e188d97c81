"""The must-play rule that the dice games share: as many dice as possible, else the larger one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from tablas.values import Dice

S = TypeVar("S")  # the state of a turn: a position, and in Abak what binds the next movement
T = TypeVar("T")  # a step: one checker, one die

Expand = Callable[[S, int], Iterable[tuple[T, S]]]


def ends_of_turn(
    state: S,
    dice: Dice,
    expand: Expand[S, T],
    settled: Callable[[S], bool] = lambda _: True,
) -> dict[S, tuple[T, ...]]:
    """Every state in which the turn may end, each with one way to reach it.

    `expand(state, die)` gives the single movements with that die. A turn may only end in a
    `settled` state (in Abak not between the two halves of an assault, which must be played where
    only it uses the most dice: ruling A12). "Must play" of the backgammon rules: both numbers if
    any way allows it; if either number can be played but not both, the larger; with doubles as
    many as possible; no passing while anything can move.

    >>> coins = lambda total, die: [(die, total + die)] if total + die <= 7 else []
    >>> ends_of_turn(0, Dice(6, 5), coins), ends_of_turn(0, Dice(2, 2), coins)
    ({6: (6,)}, {6: (2, 2, 2)})
    """
    if dice.double:
        return _last_settled(levels(state, dice.movements, expand), settled)
    orders = ((dice.high, dice.low), (dice.low, dice.high))
    by_order = [levels(state, order, expand) for order in orders]
    for played in (2, 1):
        ends: dict[S, tuple[T, ...]] = {}
        for reached in by_order:  # the larger die first: alone, it wins
            if played < len(reached):
                for end, play in reached[played].items():
                    if settled(end):
                        ends.setdefault(end, play)
            if ends and played == 1:
                break
        if ends:
            return ends
    return {state: ()}


def anything_moves(
    state: S,
    dice: Dice,
    expand: Expand[S, T],
    settled: Callable[[S], bool] = lambda _: True,
) -> bool:
    """Whether `ends_of_turn` finds more than the empty play; stops at the first movement.

    >>> coins = lambda total, die: [(die, total + die)] if total + die <= 7 else []
    >>> anything_moves(1, Dice(6, 5), coins), anything_moves(3, Dice(6, 5), coins)
    (True, False)
    """
    orders = {dice.movements, dice.movements[::-1]}
    return any(_moves_on(state, order, expand, settled) for order in orders)


def _moves_on(
    state: S, order: tuple[int, ...], expand: Expand[S, T], settled: Callable[[S], bool]
) -> bool:
    return bool(order) and any(
        settled(after) or _moves_on(after, order[1:], expand, settled)
        for _, after in expand(state, order[0])
    )


def one_end(
    state: S,
    dice: Dice,
    expand: Expand[S, T],
    reached: Callable[[S], Hashable],
    settled: Callable[[S], bool] = lambda _: True,
) -> bool:
    """Whether a turn that moves something can end in one way only, told apart by `reached`.

    Most turns use all dice in many ways: the search stops at the second of them.

    >>> coins = lambda total, die: [(die, total + die)] if total + die <= 7 else []
    >>> one_end(0, Dice(6, 5), coins, int), one_end(3, Dice(6, 5), coins, int)
    (True, False)
    """
    ends: set[Hashable] = set()
    for order in dict.fromkeys((dice.movements, dice.movements[::-1])):
        for end in _all_dice_played(state, order, expand):
            if settled(end):
                ends.add(reached(end))
            if len(ends) > 1:
                return False
    plays = ends_of_turn(state, dice, expand, settled)
    return any(plays.values()) and len({reached(end) for end in plays}) == 1


def _all_dice_played(state: S, order: tuple[int, ...], expand: Expand[S, T]) -> Iterator[S]:
    if not order:
        yield state
        return
    for _, after in expand(state, order[0]):
        yield from _all_dice_played(after, order[1:], expand)


def levels(state: S, order: Iterable[int], expand: Expand[S, T]) -> list[dict[S, tuple[T, ...]]]:
    """The states reached after 0, 1, 2 … dice played in this order, without duplicates."""
    reached: list[dict[S, tuple[T, ...]]] = [{state: ()}]
    for die in order:
        beyond: dict[S, tuple[T, ...]] = {}
        for before, play in reached[-1].items():
            for step, after in expand(before, die):
                if after not in beyond:
                    beyond[after] = (*play, step)
        if not beyond:
            break
        reached.append(beyond)
    return reached


def _last_settled(
    reached: list[dict[S, tuple[T, ...]]], settled: Callable[[S], bool]
) -> dict[S, tuple[T, ...]]:
    for level in reversed(reached):
        ends = {end: play for end, play in level.items() if settled(end)}
        if ends:
            return ends
    raise AssertionError("a turn starts in a settled state")
