"""What each of the 36 rolls lets the next player do, counted exactly by the rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from tablas.backgammon.reasons import BAR
from tablas.backgammon.rules import Position, outcome, plays
from tablas.backgammon.rules import stuck as unable
from tablas.values import ROLLS, Dice


@dataclass(frozen=True, slots=True)
class RollsThatHit:
    """The rolls that hit somebody, and the rolls that cannot be played at all.

    `hits[point]` holds the rolls with which some legal play hits the checker there; points are
    numbered from the side of who has just played.
    """

    hits: dict[int, frozenset[Dice]]
    stuck: frozenset[Dice]

    def on(self, point: int) -> frozenset[Dice]:
        return self.hits.get(point, frozenset())

    @property
    def hitting(self) -> frozenset[Dice]:
        return frozenset().union(*self.hits.values())


# Two plays of one roll are compared: what could be done before them is the same.
@lru_cache(maxsize=8)
def rolls_that_hit(position: Position) -> RollsThatHit:
    """Every answer of the player to move in `position`, who answers a play.

    Two plays to the same position hit the same checkers, so one play for each position is enough.

    >>> from tablas.backgammon.rules import start
    >>> rolls_that_hit(start()).hits
    {}
    """
    if not _blot_ahead(position):
        over = outcome(position)
        return RollsThatHit({}, frozenset(roll for roll in ROLLS if over or unable(position, roll)))
    hits: defaultdict[int, set[Dice]] = defaultdict(set)
    stuck = set()
    for roll in ROLLS:
        replies = plays(position, roll)
        if all(not play for play in replies.values()):
            stuck.add(roll)
        for play in replies.values():
            for step in play:
                if step.hit:
                    hits[BAR - step.target].add(roll)
    return RollsThatHit(
        {point: frozenset(rolls) for point, rolls in hits.items()}, frozenset(stuck)
    )


def _blot_ahead(position: Position) -> bool:
    """Whether the opponent has a single checker that ours have not passed yet."""
    last = max((place for place, count in enumerate(position.own) if count), default=0)
    return 1 in position.opp[BAR - last + 1 : BAR]
