"""Abalone on the command line: its part in the common commands, and `tablas book`."""

from tablas.cli.abalone.book import book
from tablas.cli.abalone.lines import analyse, bestmove

__all__ = ["COMMANDS", "analyse", "bestmove"]

COMMANDS = (book,)
