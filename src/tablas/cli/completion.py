"""`tablas completion`: the script that teaches a shell to complete the commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tablas.cli.spoken_help import SpokenCommand


@click.command(cls=SpokenCommand)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    Examples:
      source <(tablas completion bash)
      tablas completion fish > ~/.config/fish/completions/tablas.fish
    """
    maker = get_completion_class(shell)
    assert maker is not None
    root = ctx.find_root()
    click.echo(maker(root.command, {}, "tablas", "_TABLAS_COMPLETE").source())
