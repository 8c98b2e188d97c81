"""`tablas analyse`: what every play of a position is worth, or the position before the roll."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from tablas.abak import remarks
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
from tablas.engine.dice.search import RankedPlay
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.values import Dice, Setup
from tablas.words import Language, Reason

ABALONE_LINES = 3


@click.command()
@game_argument
@position_argument
@start_option
@dice_option
@thinking_options
@click.option("--lines", type=click.IntRange(1, 3060), help="At most so many plays.")
@click.option("--reasons", is_flag=True, help="What each play does, in words (Abak).")
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
    reasons: bool,
    language: Language,
    as_json: bool,
) -> None:
    """Rank the plays of a position.

    With a roll, in --dice or in the position, plays of backgammon and Abak come with equity, what
    they give away, and the chances in percent to win and to lose, of these gammons (g) and
    backgammons (bg). Plays that were looked at more deeply stand first; each says how deeply.
    Without a roll: the chances before it. With --reasons a play of Abak says what it does: hits,
    traps, points, blots. Abalone moves always do: ejections, threats, sumitos, formations.

    \b
    Examples:
      tablas analyse backgammon --dice 42
      tablas analyse backgammon 4HPwATDgc/ABMA --plies 2
      tablas analyse abak --dice 66 --lines 5
      tablas analyse abak --dice 31 --lines 3 --reasons --lang es
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
    if reasons and kind.name != "abak":
        raise click.UsageError(f"--reasons: found {kind.name!r}, expected 'abak'")
    rolled = dice or _dice_if_any(kind, position)
    if rolled is None:
        if reasons:
            raise click.UsageError("--reasons: what a play does needs a roll, such as --dice 31")
        _before_the_roll(kind, setup, plies, threads, language, as_json)
        return
    told = partial(_told, setup.position, rolled) if reasons else None
    limit = ranking.limit_of(seconds, nodes, plies)
    analysis = ranking.engine(kind, threads).analyse(setup.position, rolled, limit)
    if not as_json:
        ranking.head(analysis, lines, language)
        ranking.show(analysis, lines, language, told)
        return
    answer = {
        "game": kind.name,
        "position": kind.formats.write(setup),
        "dice": [rolled.high, rolled.low],
        "plies": analysis.plies,
        **ranking.spent(analysis),
        "plays": [_shown(play, told) for play in analysis.plays[:lines]],
    }
    click.echo(json.dumps(answer, ensure_ascii=False))


def _told(position: Any, dice: Dice, ranked: RankedPlay) -> Sequence[Reason]:
    """What a play of Abak does, the most important first."""
    return remarks.reasons(position, dice, ranked.play)


def _shown(play: RankedPlay, told: ranking.Told | None) -> dict[str, Any]:
    found = ranking.shown(play)
    return found | {"reasons": [remarks.as_json(one) for one in told(play)]} if told else found


def _dice_if_any(kind: Kind[Any, Any], position: str | None) -> Dice | None:
    try:
        return dice_inside(kind, position)
    except (click.UsageError, TablasError):
        return None


def _before_the_roll(
    kind: Kind[Any, Any],
    setup: Setup[Any],
    plies: int | None,
    threads: int,
    language: Language,
    as_json: bool,
) -> None:
    depth = ranking.USUAL_PLIES if plies is None else plies
    chances = ranking.engine(kind, threads).chances(setup.position, depth)
    if not as_json:
        seen = ranking.percents(chances)
        click.echo(f"{chances.equity:+.3f}  {seen}  {ranking.deep(depth, language)}")
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
