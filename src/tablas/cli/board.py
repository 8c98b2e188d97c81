"""`tablas board`: a position drawn in the terminal."""

from __future__ import annotations

import json
from typing import Any, TextIO

import click

from tablas.cli.language import language
from tablas.cli.options.arguments import (
    default_colour,
    game_argument,
    json_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind
from tablas.values import Side


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@start_option
@click.option("--view", type=click.Choice(["white", "black"]), help="Whose side is below.")
@click.option("--colour/--no-colour", default=None, help="By default colour on a terminal.")
@click.option("--svg", "picture", type=click.File("w"), help="Draw a picture (SVG) into this file.")
@json_option
def board(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    view: str | None,
    colour: bool | None,
    picture: TextIO | None,
    as_json: bool,
) -> None:
    """Draw a position, by default the start, seen by the player to move.

    \b
    Examples:
      tablas board abak
      tablas board backgammon 4HPwATDgc/ABMA
      tablas board abalone --start german-daisy --view white
      tablas board abak --svg start.svg
    """
    setup = read_setup(kind, position, start)
    if as_json:
        said = kind.formats.read_situation(position) if position else None
        text = kind.formats.write_situation(*said) if said else kind.formats.write(setup)
        click.echo(json.dumps({"game": kind.name, "position": text, "turn": setup.mover.value}))
        return
    if picture:
        title = f"{kind.title.spoken(language())}: {kind.formats.write(setup)}"
        picture.write(kind.picture.svg(setup, title=title))
        return
    side = Side(view) if view else setup.mover
    coloured = default_colour() if colour is None else colour
    click.echo(
        kind.text.draw(setup, view=side, colour=coloured, language=language()), color=coloured
    )
