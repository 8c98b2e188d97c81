"""`tablas engine`: our players as a program that other programs talk to."""

from __future__ import annotations

import sys
import threading
from typing import Any

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import game_argument
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine import engines
from tablas.engine.bot import bot
from tablas.engine.game_engine import STRONGEST
from tablas.kind import Kind


@click.command(cls=SpokenCommand)
@game_argument
@click.option("--level", help="Of the dice games; by default the strongest.")
@click.option(
    "--gnubg-socket", "where", metavar="ADDRESS",
    help="Be an external player of GNU Backgammon on host:port or the path of a local socket.",
)  # fmt: skip
@click.option("--once", is_flag=True, help="With --gnubg-socket: end with the first connection.")
def engine(kind: Kind[Any, Any], level: str | None, where: str | None, once: bool) -> None:
    """Speak the line protocol of docs/engine-protocol.md on standard input and output.

    A program that begins by 'ubgi' is answered by the Universal Backgammon Interface.

    With --gnubg-socket, GNU Backgammon plays against us: type there
    'set player 0 external ADDRESS', then 'new game'.

    \b
    Examples:
      printf 'tablas 1\\nposition belgian-daisy\\ngo seconds 1\\n' | tablas engine abalone
      printf 'position start\\ndice 31\\ngo\\n' | tablas engine backgammon --level expert
      (echo ubgi; echo XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10) |
        tablas engine backgammon
      tablas engine backgammon --gnubg-socket 127.0.0.1:4321
    """
    lock = threading.Lock()  # a search ends while another line is being answered

    def say(text: str) -> None:
        with lock:
            click.echo(text)

    ours = engines.engine(kind.name)
    if where is None:
        ours.converse(say, level).run(iter(sys.stdin.readline, ""))
    elif ours.external is None:
        raise usage_error(
            f"--gnubg-socket: GNU Backgammon does not play {kind.name}",
            f"--gnubg-socket: GNU Backgammon no juega a {kind.name}",
        )
    else:
        player = bot(kind.name, level or STRONGEST)
        ours.external(player, where, say, once=once)
