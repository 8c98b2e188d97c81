"""`tablas bestmove`: the engine's move in a position, with what it is worth."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas.cli import abalone_lines, ranking
from tablas.cli.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.cli.thinking import engine_for, thinking_options
from tablas.kind import Kind
from tablas.values import Dice
from tablas.words import Language


@click.command()
@game_argument
@position_argument
@start_option
@dice_option
@thinking_options
@click.option("--lines", type=click.IntRange(1, 349), default=1, help="So many best moves.")
@click.option("--contempt", type=click.IntRange(-1000, 1000), default=0, help="Dislike of draws.")
@language_option
@json_option
def bestmove(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    dice: Dice | None,
    seconds: float | None,
    plies: int | None,
    nodes: int | None,
    threads: int,
    lines: int,
    contempt: int,
    language: Language,
    as_json: bool,
) -> None:
    """Find the best move of a position.

    Backgammon and Abak: the equity is what the player to move expects in points without a cube;
    without a limit the engine looks 2 plies ahead. Abalone: the score is in hundredths of a marble;
    30000 less n is a win in n plies; without a limit it thinks for a second.

    \b
    Examples:
      tablas bestmove backgammon --dice 31
      tablas bestmove backgammon 4HPwATDgc/ABMA --dice 61 --plies 3 --json
      tablas bestmove abak --dice 31
      tablas bestmove abalone --time 2
      tablas bestmove abalone --start standard --depth 10 --lines 3
    """
    engine_for(kind)
    if kind.name == "abalone":
        if dice is not None:
            raise click.UsageError("--dice: Abalone is played without dice")
        setup = read_setup(kind, position, start)
        found = abalone_lines.asked(setup, seconds, nodes, plies, lines, threads, contempt)
        abalone_lines.show(found, lines, as_json)
        return
    setup, rolled = ranking.read(kind, position, start, dice)
    limit = ranking.limit_of(seconds, nodes, plies)
    analysis = ranking.engine(kind, threads).analyse(setup.position, rolled, limit)
    if not as_json:
        ranking.show(analysis, lines, language)
        return
    answer = ranking.shown(analysis.best) | ranking.spent(analysis)
    if lines > 1:
        answer["lines"] = [ranking.shown(play) for play in analysis.plays[:lines]]
    click.echo(json.dumps(answer))


def require_abalone(kind: Kind[Any, Any]) -> None:
    """Refuse the games that a command for Abalone does not know."""
    if kind.name != "abalone":
        raise click.UsageError(f"game: found {kind.name!r}, expected 'abalone'")
