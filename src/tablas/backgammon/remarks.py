"""What a play does, in the words of the game: computed from the position, never guessed.

`reasons` is the whole of it. Each family of remarks compares the board before the play with the
board after it; shots are counted exactly over the 36 rolls by the rules (`shots.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tablas.backgammon import rules
from tablas.backgammon.reasons import BAR, OFF, point_name
from tablas.backgammon.remark_words import RANK, REMARKS
from tablas.backgammon.rules import HOME, Play, Position, moved
from tablas.backgammon.shots import RollsThatHit, rolls_that_hit
from tablas.dicegame.rolls import named, of_36
from tablas.values import Dice
from tablas.words import Reason

ON_BOARD: Final = range(1, 25)
THEIR_HOME: Final = range(19, 25)
PRIME_FROM: Final = 4  # shorter rows of points are told as points
STACK_FROM: Final = 6  # checkers on one point that could stand better elsewhere
LISTED: Final = 6  # rolls named one by one; more are only counted
WON: Final = {1: "wins", 2: "wins-gammon", 3: "wins-backgammon"}


def reasons(position: Position, dice: Dice | None, play: Play) -> tuple[Reason, ...]:
    """What a legal play does and leaves, the most important first.

    >>> from tablas.backgammon.notation import read
    >>> from tablas.backgammon.rules import start
    >>> for remark in reasons(start(), Dice(3, 1), read(start(), Dice(3, 1), "8/5 6/5")):
    ...     print(remark)
    makes the 5-point in the home board
    leaves nothing to hit
    """
    assert dice is not None
    played = _Compared.made(position, dice, play)
    if finished := rules.outcome(played.after):
        return (REMARKS[WON[finished.level]],)
    remarks = [remark for family in _FAMILIES for remark in family(played)]
    return tuple(sorted(remarks, key=lambda remark: RANK[remark.rule]))


@dataclass(frozen=True)
class _Compared:
    """A play with the boards around it, both seen by who plays."""

    dice: Dice
    play: Play  # with the hits that its steps really make
    before: Position
    after: Position

    @classmethod
    def made(cls, position: Position, dice: Dice, play: Play) -> _Compared:
        now, steps = position, []
        for step in play:
            happened, now = moved(now, step.source, step.die)
            steps.append(happened)
        return cls(dice, tuple(steps), position, now)

    @cached_property
    def answers(self) -> RollsThatHit:
        return rolls_that_hit(self.after.swapped())

    @cached_property
    def answers_before(self) -> RollsThatHit:
        """What the opponent could have done had nothing been played."""
        return rolls_that_hit(self.before.swapped())

    @cached_property
    def threats(self) -> RollsThatHit:
        """What the player could do next, should the opponent leave everything as it is."""
        return rolls_that_hit(self.after)

    @cached_property
    def threats_before(self) -> RollsThatHit:
        return rolls_that_hit(self.before)


def remark(rule: str, **facts: object) -> Reason:
    return REMARKS[rule].about(**facts)


def contact(position: Position) -> bool:
    """Whether a checker of one side still has to pass one of the other."""
    return sum(_rearmost(side) for side in (position.own, position.opp)) > BAR


def _rearmost(side: tuple[int, ...]) -> int:
    return max((place for place in range(1, BAR + 1) if side[place]), default=0)


def prime(held: Iterable[int]) -> tuple[int, int]:
    """The longest row of held points as (lowest, length); the foremost of equals."""
    best, wall = (0, 0), frozenset(held)
    for low in ON_BOARD:
        length = 0
        while low + length in wall:
            length += 1
        if length > best[1]:
            best = low, length
    return best


def _held(position: Position) -> frozenset[int]:
    return frozenset(point for point in ON_BOARD if position.own[point] >= 2)


def _freedom(played: _Compared) -> Iterator[Reason]:
    """Whether there was a choice at all."""
    if not played.play:
        yield remark("no-play")
    elif len(rules.plays(played.before, played.dice)) == 1:
        yield remark("forced")


def _hits(played: _Compared) -> Iterator[Reason]:
    for step in played.play:
        if step.hit:
            yield remark("hits", place=point_name(step.target))


def _points(played: _Compared) -> Iterator[Reason]:
    """Points and primes made and given up, and checkers heaped on one."""
    before, after = played.before.own, played.after.own
    for point in ON_BOARD:
        place = point_name(point)
        if after[point] >= 2 > before[point]:
            made = "anchor" if point in THEIR_HOME else "home-point" if point in HOME else "point"
            yield remark(made, place=place)
        elif before[point] >= 2 > after[point]:
            yield remark("breaks-anchor" if point in THEIR_HOME else "breaks-point", place=place)
        if after[point] >= STACK_FROM > before[point]:
            yield remark("stacks", count=after[point], place=place)
    _, was = prime(_held(played.before))
    low, length = prime(_held(played.after))
    behind = sum(played.after.opp[BAR - point] for point in range(1, low)) + played.after.opp[BAR]
    if length > was and length >= PRIME_FROM and behind:
        yield remark("prime", length=length, low=low, high=low + length - 1, count=behind)
    elif length < was and was >= PRIME_FROM:
        yield remark("breaks-prime", length=was)


def _ways(played: _Compared) -> Iterator[Reason]:
    """Entering, coming out, bearing off."""
    before, after = played.before.own, played.after.own
    if any(step.source == BAR for step in played.play):
        yield remark("enters")
    if before[BAR] and after[BAR]:
        yield remark("still-on-bar", count=after[BAR])
    if sum(after[19:]) < sum(before[19:]):
        yield remark("escapes")
    off = after[OFF] - before[OFF]
    if off and not before[OFF]:
        yield remark("saves-gammon")
    if off:
        yield remark("bears-off", count=off)
    elif not any(after[7:]) and any(before[7:]):
        yield remark("all-home")


def _dangers(played: _Compared) -> Iterator[Reason]:
    """What the 36 rolls of the opponent can do to the player's blots."""
    exposed = 0
    for point in ON_BOARD:
        if played.after.own[point] == 1 and (rolls := played.answers.on(point)):
            exposed += 1
            yield remark("blot", place=point_name(point), count=of_36(rolls))
    if exposed > 1:
        yield remark("danger", count=of_36(played.answers.hitting))
    if not exposed and contact(played.after):
        yield remark("safe")


