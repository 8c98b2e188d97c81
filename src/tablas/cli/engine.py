"""`tablas engine`: our players as a program that other programs talk to."""

from __future__ import annotations

import itertools
import sys
import threading
from typing import Any

import click

from tablas.cli.arguments import game_argument
from tablas.engine.abalone import protocol as abalone_protocol
from tablas.engine.abalone.engine import Limit
from tablas.engine.bot import bot, opponents
from tablas.engine.dice import protocol as dice_protocol
from tablas.engine.dice import ubgi
from tablas.engine.dice.gnubg_external import serve
from tablas.kind import Kind

USUAL_SECONDS = 1.0


@click.command()
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

    if where is not None and kind.name != "backgammon":
        raise click.UsageError(f"--gnubg-socket: GNU Backgammon does not play {kind.name}")
    if kind.name == "abalone":
        if level:
            raise click.UsageError("--level: in abalone the time, depth or nodes of `go` decide")
        session = abalone_protocol.Session(say, Limit(seconds=USUAL_SECONDS))
        session.run(iter(sys.stdin.readline, ""))
        return
    level = level or list(opponents(kind.name))[-1]
    player = bot(kind.name, level)
    if where is not None:
        serve(kind, player, where, say, once=once)
        return
    lines = iter(sys.stdin.readline, "")
    first = next(lines, "")
    if first.strip() == ubgi.HELLO and kind.name == "backgammon":
        ubgi.talk(kind, player, say, lines)
    else:
        dice_protocol.Session(kind, say, level).run(itertools.chain([first], lines))
