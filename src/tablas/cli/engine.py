"""`tablas engine`: the engine as a program that other programs talk to, line by line."""

from __future__ import annotations

import sys
import threading
from typing import Any

import click

from tablas.cli.arguments import game_argument
from tablas.cli.bestmove import require_abalone
from tablas.engine.abalone_engine import Limit
from tablas.engine.abalone_protocol import Session
from tablas.kind import Kind

USUAL_SECONDS = 1.0


@click.command()
@game_argument
def engine(kind: Kind[Any, Any]) -> None:
    """Speak the line protocol of docs/engine-protocol.md on standard input and output.

    \b
    Example:
      printf 'tablas 1\\nposition belgian-daisy\\ngo seconds 1\\n' | tablas engine abalone
    """
    require_abalone(kind)
    lock = threading.Lock()  # a search ends while another line is being answered

    def say(text: str) -> None:
        with lock:
            click.echo(text)

    session = Session(say, Limit(seconds=USUAL_SECONDS))
    session.run(iter(sys.stdin.readline, ""))
