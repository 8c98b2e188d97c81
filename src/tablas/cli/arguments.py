"""Arguments and options that several commands share, read and checked in one place."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from tablas import games
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.values import Dice, Setup
from tablas.words import Language


class GameName(click.ParamType[Kind[Any, Any]]):
    """One of the three games, by name."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Kind[Any, Any]:
        if isinstance(value, Kind):
            return value
        if value not in games.NAMES:
            self.fail(f"found {value!r}, expected one of {', '.join(games.NAMES)}", param, ctx)
        return games.kind(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        del ctx, param
        fitting = (name for name in games.NAMES if name.startswith(incomplete))
        return [click.shell_completion.CompletionItem(name) for name in fitting]


class DiceText(click.ParamType[Dice]):
    """Two dice, such as 31."""

    name = "dice"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Dice:
        if isinstance(value, Dice):
            return value
        try:
            return Dice.parse(value)
        except TablasError:
            self.fail(f"found {value!r}, expected two digits 1 to 6, such as 31", param, ctx)


game_argument = click.argument("kind", metavar="GAME", type=GameName())
position_argument = click.argument("position", required=False)
start_option = click.option(
    "--start", metavar="NAME", help="A named start, such as nackgammon or german-daisy."
)
dice_option = click.option("--dice", type=DiceText(), help="The roll, such as 31.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer as one JSON object.")


def refuse_game(kind: Kind[Any, Any], fits: Callable[[Kind[Any, Any]], bool]) -> NoReturn:
    """Says which games a command is for."""
    fitting = " or ".join(repr(name) for name in games.NAMES if fits(games.kind(name)))
    raise click.UsageError(f"game: found {kind.name!r}, expected {fitting}")


def default_language() -> Language:
    """Spanish where the environment speaks Spanish, else English."""
    for variable in ("TABLAS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(variable):
            return "es" if locale.lower().startswith("es") else "en"
    return "en"


language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "es"]),
    default=default_language,
    help="English or Spanish; by default as the environment says.",
)


def default_colour() -> bool:
    """Colour on a terminal, unless the environment asks for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def read_setup(kind: Kind[Any, Any], position: str | None, start: str | None) -> Setup[Any]:
    """The set-up that the arguments mean: a text, a named start, or the usual start."""
    if position is not None and start is not None:
        raise click.UsageError("give a position or --start, not both")
    if position is not None:
        return kind.formats.read(position)
    if start is not None and start not in kind.start_names:
        expected = ", ".join(kind.start_names)
        raise click.UsageError(f"--start: found {start!r}, expected one of {expected}")
    return kind.start(start)
