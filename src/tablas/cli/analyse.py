"""`tablas analyse`: what every play of a position is worth, or the position before the roll."""

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
from tablas.cli.moves import dice_inside
from tablas.cli.thinking import engine_for, thinking_options
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.values import Dice, Setup
from tablas.words import Language

ABALONE_LINES = 3


@click.command()
@game_argument
@position_argument
@start_option
@dice_option
@thinking_options
@click.option("--lines", type=click.IntRange(1, 3060), help="At most so many plays.")
@language_option
@json_option
def analyse(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    dice: Dice | None,
    seconds: float | None,
    plies: int | None,
    nodes: int | None,
    threads: int,
    lines: int | None,
    language: Language,
    as_json: bool,
) -> None:
    """Rank the plays of a position.

    With a roll, in --dice or in the position, plays of backgammon and Abak come with equity, what
    they give away, and the chances to win and lose (of these gammons, backgammons). Plays that were
    looked at more deeply stand first; each says how deeply. Without a roll: the chances before it.
    Abalone moves come with what they do, in words: ejections, threats, sumitos, formations made or
    broken.

    \b
    Examples:
      tablas analyse backgammon --dice 42
      tablas analyse backgammon 4HPwATDgc/ABMA --plies 2
      tablas analyse abak --dice 66 --lines 5
      tablas analyse abalone --time 3
      tablas analyse abalone --start standard --lines 3 --lang es
    """
    engine_for(kind)
    setup = read_setup(kind, position, start)
    if kind.name == "abalone":
        if dice is not None:
            raise click.UsageError("--dice: Abalone is played without dice")
        most = min(lines or ABALONE_LINES, 349)
        found = abalone_lines.asked(setup, seconds, nodes, plies, most, threads)
        abalone_lines.explain(setup, found, language, as_json)
        return
    rolled = dice or _dice_if_any(kind, position)
    if rolled is None:
        _before_the_roll(kind, setup, plies, threads, as_json)
        return
    limit = ranking.limit_of(seconds, nodes, plies)
    analysis = ranking.engine(kind, threads).analyse(setup.position, rolled, limit)
    if not as_json:
        ranking.show(analysis, lines)
        return
    answer = {
        "game": kind.name,
        "position": kind.formats.write(setup),
        "dice": [rolled.high, rolled.low],
        "plies": analysis.plies,
        **ranking.spent(analysis),
        "plays": [ranking.shown(play) for play in analysis.plays[:lines]],
    }
    click.echo(json.dumps(answer))


def _dice_if_any(kind: Kind[Any, Any], position: str | None) -> Dice | None:
    try:
        return dice_inside(kind, position)
    except (click.UsageError, TablasError):
        return None


def _before_the_roll(
    kind: Kind[Any, Any], setup: Setup[Any], plies: int | None, threads: int, as_json: bool
) -> None:
    depth = ranking.USUAL_PLIES if plies is None else plies
    chances = ranking.engine(kind, threads).chances(setup.position, depth)
    if not as_json:
        click.echo(f"{chances.equity:+.3f}  {ranking.percents(chances)}  {depth}-ply")
        return
    answer = {
        "game": kind.name,
        "position": kind.formats.write(setup),
        "dice": None,
        "plies": depth,
        "equity": round(chances.equity, 5),
        "chances": ranking.rounded(chances),
    }
    click.echo(json.dumps(answer))
