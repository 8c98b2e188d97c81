"""`tablas explain`: what a play of Abak does, in words, with rolls counted exactly."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas.abak import remarks
from tablas.cli.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    read_setup,
)
from tablas.cli.moves import dice_inside
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
    """Say what a legal play of Abak does: hits, traps, points, blots and who can hit them.

    The most important comes first. Points are numbered from the side of who plays; rolls are
    counted over all 36 by the rules. `tablas why` tells why a play is not legal.

    \b
    Examples:
      tablas explain abak "S8/5 N6/5" --dice 31
      tablas explain abak "D24/18 S13/8" --dice 65 --lang es
      tablas explain abak "D24/18 S13/8" --dice 65 --json
    """
    if kind.name != "abak":
        raise click.UsageError(f"game: found {kind.name!r}, expected 'abak'")
    setup = read_setup(kind, position, None)
    roll = dice or dice_inside(kind, position)
    read = kind.notation.read(setup.position, roll, play)
    found = remarks.reasons(setup.position, roll, read)
    if as_json:
        answer = {
            "position": kind.formats.write(setup),
            "dice": [roll.high, roll.low],
            "play": kind.notation.write(setup.position, read),
            "reasons": [remarks.as_json(remark) for remark in found],
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    for line in found or (NOTHING,):
        click.echo(line.spoken(language))
