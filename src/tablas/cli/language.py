"""Which language the command line speaks, from the first word of its help to its last error."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Final

import click

from tablas.words import Language

FLAG: Final = "--lang"
_chosen: ContextVar[Language] = ContextVar("language", default="en")


def language() -> Language:
    """The language of the command that is running."""
    return _chosen.get()


def choose(arguments: Sequence[str]) -> None:
    """Speak the language that the arguments ask for, else that of the environment.

    The arguments are looked through before they are parsed: what is wrong with them has to be said
    in that language, too.
    """
    named = [
        after if argument == FLAG else argument.removeprefix(f"{FLAG}=")
        for argument, after in zip(arguments, [*arguments[1:], ""], strict=True)
        if argument == FLAG or argument.startswith(f"{FLAG}=")
    ]
    if named and named[-1] in ("en", "es"):
        _chosen.set("es" if named[-1] == "es" else "en")
    else:
        _chosen.set(default_language())


def default_language() -> Language:
    """Spanish where the environment speaks Spanish, else English."""
    for variable in ("TABLAS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(variable):
            return "es" if locale.lower().startswith("es") else "en"
    return "en"


def usage_error(english: str, spanish: str) -> click.UsageError:
    """What a person got wrong on the command line, in the language of the command."""
    return click.UsageError(said(english, spanish))


def said(english: str, spanish: str) -> str:
    """One of the two, by the language of the command."""
    return spanish if language() == "es" else english
