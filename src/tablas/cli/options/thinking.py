"""How long an engine may think, as options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds to think."),
    click.option("--plies", "--depth", "plies", type=click.IntRange(0, 100), help="Plies ahead."),
    click.option("--nodes", type=click.IntRange(1), help="Positions to look at."),
    click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True),
)

roller_option = click.option(
    "--roller", is_flag=True, help="Roll out the plays that the search leaves close."
)


def thinking_options(command: Command) -> Command:
    """--time, --plies, --nodes and --threads."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
