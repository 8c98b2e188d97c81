"""What the 36 rolls can hit: shots at blots, assaults and traps on lone guards, for many boards.

The count is a rule of thumb, not the rules: it follows single checkers through open points,
knows the wounded's dice, the general's way back, the druid, guards and assaults, and the bar, but
not checkers that another one uncovers first, assaults by doubles with several steps a checker, or
the limit of five where two arrive. `abak/answers.py` counts exactly where a person is told.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablas.engine.abak.view import BAR, IN_MIDFIELD, ROWS, Bytes, D, Flags, G, N, Numbers, View
from tablas.values import ROLLS

WEIGHT: Final = {(roll.high, roll.low): 1 if roll.double else 2 for roll in ROLLS}


def expected_loss(shooter: View, loss: Bytes) -> Numbers:
    """What the next roll of `shooter` costs on average, if it hits the dearest target it can.

    `loss[p]` is what the opponent loses if his lone checker on the shooter's point p goes.
    """
    lone_guard = (shooter.foe_run == 1) & (shooter.foe_top == G)
    guarded = lone_guard.any(0)
    reach = Reach(shooter, shooter.top > 0)
    falls = _GuardFalls(shooter.among(guarded))
    at_blots, at_guards = loss * ~lone_guard, (loss * lone_guard)[:, guarded]
    total = np.zeros(loss.shape[1], np.float32)
    for (high, low), weight in WEIGHT.items():
        dearest = (at_blots * reach.by(high, low)).max(0)
        if len(at_guards[0]):
            guards = (at_guards * falls.by(high, low)).max(0)
            dearest[guarded] = np.maximum(dearest[guarded], guards)
        total += weight * dearest
    return total / np.float32(36)


class Reach:
    """Which points the checkers marked in `who` can land on, roll by roll."""

    def __init__(self, view: View, who: Flags) -> None:
        self.view = view
        self.plays = [can & who for can in view.plays]
        general = (view.top == N) & who
        self.direct = [
            shifted(can, -die) | shifted(general, die) if die else can
            for die, can in enumerate(self.plays)
        ]
        self.nobody, self.one = view.bar == 0, view.bar == 1
        self.anybody_waits = bool(view.bar.any())

    def by(self, high: int, low: int) -> Flags:
        """Where one of them can be after this roll, on the points that it may hit."""
        reached = self.direct[high] | self.direct[low] | self._combined(high, low)
        if not self.anybody_waits:
            return reached
        opened = self.view.open
        after_entering = (
            opened[BAR - high] & self.direct[low] | opened[BAR - low] & self.direct[high]
        )
        reached = reached & self.nobody | after_entering & self.one
        reached[[BAR - high, BAR - low]] |= ~self.nobody
        return np.asarray(reached)

    def _combined(self, high: int, low: int) -> Flags:
        """One checker with both dice, or with up to four of a double, through open points."""
        if high != low:
            both = self.plays[high] & self.plays[low]
            over_high, over_low = shifted(both, -high), shifted(both, -low)
            return shifted(over_high & self.view.open, -low) | shifted(
                over_low & self.view.open, -high
            )
        reached, way = np.zeros_like(self.direct[high]), shifted(self.plays[high], -high)
        for _ in range(3):
            way = shifted(way & self.view.open, -high)
            reached |= way
        return reached


class _GuardFalls:
    """A lone guard falls to a guard, in the midfield to the druid, and to an assault of two."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.guards, self.druid = Reach(view, view.top == G), Reach(view, view.top == D)
        plain = (view.top > 0) & (view.top != G)
        self.pairs = plain & (view.below > 0) & (view.below != G)
        self.attackers = [plain & can for can in view.plays]

    def by(self, high: int, low: int) -> Flags:
        alone = self.guards.by(high, low) | self.druid.by(high, low) & IN_MIDFIELD
        return np.asarray(alone | self._assaults(high, low) & (self.view.bar == 0))

    def _assaults(self, high: int, low: int) -> Flags:
        """Points on which two attackers can land one after the other."""
        first = self._attacks(high)
        if high != low:
            return first & self._attacks(low)
        pair = shifted(self.pairs & self.attackers[high], -high)
        behind = shifted(shifted(self.attackers[high], -high) & self.view.open, -high)
        return pair | first & behind

    def _attacks(self, die: int) -> Flags:
        """Where a single attacker lands with this die; in the midfield the druid is none (A3)."""
        coming = shifted(self.attackers[die], -die) | shifted(self.view.top == N, die)
        return coming & ~(shifted(self.view.top == D, -die) & IN_MIDFIELD)


def shifted(flags: Flags, by: int) -> Flags:
    """Each row moved by so many points; what leaves the board is gone."""
    moved = np.zeros_like(flags)
    if by > 0:
        moved[by:] = flags[:-by]
    else:
        moved[: ROWS + by] = flags[-by:]
    moved[0] = moved[BAR] = False
    return moved
