"""`tablas book`: what the opening book says about a position, and how the book grows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tablas.abalone import KIND, notation
from tablas.cli.language import said, usage_error
from tablas.cli.options.arguments import (
    game_argument,
    json_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine.abalone import book as abalone_book
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit, write_score
from tablas.kind import Kind

EVERY = 10
"""So many positions are searched between two savings."""


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@start_option
@click.option("--grow", type=click.IntRange(1), help="Search so many more positions.")
@click.option("--nodes", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help="A book of your own.")
@json_option
def book(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    grow: int | None,
    nodes: int,
    file: Path | None,
    as_json: bool,
) -> None:
    """Show the moves that the opening book of Abalone knows in a position, or let a book grow.

    The book was grown by the engine from Standard and Belgian Daisy. Growing goes on where the
    file ends, and can be stopped at any time.

    \b
    Examples:
      tablas book abalone
      tablas book abalone --start belgian-daisy --json
      tablas book abalone --grow 100 --nodes 500000 --file my-book.json
    """
    if kind.name != KIND.name:
        raise usage_error(
            f"game: found {kind.name!r}, expected {KIND.name!r}",
            f"juego: hay {kind.name!r}, se esperaba {KIND.name!r}",
        )
    openings = abalone_book.packaged()
    if file is not None:
        there = file.exists()
        openings = abalone_book.read(file.read_text("utf-8")) if there else abalone_book.Book()
    if grow is not None:
        if file is None:
            raise usage_error(
                "--grow: expected --file FILE, the book that is to grow",
                "--grow: se esperaba --file ARCHIVO, el libro que debe crecer",
            )
        starts = (start,) if start else abalone_book.STARTS
        _grow(openings, file, grow, nodes, starts)
        return
    setup = read_setup(kind, position, start)
    known = [
        (notation.write(setup.position, move), score)
        for move, score in openings.moves(setup.position)
    ]
    if as_json:
        click.echo(json.dumps({"moves": known, "positions": len(openings.entries)}))
        return
    for text, score in known:
        click.echo(f"{text}  {write_score(score)}")
    click.echo(
        said(
            f"{len(known)} moves; {len(openings.entries)} positions in the book",
            f"{len(known)} jugadas; {len(openings.entries)} posiciones en el libro",
        )
    )


def _grow(
    openings: abalone_book.Book, file: Path, count: int, nodes: int, starts: tuple[str, ...]
) -> None:
    engine = AbaloneEngine()
    try:
        grown = openings.grow(engine, AbaloneLimit(nodes=nodes), count, starts)
        for number, (_, known) in enumerate(grown, 1):
            engine.forget()  # so that a position's entry depends on nothing but the position
            if number % EVERY == 0:
                openings.write(file)
            text, score = known.moves[0]
            depth = said("depth", "profundidad")
            click.echo(f"{number}: {text} {write_score(score)}, {depth} {known.depth}", err=True)
    finally:
        openings.write(file)
    positions = said("positions in", "posiciones en")
    click.echo(f"{len(openings.entries)} {positions} {file.name}")
