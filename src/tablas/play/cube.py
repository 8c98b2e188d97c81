"""The doubling cube: its value, its owner, and an offer to turn it."""

from __future__ import annotations

from dataclasses import dataclass

from tablas.values import Side


@dataclass(frozen=True, slots=True)
class Offer:
    """A double that waits for an answer.

    `by` offered it last and `value` is what the game will be worth if it is accepted; whoever
    drops loses half of that. `taker` owns the cube once it is accepted, beavers included.
    `turns` counts them: 1 a double, 2 a beaver, 3 a raccoon.
    """

    by: Side
    value: int
    taker: Side
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of a game; without an owner the cube stands in the middle.

    >>> Cube().doubled_by(Side.WHITE).taken()
    Cube(value=2, owner=<Side.BLACK: 'black'>, offer=None)
    """

    value: int = 1
    owner: Side | None = None
    offer: Offer | None = None

    def doubled_by(self, side: Side) -> Cube:
        """The cube with a double of `side` on the table."""
        return Cube(self.value, self.owner, Offer(side, 2 * self.value, side.other))

    def raised(self) -> Cube:
        """The offer turned once more by whoever was to answer it: a beaver, then a raccoon."""
        offer = self._offered()
        turned = Offer(offer.by.other, 2 * offer.value, offer.taker, offer.turns + 1)
        return Cube(self.value, self.owner, turned)

    def taken(self) -> Cube:
        """The offer accepted."""
        offer = self._offered()
        return Cube(offer.value, offer.taker)

    @property
    def dropped_stake(self) -> int:
        """What is lost by not accepting the offer."""
        return self._offered().value // 2

    @property
    def turned(self) -> bool:
        """Whether a player has doubled; automatic doubles leave the cube in the middle."""
        return self.owner is not None

    def _offered(self) -> Offer:
        assert self.offer is not None, "no double was offered"
        return self.offer
