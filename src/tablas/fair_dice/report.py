"""What the check of a game's dice says, for people and as JSON for pages and programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablas.fair_dice.fields import ROLLS, proof_fields, receipt_fields
from tablas.fair_dice.findings import Finding
from tablas.fair_dice.transcript import Transcript
from tablas.strict_json import Fields
from tablas.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceReport:
    """What the check of one game found; no finding means that all of it fits together.

    Whoever makes up a whole game can sign it with a key of their own, so it is proven only if the
    key is the server's: `unknown_key` says that a signature was checked, but nobody knows whose.
    """

    line: int  # where the game begins in the file
    game: str
    white: str
    black: str
    transcript: Transcript | None
    findings: tuple[Finding, ...]
    notes: tuple[Words, ...] = ()  # what a reader should know, whatever the verdict
    unknown_key: bool = False

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the record."""
        return not self.findings

    @property
    def proven(self) -> bool:
        return self.fits and not self.unknown_key

    @property
    def rolls(self) -> int:
        return len(self.transcript.claims) if self.transcript else 0


def report_fields(report: DiceReport) -> Fields:
    """A report as JSON, with the whole transcript in a form that a page can check again."""
    return {
        "proven": report.proven,
        "fits": report.fits,
        "unknown_key": report.unknown_key,
        "line": report.line,
        "game": report.game,
        "white": report.white,
        "black": report.black,
        "rolls": report.rolls,
        "findings": [_finding_fields(one) for one in report.findings],
        "notes": [_words_fields(note) for note in report.notes],
        "transcript": _transcript_fields(report.transcript) if report.transcript else None,
    }


def _finding_fields(one: Finding) -> Fields:
    return {
        "rule": one.reason.rule,
        "line": one.line,
        "roll": one.roll,
        "found": one.found,
        "expected": one.expected,
        **_words_fields(one.reason.words),
    }


def _words_fields(words: Words) -> Fields:
    return {"en": words.en, "es": words.es}


def _transcript_fields(transcript: Transcript) -> Fields:
    return {
        "receipt": receipt_fields(transcript.receipt),
        "message": transcript.receipt.message().hex(),  # the bytes under the signature
        "rolls": list(_roll_fields(transcript)),
    }


def _roll_fields(transcript: Transcript) -> Iterator[Fields]:
    for number, claim in enumerate(transcript.claims, start=1):
        made = transcript.made(number)
        yield {
            "do": ROLLS[0] if claim.side is None else ROLLS[1],
            "line": claim.line,
            "mover": claim.mover.value,
            "dice": list(claim.dice),
            "made": list(made) if made else None,
            "proof": proof_fields(claim.proof) if claim.proof else None,
        }
