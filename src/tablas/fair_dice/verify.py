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
from tablas.fair_dice.closing import Closing, read_closing
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
    will do. Without it a receipt is held against the key that it names itself, and the report says
    that nobody knows whose that is.
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
    lines: list[Fields]  # all of them, as the server signed them
    closing: Closing | None = None


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
            else:
                _follow(game, number, fields)
        except NotationError as error:
            raise NotationError(
                f"record line {number}: {error}",
                f"línea {number} del registro: {error.spoken('es')}",
            ) from None
    if game:
        yield game


def _follow(game: _Game, number: int, fields: Fields) -> None:
    if "closed" in fields and game.closing is None:
        game.closing = read_closing(Reader(fields))
        return
    game.lines.append(fields)  # after the closing, too: then it does not fit any more
    if claim := read_claim(fields, number):
        game.claims.append(claim)


def _begun(number: int, fields: Fields) -> _Game:
    header = Reader(fields)
    name = header.text("game")
    white, black = (header.text(who) if header.has(who) else "" for who in ("white", "black"))
    return _Game(number, name, white, black, read_receipt(header, white, black), [], [fields])


def _report(game: _Game, key: bytes | None) -> DiceReport:
    faults: tuple[Finding, ...]
    notes: tuple[Words, ...] = ()
    transcript, unknown = None, False
    if game.receipt is None:
        faults = (finding(findings.NO_TRANSCRIPT, line=game.line),)
    else:
        transcript = Transcript(game.receipt, tuple(game.claims))
        signing, note = _signing(game.receipt, game.line, key)
        # What nothing else has found, the signature over the whole record does.
        faults = (*signing, *transcript.check()) or _closing(game)
        unknown = key is None and bool(game.receipt.key)
        notes = (MODES[game.receipt.mode], *note)
    return DiceReport(
        line=game.line, game=game.name, white=game.white, black=game.black,
        transcript=transcript, findings=faults, notes=notes, unknown_key=unknown,
    )  # fmt: skip


def _closing(game: _Game) -> tuple[Finding, ...]:
    """What is wrong with the signed end of a record."""
    assert game.receipt is not None
    if not game.receipt.key:
        return (finding(findings.BAD_CLOSING, line=game.line),) if game.closing else ()
    if game.closing is None:
        return (finding(findings.NOT_CLOSED, line=game.line),)
    genuine = game.closing.genuine(game.receipt.key, game.lines)
    return (finding(findings.BAD_CLOSING, line=game.line),) if genuine is False else ()


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
