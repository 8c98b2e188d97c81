"""The help of the commands in Spanish, by its English; `docs/translating.md` has the glossary."""

from tablas.cli.spanish.click_words import CLICK, PLURALS
from tablas.cli.spanish.commands import COMMANDS, NOTES
from tablas.cli.spanish.options import METAVARS, OPTIONS
from tablas.cli.spanish.settings import SETTINGS

__all__ = ["CLICK", "COMMANDS", "METAVARS", "NOTES", "OPTIONS", "PLURALS", "SETTINGS"]
