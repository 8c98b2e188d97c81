"""`tablas bearoff`: the exact endgame tables of backgammon, built, checked and asked."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import click

from tablas.backgammon import KIND
from tablas.cli.answers.ranked_plays import percents, rounded
from tablas.cli.language import said
from tablas.cli.options.arguments import json_option, position_argument, read_setup
from tablas.cli.spoken_help import SpokenGroup
from tablas.engine.backgammon import bearoff as tables
from tablas.engine.dice.search import Chances
from tablas.errors import InvalidPosition, system_words
from tablas.folders import data_folder

PLACES = ("cubeless", "own", "centred", "opponent")


@click.group(cls=SpokenGroup)
def bearoff() -> None:
    """Build, check and ask the bear-off tables of backgammon.

    Both sides must be in their home boards. With at most six checkers each the chances are exact,
    with and without a cube; with more, each side bears off as fast as it can. The engine builds the
    tables when it first needs them; they take 23 MB in the data folder.
    """


@bearoff.command()
@json_option
def build(as_json: bool) -> None:
    """Build the tables anew and write them to the data folder."""
    try:
        path = tables.build()
    except OSError as error:
        raise click.ClickException(
            said(
                f"{data_folder()}: cannot be written: {system_words(error).en}",
                f"{data_folder()}: no se puede escribir: {system_words(error).es}",
            )
        ) from error
    size = path.stat().st_size
    file = {"path": str(path), "bytes": size}
    click.echo(json.dumps(file) if as_json else f"{path}: {size} bytes")


@bearoff.command()
@click.argument("path", required=False, type=click.Path(dir_okay=False, path_type=Path))
@json_option
def check(path: Path | None, as_json: bool) -> None:
    """Say whether the file of the tables is whole."""
    path = path or data_folder() / tables.NAME
    if not path.exists():
        raise click.ClickException(
            said(
                f"{path}: not there; 'tablas bearoff build' makes it",
                f"{path}: no está; «tablas bearoff build» lo hace",
            )
        )
    tables.read(path)
    file = {"path": str(path), "bytes": path.stat().st_size, "whole": True}
    click.echo(json.dumps(file) if as_json else f"{path}: {said('good', 'en orden')}")


@bearoff.command()
@position_argument
@json_option
def show(position: str | None, as_json: bool) -> None:
    """Tell what the tables know of a position before the roll.

    Equities are those of rolling now; whoever doubles instead expects the smaller of 1 and twice
    that with the opponent's cube.

    \b
    Example:
      tablas bearoff show "XGID=-CB-A-A---------------bbb-:0:0:1:00:0:0:0:0:10"
    """
    from tablas.backgammon.codec import encode_many  # noqa: PLC0415 (numpy, for this only)

    setup = read_setup(KIND, position, None)
    rows = encode_many([setup.position])
    known = tables.bearoff()
    chances = Chances(*map(float, known.chances(rows)[0]))
    if math.isnan(chances.win):
        raise InvalidPosition(
            f"position {position!r}: both sides need all their checkers at home and the game must "
            "go on",
            f"posición {position!r}: los dos bandos deben tener todas sus fichas "
            "en casa y la partida, estar sin acabar",
        )
    equities = [float(equity) for equity in known.exact(rows)[0]]
    exact = not math.isnan(equities[0])
    if as_json:
        answer: dict[str, Any] = {"chances": rounded(chances), "exact": exact}
        if exact:
            answer["equities"] = dict(zip(PLACES, (round(e, 5) for e in equities), strict=True))
        click.echo(json.dumps(answer))
        return
    kind = said("exact", "exacto") if exact else said("one-sided", "cada bando por su cuenta")
    click.echo(f"{chances.equity:+.4f}  {percents(chances)}  {kind}")
    if exact:
        names = (
            said("without a cube", "sin cubo"),
            said("own cube", "cubo propio"),
            said("centred cube", "cubo en el centro"),
            said("opponent's cube", "cubo del rival"),
        )
        for name, equity in zip(names, equities, strict=True):
            click.echo(f"  {name:17}  {equity:+.4f}")
