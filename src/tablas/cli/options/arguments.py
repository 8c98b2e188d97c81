"""Arguments and options that several commands share, read and checked in one place."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from tablas import games
from tablas.cli.language import default_language, said, usage_error
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.values import Dice, Setup, Side


class GameName(click.ParamType[Kind[Any, Any]]):
    """One of the three games, by name."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Kind[Any, Any]:
        if isinstance(value, Kind):
            return value
        if value not in games.NAMES:
            self.fail(
                said(
                    f"found {value!r}, expected one of {', '.join(games.NAMES)}",
                    f"hay {value!r}, se esperaba uno de {', '.join(games.NAMES)}",
                ),
                param,
                ctx,
            )
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
            self.fail(
                said(
                    f"found {value!r}, expected two digits 1 to 6, such as 31",
                    f"hay {value!r}, se esperaban dos cifras del 1 al 6, como 31",
                ),
                param,
                ctx,
            )


def _position(_ctx: click.Context, _param: click.Parameter, text: str | None) -> str | None:
    """A position text; `-` is the first line of standard input, as everywhere."""
    return sys.stdin.readline().strip() if text == "-" else text


game_argument = click.argument("kind", metavar="GAME", type=GameName(), is_eager=True)
position_argument = click.argument("position", required=False, callback=_position)
start_option = click.option(
    "--start", metavar="NAME", help="A named start, such as nackgammon or german-daisy."
)
dice_option = click.option("--dice", type=DiceText(), help="The roll, such as 31.")
names_option = click.option(
    "--names",
    type=click.Choice(["numbers", "nb"]),
    default="numbers",
    help="Points by number, or by the N/B names of the sheet (dice games).",
)
turn_option = click.option(
    "--turn",
    type=click.Choice([side.value for side in Side]),
    help="Who moves, where the position leaves it open.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer as one JSON object.")


def refuse_game(kind: Kind[Any, Any], fits: Callable[[Kind[Any, Any]], bool]) -> NoReturn:
    """Says which games a command is for."""
    fitting = " or ".join(repr(name) for name in games.NAMES if fits(games.kind(name)))
    raise usage_error(
        f"game: found {kind.name!r}, expected {fitting}",
        f"juego: hay {kind.name!r}, se esperaba {fitting.replace(' or ', ' o ')}",
    )


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


def written(kind: Kind[Any, Any], setup: Setup[Any], play: Any, names: str) -> str:
    """A play of whoever moves in `setup`, with the names of places that were asked for."""
    if names == "numbers":
        return kind.notation.write(setup.position, play)
    check_names(kind, names)
    assert kind.write_nb is not None
    return kind.write_nb(setup.position, play, setup.mover)


def check_names(kind: Kind[Any, Any], names: str) -> None:
    """Refuses N/B names where a game has none."""
    if names == "nb" and kind.write_nb is None:
        raise usage_error(
            f"--names: {kind.name} has no N/B names", f"--names: en {kind.name} no hay nombres N/B"
        )


def read_setup(
    kind: Kind[Any, Any], position: str | None, start: str | None, turn: str | None = None
) -> Setup[Any]:
    """The set-up that the arguments mean: a text, a named start, or the usual start.

    `turn` says who moves where that is open; a set-up that says otherwise is refused.
    """
    setup = _read_setup(kind, position, start)
    if turn is None or setup.turn is Side(turn):
        return setup
    if setup.turn is not None:
        raise usage_error(
            f"--turn: found {turn!r}, but {setup.turn.value} moves here",
            f"--turn: hay {turn!r}, pero aquí juegan {setup.turn.words.es}",
        )
    return Setup(setup.position, Side(turn), setup.quiet)


def _read_setup(kind: Kind[Any, Any], position: str | None, start: str | None) -> Setup[Any]:
    if position is not None and start is not None:
        raise usage_error(
            "give a position or --start, not both", "da una posición o --start, no ambas cosas"
        )
    if position is not None:
        return kind.formats.read(position)
    if start is not None and start not in kind.start_names:
        expected = ", ".join(kind.start_names)
        raise usage_error(
            f"--start: found {start!r}, expected one of {expected}",
            f"--start: hay {start!r}, se esperaba una de {expected}",
        )
    return kind.start(start)