def _rescues(played: _Compared) -> Iterator[Reason]:
    """Blots that stood in danger, and no longer do."""
    for point in ON_BOARD:
        was, now = played.before.own[point], played.after.own[point]
        rolls = played.answers_before.on(point) if was == 1 != now else frozenset()
        if rolls:
            rule = "covers" if now else "saves"
            yield remark(rule, place=point_name(point), count=of_36(rolls))


def _threats(played: _Compared) -> Iterator[Reason]:
    """Enemy blots that the next roll hits more often than this one could."""
    for point in ON_BOARD:
        if played.after.opp[BAR - point] != 1:
            continue
        seen_by_them = BAR - point
        rolls = played.threats.on(seen_by_them)
        if of_36(rolls) > of_36(played.threats_before.on(seen_by_them)):
            yield remark("aims", place=point_name(point), count=of_36(rolls))


def _opponent(played: _Compared) -> Iterator[Reason]:
    """What the opponent can no longer do, and who is ahead once nobody can be hit."""
    theirs = played.after.swapped()
    if rules.shut_out(theirs):
        yield remark("shuts-out")
    elif stuck := played.answers.stuck:
        yield remark("stuck", count=of_36(stuck), rolls=named(stuck, LISTED))
    if contact(played.after):
        return
    if contact(played.before):
        yield remark("last-contact")
    lead = theirs.pips - played.after.pips
    rule = "race-ahead" if lead > 0 else "race-behind" if lead else "race-even"
    yield remark(rule, pips=abs(lead))


_FAMILIES: Final = (
    _freedom, _hits, _points, _ways, _dangers, _rescues, _threats, _opponent,
)  # fmt: skip
