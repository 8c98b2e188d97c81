"""`tablas signature`: one number that tells whether two kernels do the same."""

from __future__ import annotations

import json

import click

from tablas import kernel
from tablas.cli.options.arguments import json_option
from tablas.cli.spoken_help import SpokenCommand


@click.command(cls=SpokenCommand)
@json_option
def signature(as_json: bool) -> None:
    """Print the kernel's signature: a digest of fixed random games of the three games.

    Equal on every compiler, processor and number of threads; commits to the kernel quote it. With
    --json also those of the searches of Abalone and of the dice games, which change with them.

    \b
    Example:
      tablas signature
    """
    number = kernel.signature()
    if as_json:
        search = kernel.abalone.search_signature()
        answer = {
            "signature": number,
            "search": search,
            "dice_search": kernel.dice_search_signature(),
            "cpu": kernel.cpu_features(),
        }
        click.echo(json.dumps(answer))
    else:
        click.echo(number)
