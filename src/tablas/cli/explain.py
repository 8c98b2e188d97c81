"""`tablas explain`: what a play does, in words, with rolls counted exactly."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas.cli.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    read_setup,
    refuse_game,
)
from tablas.cli.asked import needed_dice
from tablas.cli.dice_analysis import remark_json
from tablas.kind import Kind
from tablas.values import Dice
from tablas.words import Language, Words

NOTHING = Words(
    "changes little: no point, hit, trap or danger",
    "cambia poco: sin puntos, capturas, retenciones ni peligros",
)


@click.command()
@game_argument
@click.argument("play")
@click.option("--position", help="A position text; by default the start.")
@dice_option
@language_option
@json_option
def explain(
    kind: Kind[Any, Any],
    play: str,
    position: str | None,
    dice: Dice | None,
    language: Language,
    as_json: bool,
) -> None:
    """Say what a legal play does: hits, traps, points, blots and who can hit them.

    The most important comes first. Points are numbered from the side of who plays; rolls are
    counted over all 36 by the rules. `tablas why` tells why a play is not legal.

    \b
    Examples:
      tablas explain abak "S8/5 N6/5" --dice 31
      tablas explain abak "D24/18 S13/8" --dice 65 --lang es
      tablas explain abak "D24/18 S13/8" --dice 65 --json
    """
    if kind.remarks is None:
        refuse_game(kind, lambda game: game.remarks is not None)
    setup = read_setup(kind, position, None)
    roll = dice or needed_dice(kind, position)
    read = kind.notation.read(setup.position, roll, play, setup.mover)
    remarks = kind.remarks(setup.position, roll, read)
    if as_json:
        answer = {
            "position": kind.formats.write(setup),
            "dice": [roll.high, roll.low],
            "play": kind.notation.write(setup.position, read),
            "reasons": list(map(remark_json, remarks)),
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in remarks or (NOTHING,):
        click.echo(line.spoken(language))
