"""`tablas perft`: the number of plays to a depth, to compare with the rules pages."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas import rules
from tablas.cli.arguments import (
    game_argument,
    json_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.kind import Kind


@click.command()
@game_argument
@position_argument
@start_option
@click.option("--depth", type=click.IntRange(0, 10), required=True, help="Plies to count.")
@json_option
def perft(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    depth: int,
    as_json: bool,
) -> None:
    """Count the distinct plays to a depth; in the dice games over all 21 rolls.

    \b
    Examples:
      tablas perft backgammon --depth 2      202782
      tablas perft abalone --depth 3         149322 (Belgian Daisy)
      tablas perft abalone --start standard --depth 3
    """
    setup = read_setup(kind, position, start)
    count = rules.perft(kind.rules, setup.position, depth, dice=kind.dice)
    if as_json:
        click.echo(json.dumps({"game": kind.name, "depth": depth, "count": count}))
    else:
        click.echo(count)
