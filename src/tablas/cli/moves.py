"""`tablas moves`: the legal plays of a position, for people and for programs."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from tablas.cli.options.arguments import (
    dice_option,
    game_argument,
    json_option,
    names_option,
    position_argument,
    read_setup,
    start_option,
    turn_option,
    written,
)
from tablas.cli.options.asked import needed_dice
from tablas.cli.options.jsonl import answers, jsonl_option, refuse_besides_jsonl
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind
from tablas.values import Dice, Setup


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@start_option
@dice_option
@names_option
@turn_option
@json_option
@jsonl_option
def moves(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    dice: Dice | None,
    names: str,
    turn: str | None,
    as_json: bool,
    jsonl: bool,
) -> None:
    """List the legal plays of a position, each by one play that reaches it.

    \b
    Examples:
      tablas moves backgammon --dice 31
      tablas moves abak 'ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w' --dice 66
      tablas moves backgammon --dice 31 --names nb --turn black
      tablas moves abalone --start standard --json
      echo '{"id": "4HPwATDgc/ABMA", "dice": [3, 1]}' | tablas moves backgammon --jsonl
    """
    if jsonl:
        refuse_besides_jsonl(position, start, dice, as_json)
        for answer in answers(kind, sys.stdin.buffer):
            click.echo(answer)
        return
    setup = read_setup(kind, position, start, turn)
    if kind.dice and dice is None:
        dice = needed_dice(kind, position)
    plays = listed(kind, setup, dice, names)
    if as_json:
        fields = {
            "game": kind.name,
            "position": kind.formats.write(setup),
            "dice": [dice.high, dice.low] if dice else None,
            "count": len(plays),
            "plays": plays,
        }
        click.echo(json.dumps(fields))
        return
    for play in plays:
        click.echo(play)


def listed(kind: Kind[Any, Any], setup: Setup[Any], dice: Dice | None, names: str) -> list[str]:
    """The plays as text, sorted."""
    plays = kind.rules.plays(setup.position, dice)
    return sorted(written(kind, setup, play, names) for play in plays.values())
