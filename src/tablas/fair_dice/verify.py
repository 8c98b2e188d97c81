"""The dice of a record checked against its transcript: yes or no, and why.

What is read here is the transcript only, so that a changed die is found as what it is and not as
an illegal play; `tablas.record.verify` replays the game besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablas.errors import IllegalAction, NotationError
from tablas.fair_dice import findings
from tablas.fair_dice.fields import read_claim, read_receipt
from tablas.fair_dice.findings import Finding, finding
from tablas.fair_dice.parties import MODES
from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.report import DiceReport
from tablas.fair_dice.transcript import ClaimedRoll, Transcript
from tablas.strict_json import NOTHING, Fields, Reader, read_lines
from tablas.words import Words

HEADER_FIRST: Final = Words("a header line first", "antes una línea de cabecera")


def check(text: str, *, key: bytes | None = None) -> tuple[DiceReport, ...]:
    """The games of a record, each with its findings; NotationError if it cannot be read.

    `key` is the server's public key, if it is known from elsewhere: then nothing but its signature
    will do. Without it a receipt is held against the key that it names itself.
    """
    reports = tuple(_report(game, key) for game in _games(text))
    if not reports:
        raise NotationError(
            "record: no games, expected a header line first",
            "registro: no hay partidas, se esperaba antes una línea de cabecera",
        )
    return reports


@dataclass(slots=True)
class _Game:
    """The lines of one game that say something of its dice."""

    line: int
    name: str
    white: str
    black: str
    receipt: Receipt | None
    claims: list[ClaimedRoll]


def _games(text: str) -> Iterator[_Game]:
    game: _Game | None = None
    for number, fields in read_lines(text):
        try:
            if "tablas" in fields:
                if game:
                    yield game
                game = _begun(number, fields)
            elif game is None:
                Reader(fields).fail("tablas", NOTHING, HEADER_FIRST)
            elif claim := read_claim(fields, number):
                game.claims.append(claim)
        except NotationError as error:
            raise NotationError(
                f"record line {number}: {error}",
                f"línea {number} del registro: {error.spoken('es')}",
            ) from None
    if game:
        yield game


def _begun(number: int, fields: Fields) -> _Game:
    header = Reader(fields)
    name = header.text("game")
    white, black = (header.text(who) if header.has(who) else "" for who in ("white", "black"))
    return _Game(number, name, white, black, read_receipt(header, white, black), [])


def _report(game: _Game, key: bytes | None) -> DiceReport:
    faults: tuple[Finding, ...]
    notes: tuple[Words, ...] = ()
    transcript = None
    if game.receipt is None:
        faults = (finding(findings.NO_TRANSCRIPT, line=game.line),)
    else:
        transcript = Transcript(game.receipt, tuple(game.claims))
        signing, note = _signing(game.receipt, game.line, key)
        faults = (*signing, *transcript.check())
        notes = (MODES[game.receipt.mode], *note)
    return DiceReport(
        line=game.line, game=game.name, white=game.white, black=game.black,
        transcript=transcript, findings=faults, notes=notes,
    )  # fmt: skip


def _signing(
    receipt: Receipt, line: int, key: bytes | None
) -> tuple[tuple[Finding, ...], tuple[Words, ...]]:
    """What is wrong with the signature, and what is to be said of it."""
    demanded = key is not None or receipt.mode.needs_signature
    if not receipt.key and not receipt.signature and not demanded:
        return (), (findings.UNSIGNED,)
    if not receipt.complete:
        return (finding(findings.NO_SIGNATURE, line=line),), ()
    named = receipt.key.hex()
    if key is not None and key != receipt.key:
        return (finding(findings.WRONG_KEY, line=line, found=named, expected=key.hex()),), ()
    genuine = receipt.genuine()
    if genuine is None:
        if key is not None:  # whoever names a key wants its signature checked, not skipped
            raise IllegalAction(findings.NOT_CHECKED.en, findings.NOT_CHECKED.es)
        return (), (findings.NOT_CHECKED,)
    if not genuine:
        return (finding(findings.BAD_SIGNATURE, line=line, expected=named),), ()
    note = findings.SIGNED if key is None else findings.SIGNED_BY
    return (), (note.about(key=named),)
