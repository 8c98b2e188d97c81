"""`tablas verify`: are the dice of a record proven? Yes or no first, then the details."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from tablas.cli.language import language as present_language
from tablas.cli.options.arguments import json_option, language_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.errors import NotationError
from tablas.fair_dice import envelope as envelopes
from tablas.fair_dice.fields import read_key
from tablas.fair_dice.findings import NOT_CHECKED, Finding
from tablas.fair_dice.report import DiceReport, report_fields
from tablas.record.verify import verify as verified
from tablas.words import Language, Words

MOST_SHOWN: Final = 20  # findings of a game; --json has them all

YES: Final = Words("YES: the dice are proven.", "SÍ: los dados están probados.")
NO: Final = Words("NO: the dice are not proven.", "NO: los dados no están probados.")
UNKNOWN: Final = Words(
    "SIGNED BY AN UNKNOWN KEY: everything fits, but nobody knows whose key it is.",
    "FIRMADO CON UNA CLAVE DESCONOCIDA: todo encaja, pero nadie sabe de quién es la clave.",
)
UNKNOWN_CODE: Final = 3
ROLLS: Final = Words("{count} rolls", "{count} tiradas")
ROLL: Final = Words("roll {roll}, line {line}", "tirada {roll}, línea {line}")
LINE: Final = Words("line {line}", "línea {line}")
MORE: Final = Words("… and {count} more", "… y {count} más")
EVERY: Final = Words(
    "every opening fits the seal fixed before the game, every die follows from the openings, "
    "and every play is legal",
    "cada apertura encaja con el sello fijado antes de la partida, cada dado sale de las aperturas "
    "y cada jugada es legal",
)


class KeyText(click.ParamType[bytes]):
    """A server's public key as 64 hexadecimal digits."""

    name = "key"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        if isinstance(value, bytes):
            return value
        try:
            return read_key(value)
        except NotationError as error:
            self.fail(error.spoken(present_language()), param, ctx)


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--server-key", type=KeyText(), help="The key that must have signed the receipt.")
@click.option("--envelope", is_flag=True, help="Show seals and keys in plain words besides.")
@language_option
@json_option
def verify(
    file: Path, server_key: bytes | None, envelope: bool, language: Language, as_json: bool
) -> None:
    """Check the dice of a record: seals, openings, every die, and that it replays.

    Exit code 0 if the dice are proven, 1 if they are not, 2 if the record cannot be read, 3 if
    everything fits but the key that signed it is unknown: name the server's with --server-key.

    \b
    Examples:
      tablas verify game.jsonl --server-key 5a97…
      tablas verify game.jsonl --lang es --envelope
      tablas verify game.jsonl --json
    """
    reports = _reports(file, server_key)
    proven = all(report.proven for report in reports)
    if as_json:
        fields = {"proven": proven, "games": [report_fields(report) for report in reports]}
        click.echo(json.dumps(fields, ensure_ascii=False))
    else:
        fits = all(report.fits for report in reports)
        click.echo((YES if proven else UNKNOWN if fits else NO).spoken(language))
        for report in reports:
            click.echo("\n".join(_lines(report, language)))
            if envelope and report.transcript:
                click.echo(f"\n{envelopes.sealed(report.transcript.receipt, language)}")
                click.echo(f"\n{envelopes.opened(report.transcript, language)}")
    if not proven:
        fits = all(report.fits for report in reports)
        click.get_current_context().exit(UNKNOWN_CODE if fits else 1)


def _reports(file: Path, key: bytes | None) -> tuple[DiceReport, ...]:
    try:
        return verified(file.read_bytes().decode(), key=key)
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{file}: byte {error.start + 1} is not UTF-8",
            f"{file}: el byte {error.start + 1} no es UTF-8",
        ) from None
    except NotationError as error:
        raise NotationError(f"{file}: {error}", f"{file}: {error.spoken('es')}") from None


def _lines(report: DiceReport, language: Language) -> Iterator[str]:
    """The details of one game: what it is, what is wrong, what is good to know."""
    players = f"{report.white or 'White'} – {report.black or 'Black'}"
    rolls = ROLLS.about(count=report.rolls).spoken(language)
    yield f"\n{report.game}: {players}, {rolls}"
    for one in report.findings[:MOST_SHOWN]:
        yield f"  ✗ {_place(one).spoken(language)}: {one.reason.spoken(language)}"
    if (left := len(report.findings) - MOST_SHOWN) > 0:
        yield f"  {MORE.about(count=left).spoken(language)}"
    if report.fits:
        yield f"  ✓ {EVERY.spoken(language)}"
    for note in report.notes:
        mark = "!" if note == NOT_CHECKED else "·"
        yield f"  {mark} {note.spoken(language)}"


def _place(one: Finding) -> Words:
    return ROLL.about(roll=one.roll, line=one.line) if one.roll else LINE.about(line=one.line)
