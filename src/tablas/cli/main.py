"""The way into every command: one line on standard error and exit code 2 for bad input."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from tablas import games
from tablas.cli.admin import admin
from tablas.cli.analyse import analyse
from tablas.cli.bestmove import bestmove
from tablas.cli.board import board
from tablas.cli.completion import completion
from tablas.cli.convert import convert
from tablas.cli.cube import cube
from tablas.cli.duel import duel
from tablas.cli.engine import engine
from tablas.cli.explain import explain
from tablas.cli.language import language
from tablas.cli.levels import levels
from tablas.cli.moves import moves
from tablas.cli.options.asked import commands_of
from tablas.cli.perft import perft
from tablas.cli.play import play
from tablas.cli.replay import replay
from tablas.cli.review import review_command
from tablas.cli.rollout import rollout_command
from tablas.cli.serve import serve
from tablas.cli.signature import signature
from tablas.cli.spoken_help import SpokenGroup, spoken_metavar, teach_click
from tablas.cli.streams import speak_unicode
from tablas.cli.tournament import tournament
from tablas.cli.train import train
from tablas.cli.verify import verify
from tablas.cli.why import why
from tablas.errors import TablasError

BAD_INPUT = 2
INTERRUPTED = 130


@click.group(cls=SpokenGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablas")
def tablas() -> None:
    """Abak Evolution, Backgammon and Abalone by their exact rules.

    \b
    Examples:
      tablas play abak                     a game in the terminal
      tablas board backgammon              draw the start
      tablas moves abalone --start standard
      tablas moves backgammon --dice 31    the plays of an opening 31
      tablas perft abak --depth 2          824741
      tablas bestmove abalone --time 1     what the engine would play
      tablas analyse abalone               its best moves, in words
      tablas serve                         play with others over the net
      tablas admin check                   look through a server's database
    """


for command in (
    board,
    moves,
    why,
    explain,
    perft,
    play,
    levels,
    bestmove,
    cube,
    rollout_command,
    analyse,
    duel,
    tournament,
    engine,
    train,
    replay,
    convert,
    review_command,
    verify,
    serve,
    admin,
    signature,
    completion,
):
    tablas.add_command(command)
for name in games.NAMES:
    for own_command in commands_of(name).COMMANDS:
        tablas.add_command(own_command)


teach_click()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave; whatever the user got wrong is told in one line."""
    speak_unicode()
    try:
        code = tablas.main(arguments, prog_name="tablas", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        fail(where or "tablas", spoken_metavar(error.format_message()))
    except TablasError as error:
        fail("tablas", error.spoken(language()))
    sys.exit(code if isinstance(code, int) else 0)


def fail(where: str, message: str) -> None:
    """Say in one line what is wrong, and leave."""
    click.echo(f"{where}: {' '.join(message.split())}", err=True)
    sys.exit(BAD_INPUT)
