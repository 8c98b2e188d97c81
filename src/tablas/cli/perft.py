"""`tablas perft`: the number of plays to a depth, to compare with the rules pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from tablas import kernel, rules
from tablas.cli.options.arguments import (
    game_argument,
    json_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind

if TYPE_CHECKING:
    from tablas.kernel._kernel import Game


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@start_option
@click.option("--depth", type=click.IntRange(0, 10), required=True, help="Plies to count.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--python", is_flag=True, help="Count with the Python rules, not the kernel.")
@json_option
def perft(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    depth: int,
    threads: int,
    python: bool,
    as_json: bool,
) -> None:
    """Count the distinct plays to a depth; in the dice games over all 21 rolls.

    The compiled kernel counts where it is built; without it, or with --python, the rules do.

    \b
    Examples:
      tablas perft backgammon --depth 2      202782
      tablas perft abalone --depth 3         98912 (Standard)
      tablas perft abalone --start standard --depth 5 --threads 2
    """
    setup = read_setup(kind, position, start)
    if python or not kernel.available():
        count = rules.perft(kind.rules, setup.position, depth, dice=kind.dice)
    else:
        count = counted(kind, setup.position, depth, threads)
    if as_json:
        click.echo(json.dumps({"game": kind.name, "depth": depth, "count": count}))
    else:
        click.echo(count)


def counted(kind: Kind[Any, Any], position: Any, depth: int, threads: int) -> int:
    """The same count by the kernel."""
    board = kind.codec.encode_many([position])[0]
    mirror: Game = getattr(kernel, kind.name)
    return mirror.perft(board, depth, threads)
