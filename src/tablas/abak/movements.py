"""Single movements within a turn: who may move, where to, and what the turn remembers.

Here stand the rulings A1 (`entrants`), A6 and A13 (`general_after`), A11 (`others_home`). The
landing is in `stacks.py`; `refusals.py` says in words why a movement is not among those found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from tablas.abak.position import (
    BAR,
    EVEN,
    GENERAL,
    ODD,
    OFF,
    TEAM,
    Effect,
    Position,
    Step,
    any_own,
    swapped,
)
from tablas.abak.stacks import MIDFIELD, completion, landing
from tablas.words import Reason

PARITY: Final = {EVEN: 0, ODD: 1}
FARTHEST_FIRST: Final = range(24, 0, -1)


class General(IntEnum):
    """What the general has done in this turn; entering from the bar does not count."""

    RESTED = 0
    WENT_FORWARD = 1
    WENT_BACK = 2


class Turn(NamedTuple):
    """A position within a turn, and what binds the next movement.

    A tuple and not a dataclass, because the search for plays spends its time hashing these.
    """

    points: tuple[str, ...]
    bar: str
    off: str
    opp_bar: str
    opp_off: str
    general: General = General.RESTED
    assault: int = 0  # the point of a half-made assault, else 0


def begun(position: Position) -> Turn:
    return Turn(position.points, position.bar, position.off, position.opp_bar, position.opp_off)


def settled(turn: Turn) -> bool:
    """Whether the turn may end here: not between the two halves of an assault."""
    return not turn.assault


def ended(turn: Turn) -> Position:
    """The position after the turn, seen by the next player."""
    return swapped(turn.points, turn.bar, turn.off, turn.opp_bar, turn.opp_off)


def steps(turn: Turn, die: int) -> Iterator[tuple[Step, Turn]]:
    """Every single movement with this die, and the turn after it."""
    for letter, source, target in candidates(turn, die):
        if not turn.assault or target == turn.assault:
            made = moved(turn, letter, source, target, die)
            if not isinstance(made, Reason):
                yield made


def candidates(turn: Turn, die: int) -> Iterator[tuple[str, int, int]]:
    """Letter, source and target of whoever may move by this die, if the landing allows it."""
    if turn.bar:
        for letter in entrants(turn.bar):
            yield letter, BAR, BAR - die
        return
    points = turn.points
    for source in FARTHEST_FIRST:
        stack = points[source]
        if not stack or (letter := stack[-1]) not in TEAM:
            continue
        if letter == GENERAL:
            if turn.general is General.WENT_BACK:
                continue
            if source + die < BAR and may_go_back(turn):
                yield letter, source, source + die
        if source > die:
            if plays_die(letter, die):
                yield letter, source, source - die
        elif may_bear_off(points, source, die):
            yield letter, source, OFF


def entrants(bar: str) -> list[str]:
    """The classes that may enter next: any that waits, since the bar is not a stack (A1)."""
    return sorted(set(bar))


def plays_die(letter: str, die: int) -> bool:
    """Wounded ("A movement", 3): E needs an even die, O an odd one; entering is not asked."""
    return letter not in PARITY or die % 2 == PARITY[letter]


def may_bear_off(points: tuple[str, ...], source: int, die: int) -> bool:
    """Bearing off ("A movement", 6): all home; exact, or nobody higher; any class."""
    if any_own(points[7:]):
        return False
    return die == source or not any_own(points[source + 1 : 7])


def may_go_back(turn: Turn) -> bool:
    """The general's way back ("A movement", 7); bar first has been seen to before."""
    return turn.general is General.RESTED and not others_home(turn.points)


def others_home(points: tuple[str, ...]) -> bool:
    """Whether every checker on the points but the general is in home, trapped ones counted.

    What is borne off stands on no point, and so counts as home (A11).
    """
    away = "".join(points[7:]).replace(GENERAL, "")
    return away == away.lower()


def general_after(general: General, source: int, target: int) -> General:
    """What the general has done after this movement; bearing it off counts as forward (A6).

    Entering leaves the way back open for the rest of the turn (A13).
    """
    if source == BAR:
        return general
    return General.WENT_BACK if target > source else General.WENT_FORWARD


def moved(
    turn: Turn, letter: str, source: int, target: int, die: int
) -> tuple[Step, Turn] | Reason:
    """The step as it happens and the turn after it, or why `letter` cannot land on `target`."""
    bar, off, opp_bar = turn.bar, turn.off, turn.opp_bar
    effect, points = Effect.PLAIN, list(turn.points)
    if target == OFF:
        off = _with(off, letter)
    else:
        arrive = completion if turn.assault else landing
        landed = arrive(points[target], letter, target in MIDFIELD)
        if isinstance(landed, Reason):
            return landed
        points[target], effect, hit = landed
        if hit:
            opp_bar = _with(opp_bar, hit)
    if source == BAR:
        bar = bar.replace(letter, "", 1)
    else:
        points[source] = points[source][:-1]
    general = turn.general
    if letter == GENERAL:
        general = general_after(general, source, target)
    assault = target if effect is Effect.FIRST_HALF else 0
    after = Turn(tuple(points), bar, off, opp_bar, turn.opp_off, general, assault)
    return _step(letter, source, target, die, effect), after


def _with(letters: str, letter: str) -> str:
    return "".join(sorted(letters + letter))


# A step of a play is looked at again and again: to read it, to check it, to make it, to write it.
looked_at = lru_cache(maxsize=64)(moved)

_step = cache(Step)  # there are few thousand different ones; making them is what costs
