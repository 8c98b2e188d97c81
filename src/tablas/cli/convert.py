"""`tablas convert`: a match from one file format into another."""

from __future__ import annotations

from pathlib import Path

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import language_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.files import MatchSheet, format_named, read_path
from tablas.files.file_format import encoded
from tablas.files.formats import format_to_write
from tablas.words import Language, Words

WRITTEN = Words("{file}: {games} games, {format}", "{file}: {games} partidas, {format}")
LEFT_OUT = Words("left out: {parts}", "se ha quedado fuera: {parts}")


@click.command(cls=SpokenCommand)
@click.argument(
    "source", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--from", "source_format", help="What IN is, where its name and content mislead.")
@click.option("--to", "target_format", help="What OUT becomes, if its suffix does not say it.")
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@language_option
def convert(
    source: Path,
    target: Path,
    source_format: str | None,
    target_format: str | None,
    force: bool,
    language: Language,
) -> None:
    """Read a match from one file and write it to another; the suffixes say how.

    Illegal plays are kept, and told with their line and the rule that they break. What the new
    format has no room for is told, too.

    \b
    Examples:
      tablas convert match.mat match.sgf
      tablas convert match.sgf match.jsonl
      tablas convert old.txt new.mat --from mat
    """
    for name in (source_format, target_format):
        if name:
            format_named(name)
    match = read_path(source, source_format)
    chosen = format_to_write(target, match, target_format)
    if target.exists() and not force:
        raise usage_error(
            f"{target} exists; --force writes over it", f"{target} ya existe; --force lo reemplaza"
        )
    assert chosen.write is not None
    data = encoded(chosen.write(match))
    try:
        target.write_bytes(data)
    except OSError as error:
        raise usage_error(f"{target}: {error.strerror}", f"{target}: {error.strerror}") from error
    tell_faults(source, match, language)
    if parts := chosen.leaves_out(match):
        listed = ", ".join(part.spoken(language) for part in parts)
        click.echo(LEFT_OUT.about(parts=listed).spoken(language), err=True)
    done = WRITTEN.about(file=target, games=len(match.games), format=chosen.title)
    click.echo(done.spoken(language))


def tell_faults(file: Path, match: MatchSheet, language: Language) -> None:
    """What was not as it should be in a file that could be read all the same."""
    for fault in match.faults:
        click.echo(f"{file}: {fault.spoken(language)}", err=True)
