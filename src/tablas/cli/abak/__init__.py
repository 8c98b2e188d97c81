"""Abak on the command line: its part in the common commands."""

import click

from tablas.cli.answers.dice_analysis import analyse, bestmove

__all__ = ["COMMANDS", "analyse", "bestmove"]

COMMANDS: tuple[click.Command, ...] = ()
