"""The transcript of a game's dice, and the check of every link and every die in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablas.fair_dice import findings, roll
from tablas.fair_dice.chain import LENGTH, Tip, hashed
from tablas.fair_dice.findings import Finding, finding
from tablas.fair_dice.parties import OPENER, OPENINGS, Party, order
from tablas.fair_dice.receipt import Receipt
from tablas.values import Side

MOST_FINDINGS: Final = 100  # of one game: a transcript full of faults is not checked to its end


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a roll comes from: its number in the game, and what each party opened for it."""

    number: int
    openings: Mapping[Party, bytes]


@dataclass(frozen=True, slots=True)
class ClaimedRoll:
    """A roll as the record tells it, true or not.

    `side` is None for an opening roll, whose dice are White's and Black's; the order of any
    other two dice means nothing.
    """

    dice: tuple[int, int]
    side: Side | None
    proof: Proof | None
    line: int = 0  # of the file

    @property
    def mover(self) -> Side:
        return self.side or OPENER

    def agrees(self, made: tuple[int, int]) -> bool:
        if self.side is None:
            return self.dice == made
        return sorted(self.dice) == sorted(made)


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was fixed before a game, and each of its rolls in order; a tie is a roll of its own."""

    receipt: Receipt
    claims: tuple[ClaimedRoll, ...]

    def check(self) -> tuple[Finding, ...]:
        """Everything that is wrong with links, numbers and dice; nothing means they are proven."""
        tips = {party: Tip(anchor) for party, anchor in self.receipt.anchors.items()}
        faults: list[Finding] = []
        for number, claim in enumerate(self.claims, start=1):
            if number > LENGTH:
                why = findings.USED_UP
                faults.append(
                    finding(why, line=claim.line, roll=number, found=number, expected=LENGTH)
                )
                break
            faults += self._faults(number, claim, tips)
            if len(faults) >= MOST_FINDINGS:
                break
        return tuple(faults)

    def made(self, number: int) -> tuple[int, int] | None:
        """The dice that the openings of roll `number` make; None where openings are missing."""
        claim = self.claims[number - 1]
        if claim.proof is None:
            return None
        openings = claim.proof.openings
        if any(party not in openings for party in order(self.receipt.mode, claim.mover)):
            return None
        return made(self.receipt.game, number, openings)

    def _faults(self, number: int, claim: ClaimedRoll, tips: dict[Party, Tip]) -> Iterator[Finding]:
        """What is wrong with one roll; each opening that holds moves its party's tip on."""
        line, proof = claim.line, claim.proof
        if proof is None:
            yield finding(findings.NO_PROOF, line=line, roll=number, found=_dice_text(claim.dice))
            return
        if proof.number != number:
            why = findings.ROLL_NUMBER
            yield finding(why, line=line, roll=number, found=proof.number, expected=number)
        linked = True
        for fault in self._opening_faults(number, claim, proof, tips):
            linked = False
            yield fault
        dice = self.made(number)
        # Openings that do not fit make dice of no meaning: to compare them would say nothing.
        if linked and dice and not claim.agrees(dice):
            given, expected = _dice_text(claim.dice), _dice_text(dice)
            yield finding(findings.DICE, line=line, roll=number, found=given, expected=expected)

    def _opening_faults(
        self, number: int, claim: ClaimedRoll, proof: Proof, tips: dict[Party, Tip]
    ) -> Iterator[Finding]:
        taking_part = order(self.receipt.mode, claim.mover)
        for party in Party:
            opening, about = proof.openings.get(party), {"opening": OPENINGS[party]}
            if opening is None and party in taking_part:
                yield finding(findings.NO_OPENING, line=claim.line, roll=number, **about)
            elif opening is not None and party not in taking_part:
                yield finding(findings.EXTRA_OPENING, line=claim.line, roll=number, **about)
            elif opening is not None:
                tip = tips[party]
                if after := tip.followed(opening, number):
                    tips[party] = after
                else:
                    yield finding(
                        findings.LINK, line=claim.line, roll=number, expected=tip.link.hex(),
                        found=hashed(opening, number - tip.number).hex(), **about,
                    )  # fmt: skip


def made(game: str, number: int, openings: Mapping[Party, bytes]) -> tuple[int, int]:
    """The dice of these openings; a player without one takes no part."""
    white, black = (openings.get(party, roll.ABSENT) for party in (Party.WHITE, Party.BLACK))
    return roll.rolled(game, number, openings[Party.SERVER], white, black)


def _dice_text(dice: tuple[int, int]) -> str:
    return f"{dice[0]}-{dice[1]}"
