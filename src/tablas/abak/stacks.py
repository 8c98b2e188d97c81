"""What an arrival does to a stack: the landing rules of Abak ("A movement", 4 and 5).

Here stand the rulings A2 to A5 and A8 to A10. A landing that is not allowed gives the reason,
still without the name of the point.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from tablas.abak import reasons
from tablas.abak.position import DRUID, GUARD, TEAM, Effect
from tablas.words import Reason

LIMIT: Final = 5
"""At most this many on a point, both colours counted, homes too (A8); a guard counts one (A9)."""

MIDFIELD: Final = range(7, 19)

ATTACKERS: Final = frozenset(TEAM) - {GUARD}
"""The classes that take part in an assault: all but the guard (A2)."""


class Landing(NamedTuple):
    """A stack after an arrival, what the arrival did, and the checker it sent to the bar."""

    stack: str
    effect: Effect
    hit: str = ""


def run(stack: str) -> str:
    """The maximal group of same-coloured checkers at the top; only it blocks.

    >>> run("sDOS"), run("SSd"), run("")
    ('DOS', 'd', '')
    """
    for length in range(len(stack), 0, -1):
        top = stack[-length:]
        if top.isupper() or top.islower():
            return top
    return ""


def traps(letter: str, midfield: bool) -> bool:
    """In the midfield the druid traps, and so it is never half of an assault there (A3)."""
    return letter == DRUID and midfield


def fits(stack: str, *, arriving: int, leaving: int) -> bool:
    """The limit counts who stands there when the movement, or the assault (A4), is over.

    So a hit, which replaces a checker, is possible on a full point, and nothing else is (A10).
    """
    return len(stack) + arriving - leaving <= LIMIT


@lru_cache(maxsize=1 << 16)
def landing(stack: str, letter: str, midfield: bool) -> Landing | Reason:
    """One checker of the class `letter` arrives on `stack`.

    How it comes, forward, from the bar or the general backwards, makes no difference: each may
    begin or complete an assault (A5).
    """
    held = run(stack)
    if not held or held[0] in TEAM:
        return _joins(stack, letter)
    if len(held) > 1:
        return reasons.BLOCKED
    if traps(letter, midfield):
        return _traps(stack, letter)
    if held == GUARD.lower() and letter != GUARD:
        return _begins_assault(stack, letter)
    return Landing(stack[:-1] + letter, Effect.HIT, held)


def _joins(stack: str, letter: str) -> Landing | Reason:
    if not fits(stack, arriving=1, leaving=0):
        return reasons.FULL
    return Landing(stack + letter, Effect.PLAIN)


def _traps(stack: str, letter: str) -> Landing | Reason:
    if not fits(stack, arriving=1, leaving=0):
        return reasons.FULL_TRAP
    return Landing(stack + letter, Effect.TRAP)


def _begins_assault(stack: str, letter: str) -> Landing | Reason:
    """The first half lands on the guard for the moment; room for both is needed now (A4)."""
    if not fits(stack, arriving=2, leaving=1):
        return reasons.FULL_ASSAULT
    return Landing(stack + letter, Effect.FIRST_HALF)


@lru_cache(maxsize=1 << 16)
def completion(stack: str, letter: str, midfield: bool) -> Landing | Reason:
    """The second half of an assault: the guard goes, both attackers stay in order of arrival."""
    if letter not in ATTACKERS:
        return reasons.GUARD_NO_ATTACKER
    if traps(letter, midfield):
        return reasons.DRUID_NO_ATTACKER
    return Landing(stack[:-2] + stack[-1] + letter, Effect.ASSAULT, hit=stack[-2])
