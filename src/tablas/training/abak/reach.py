"""What each side can do with its next dice, on the device: the third kind of Abak inputs.

Points are bits (bit p-1 for the mover's point p). The mover's checkers walk towards bit 0, the
opponent's away from it; everything is computed for the mover and, mirrored, for the opponent.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tablas.training.abak.stacks import (
    DRUID,
    EVEN,
    GENERAL,
    GUARD,
    ODD,
    SOLDIER,
    STACKS,
    class_of,
    depth_first,
    is_lone_guard,
    run_length,
    side_of,
)
from tablas.training.tensors import Device, DType, Tensor, torch

REACH_UNITS = 24
BOARD = 0xFFFFFF
HOMES = 0xFC003F  # both: the druid is a plain attacker there
OPPOSITE = 32  # bits between the mover's half of a word and the opponent's

# A bit a point each, for the side on top of it: the class on top, a blot (no guard), a lone guard;
# or closed to the other side's soldiers.
MASKS = ("plain", "druid", "even", "odd", "guard", "general", "blot", "lone", "closed")


@cache
def mask_table() -> NDArray[np.int64]:
    """For each stack, bit i says MASKS[i] for the mover, bit 32 + i for the opponent."""
    nibbles = depth_first(np.arange(STACKS))
    top, kind = side_of(nibbles[0]), class_of(nibbles[0])
    run, lone, full = run_length(nibbles), is_lone_guard(nibbles), nibbles[4] != 0
    blocks = (run >= 2) | lone
    table = np.zeros(STACKS, dtype=np.int64)
    for side in (1, 2):
        shift = OPPOSITE * (side - 1)
        kinds = (
            (kind == SOLDIER) | (kind == GENERAL),
            kind == DRUID,
            kind == EVEN,
            kind == ODD,
            kind == GUARD,
            kind == GENERAL,
            (run == 1) & ~lone,
            lone,
        )
        for index, mask in enumerate(kinds):
            table |= (mask & (top == side)).astype(np.int64) << shift + index
        # Closed to `side`: the other one blocks, or the point is full and nobody there can be hit.
        closed = np.where(top == 3 - side, blocks, full)
        table |= closed.astype(np.int64) << shift + len(kinds)
    return table


# Five bits each: checkers in the stack, of them under the other side, and the general, the even
# and the odd wounded among those that are not on top.
COUNTS = ("checkers", "held", "general", "even", "odd")
COUNT_BITS = 5


@cache
def count_table() -> NDArray[np.int64]:
    """For each stack, COUNTS of the mover, then, 32 bits up, those of the opponent."""
    nibbles = depth_first(np.arange(STACKS))
    top = side_of(nibbles[0])
    table = np.zeros(STACKS, dtype=np.int64)
    for side in (1, 2):
        own = [side_of(nibble) == side for nibble in nibbles]
        checkers = np.sum(own, axis=0)
        below = [
            np.sum(
                [o & (class_of(n) == kind) for o, n in zip(own[1:], nibbles[1:], strict=True)], 0
            )
            for kind in (GENERAL, EVEN, ODD)
        ]
        for index, count in enumerate((checkers, np.where(top == side, 0, checkers), *below)):
            table |= count.astype(np.int64) << OPPOSITE * (side - 1) + COUNT_BITS * index
    return table


class ReachInputs:
    """The 2 * REACH_UNITS inputs of boards, each 0 or 1."""

    def __init__(self, device: Device, dtype: DType) -> None:
        self.dtype = dtype
        self.masks = torch.from_numpy(mask_table()).to(device)
        self.counts = torch.from_numpy(count_table()).to(device)
        self.points = torch.arange(24, device=device)
        bits = [number.bit_count() for number in range(1 << 12)]
        self.bits = torch.tensor(bits, device=device)

    def __call__(self, words: Tensor, stacks: Tensor) -> Tensor:
        """From the words of the boards and their stacks, both int64."""
        flags = self.masks[stacks]
        both = 1 | 1 << OPPOSITE
        masks = [((flags >> i & both) << self.points).sum(dim=1) for i in range(len(MASKS))]
        counts = self.counts[stacks]
        everyone = counts.sum(dim=1)
        home = (counts[:, :6].sum(dim=1), counts[:, 18:].sum(dim=1))
        inputs: list[Tensor] = []
        for side in (0, 1):
            shift = OPPOSITE * side
            own = dict(zip(MASKS, (mask >> shift & BOARD for mask in masks), strict=True))
            opp = dict(
                zip(MASKS, (mask >> OPPOSITE - shift & BOARD for mask in masks), strict=True)
            )
            totals = {
                name: everyone >> shift + COUNT_BITS * i & 31 for i, name in enumerate(COUNTS)
            }
            totals["outside"] = totals["checkers"] - (home[side] >> shift & 31)
            inputs += self._side(side, own, opp, totals, barred(words, side))
        return torch.stack(inputs, dim=1).to(self.dtype)

    def _side(
        self,
        side: int,
        own: dict[str, Tensor],
        opp: dict[str, Tensor],
        totals: dict[str, Tensor],
        barred: Tensor,
    ) -> list[Tensor]:
        outside = totals["outside"] + barred
        assaults = _assaults(side, own, opp["lone"])
        shots = _shots(side, own, opp["blot"])
        at_home = 0x00003F if side == 0 else 0xFC0000
        general_outside = (own["general"] & (BOARD ^ at_home)) != 0
        may_go_back = (own["general"] != 0) & (outside - general_outside.long() > 0)
        even = sum(_lands(own["even"], die, side, own["closed"]) for die in (2, 4, 6))
        odd = sum(_lands(own["odd"], die, side, own["closed"]) for die in (1, 3, 5))
        tops = own["plain"] | own["druid"] | own["even"] | own["odd"] | own["guard"]
        sources = self.bits[tops & 0xFFF] + self.bits[tops >> 12]
        return [
            *(assaults >= least for least in (2, 3, 4)),
            *(shots >= least for least in (1, 2, 3, 4)),
            totals["held"] > 0,
            *(barred >= least for least in (1, 2)),
            totals["general"] > 0,
            may_go_back,
            totals["even"] > 0,
            *(even >= least for least in (1, 2, 3)),
            totals["odd"] > 0,
            *(odd >= least for least in (1, 2, 3)),
            outside == 0,
            *(sources >= least for least in (4, 6, 8)),
        ]


def forward(mask: Tensor, die: int, side: int) -> Tensor:
    """The points a die ahead of those in the mask."""
    return mask >> die if side == 0 else mask << die & BOARD


def _lands(mask: Tensor, die: int, side: int, closed: Tensor) -> Tensor:
    """1 if the one checker in the mask can land with this die, else 0."""
    return ((forward(mask, die, side) & ~closed) != 0).long()


def _assaults(side: int, own: dict[str, Tensor], guards: Tensor) -> Tensor:
    """At how many distances from 1 to 6 attackers stand, for the guard that has most of them."""
    one = guards & -guards
    other = guards ^ one
    counts = [torch.zeros_like(guards), torch.zeros_like(guards)]
    for die in range(1, 7):
        walkers = own["plain"] | own["odd" if die % 2 else "even"]
        reached = forward(walkers, die, side) | forward(own["druid"], die, side) & HOMES
        counts[0] += (reached & one) != 0
        counts[1] += (reached & other) != 0
    return torch.maximum(*counts)


def _shots(side: int, own: dict[str, Tensor], blots: Tensor) -> Tensor:
    """With how many of the six numbers a blot can be hit directly."""
    shots = torch.zeros_like(blots)
    for die in range(1, 7):
        hitters = own["plain"] | own["druid"] | own["guard"] | own["odd" if die % 2 else "even"]
        shots += (forward(hitters, die, side) & blots) != 0
    return shots


def barred(words: Tensor, side: int) -> Tensor:
    """How many checkers of the mover (0) or the opponent (1) are on the bar."""
    soldiers, others, wounded = (words[:, k if side == 0 else 7 - k] >> 60 & 15 for k in (0, 1, 2))
    guards = (others & 3) + (others >> 2 & 1) + (others >> 3)
    return soldiers + guards + (wounded & 1) + (wounded >> 1)
