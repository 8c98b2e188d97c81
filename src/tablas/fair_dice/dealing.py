"""The dice of a game while it is played: who has to open next, and nobody out of order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from tablas.errors import IllegalAction
from tablas.fair_dice import findings
from tablas.fair_dice.chain import LENGTH, Chain, Tip, hashed
from tablas.fair_dice.findings import finding
from tablas.fair_dice.parties import NAMES, OPENER, OPENINGS, Party, order
from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.transcript import Proof, made
from tablas.values import Side
from tablas.words import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """The openings of one game so far; server, clients and bots each keep their own.

    A roll is `asked` for, then each party in turn has `opened`; with the last one come `dice` and
    `proof`. A refused opening changes nothing, so a message that comes twice does no harm.
    """

    receipt: Receipt
    tips: Mapping[Party, Tip]
    number: int = 0  # of the roll under way, else of the last one
    mover: Side | None = None  # of that roll
    openings: Mapping[Party, bytes] = field(default_factory=dict)  # of that roll

    @classmethod
    def begin(cls, receipt: Receipt) -> Dealing:
        tips = {party: Tip(anchor) for party, anchor in receipt.anchors.items()}
        return cls(receipt=receipt, tips=tips)

    @property
    def awaited(self) -> Party | None:
        """Who has to open now; None while no roll is under way."""
        if self.mover is None:
            return None
        taking_part = order(self.receipt.mode, self.mover)
        return next((party for party in taking_part if party not in self.openings), None)

    def asked(self, side: Side | None) -> Dealing:
        """The next roll begins: of `side`, or of nobody if it is an opening roll."""
        if party := self.awaited:
            _refuse(findings.UNDER_WAY.about(expected=NAMES[party]))
        if self.number == LENGTH:
            _refuse(findings.USED_UP.about(found=LENGTH + 1, expected=LENGTH))
        return replace(self, number=self.number + 1, mover=side or OPENER, openings={})

    def opened(self, party: Party, opening: bytes) -> Dealing:
        """The dealing after an opening, which has to be due and to fit its chain."""
        if party is not self.awaited:
            expected = NAMES[self.awaited] if self.awaited else findings.NOBODY
            _refuse(findings.NOT_YOUR_OPENING.about(found=NAMES[party], expected=expected))
        tip = self.tips[party]
        after = tip.followed(opening, self.number)
        if after is None:
            wrong = hashed(opening, self.number - tip.number).hex()
            fault = finding(
                findings.LINK, line=0, found=wrong, expected=tip.link.hex(),
                opening=OPENINGS[party],
            )  # fmt: skip
            _refuse(fault.reason)
        tips, openings = {**self.tips, party: after}, {**self.openings, party: opening}
        return replace(self, tips=tips, openings=openings)

    @property
    def finished(self) -> bool:
        """Whether the last roll asked for is made."""
        return self.mover is not None and self.awaited is None

    @property
    def dice(self) -> tuple[int, int]:
        """The roll just made, in the order in which the dice fell."""
        return made(self.receipt.game, self.number, self.proof.openings)

    @property
    def proof(self) -> Proof:
        """What the record keeps of the roll just made."""
        assert self.finished
        return Proof(self.number, self.openings)


def dealt(dealing: Dealing, side: Side | None, chains: Mapping[Party, Chain]) -> Dealing:
    """The dealing after one whole roll, where one process holds every chain: at one device."""
    dealing = dealing.asked(side)
    while party := dealing.awaited:
        dealing = dealing.opened(party, chains[party].opening(dealing.number))
    return dealing


def _refuse(reason: Reason) -> NoReturn:
    raise IllegalAction(f"dice: {reason}", f"dados: {reason.spoken('es')}", reason)
