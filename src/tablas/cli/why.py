"""`tablas why`: is this play legal, and if not, which rule forbids it."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas.cli.options.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    read_setup,
    start_option,
    turn_option,
)
from tablas.cli.options.asked import needed_dice
from tablas.cli.spoken_help import SpokenCommand
from tablas.errors import IllegalAction
from tablas.kind import Kind
from tablas.values import Dice
from tablas.words import Language, Reason, Words

LEGAL = Words("legal", "legal")


@click.command(cls=SpokenCommand)
@game_argument
@click.argument("play")
@click.option("--position", help="A position text; by default the start.")
@start_option
@dice_option
@turn_option
@language_option
@json_option
def why(
    kind: Kind[Any, Any],
    play: str,
    position: str | None,
    start: str | None,
    dice: Dice | None,
    turn: str | None,
    language: Language,
    as_json: bool,
) -> None:
    """Say whether a play is legal, and if not, which rule forbids it.

    Exit code 0 if it is legal, 1 if it is not, 2 if it cannot be read.

    \b
    Examples:
      tablas why backgammon 13/7 --dice 61
      tablas why backgammon B12-B8 --dice 31 --turn white
      tablas why abak N6/9 --dice 31 --lang es
    """
    setup = read_setup(kind, position, start, turn)
    if kind.dice and dice is None:
        dice = needed_dice(kind, position)
    reason: Reason | None = None
    try:
        kind.notation.read(setup.position, dice, play, setup.mover)
    except IllegalAction as error:
        reason = error.reason
    if as_json:
        rule = {"rule": reason.rule, "en": str(reason), "es": reason.spoken("es")} if reason else {}
        click.echo(json.dumps({"play": play, "legal": reason is None, **rule}, ensure_ascii=False))
    else:
        click.echo((reason or LEGAL).spoken(language))
    if reason:
        click.get_current_context().exit(1)
