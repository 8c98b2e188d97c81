"""Backgammon on the command line: its part in the common commands, `tablas bearoff`, `met`."""

from tablas.cli.answers.dice_analysis import analyse, bestmove
from tablas.cli.backgammon.bearoff import bearoff
from tablas.cli.backgammon.match_equity import met

__all__ = ["COMMANDS", "analyse", "bestmove"]

COMMANDS = (bearoff, met)
