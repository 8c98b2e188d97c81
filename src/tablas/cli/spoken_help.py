"""Commands whose help and complaints come in the language of whoever reads them.

The English stands where click wants it, beside the command; the Spanish in `tablas.cli.spanish`.
"""

from __future__ import annotations

import copy
import gettext
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click

from tablas.cli.language import FLAG, choose, language
from tablas.cli.spanish import CLICK, COMMANDS, METAVARS, NOTES, OPTIONS, PLURALS

EXAMPLES: Final = re.compile(r"^\x08\nExamples?:$", re.MULTILINE)
CAPITALS: Final = re.compile(r"[A-Z]{2,}")
LANGUAGE_HELP: Final = "English or Spanish; by default as the environment says."


def spoken_help(help_text: str) -> str:
    """The help of a command in the present language: its paragraphs, then its examples."""
    text = inspect.cleandoc(help_text)
    if language() == "en":
        return text
    start = EXAMPLES.search(text)
    prose = text[: start.start()] if start else text
    spanish = COMMANDS.get(prose.partition("\n")[0], prose)
    if not start:
        return spanish
    title = "Ejemplos:" if start[0].endswith("s:") else "Ejemplo:"
    examples = text[start.end() :]
    for english, note in NOTES.items():
        examples = examples.replace(f" {english}", f" {note}")
    return f"{spanish.rstrip()}\n\n\x08\n{title}{examples}"


def spoken_metavar(text: str) -> str:
    """`GAME` as `JUEGO`, and so on; what is written in small letters is typed as it stands."""
    if language() == "en":
        return text
    return CAPITALS.sub(lambda name: METAVARS.get(name[0], name[0]), text).replace(" >", ">")


class SpokenCommand(click.Command):
    """A command with `--lang`, whose help is in the language that it is asked for."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if any(FLAG in param.opts for param in params):
            return params
        return [*params[:-1], _language_option(), *params[-1:]]

    def get_short_help_str(self, limit: int = 45) -> str:
        first = " ".join(spoken_help(self.help or "").split("\n\n")[0].split()).rstrip(".")
        return textwrap.shorten(first, limit, placeholder="...")

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with _in_present_language(self, ctx):
            super().format_help(ctx, formatter)


class SpokenGroup(SpokenCommand, click.Group):
    """A group of such commands; as the whole program it chooses the language first."""

    command_class = SpokenCommand

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        choose(sys.argv[1:] if args is None else args)
        return super().main(args, *more, **options)


SpokenGroup.group_class = SpokenGroup


def _language_option() -> click.Option:
    return click.Option(
        [FLAG], type=click.Choice(["en", "es"]), expose_value=False, help=LANGUAGE_HELP
    )


@contextmanager
def _in_present_language(command: click.Command, ctx: click.Context) -> Iterator[None]:
    """While its help is written, a command has the words of the present language."""
    kept = command.help, command.params, command.options_metavar, command.get_params
    if language() == "en":
        yield
        return
    shown = [_translated(param, ctx) for param in command.get_params(ctx)]
    command.help, command.options_metavar = spoken_help(command.help or ""), "[OPCIONES]"
    setattr(command, "get_params", lambda _ctx: shown)  # noqa: B010 (mypy: a method)
    if isinstance(command, click.Group):
        command.subcommand_metavar = "ORDEN [ARGUMENTOS]..."
    try:
        yield
    finally:
        command.help, command.params, command.options_metavar, _ = kept
        del command.get_params
        if isinstance(command, click.Group):
            command.subcommand_metavar = "COMMAND [ARGS]..."


def _translated(param: click.Parameter, ctx: click.Context) -> click.Parameter:
    changed = copy.copy(param)
    if isinstance(changed, click.Option) and changed.help:
        changed.help = OPTIONS.get(changed.help, changed.help)
    if not isinstance(changed, click.Option) or not changed.is_flag:
        changed.metavar = spoken_metavar(param.make_metavar(ctx))
    return changed


def _message(text: str) -> str:
    """What click says, in the present language."""
    return CLICK.get(text, text) if language() == "es" else gettext.gettext(text)


def _counted_message(one: str, many: str, count: int) -> str:
    if language() == "en" or one not in PLURALS:
        return gettext.ngettext(one, many, count)
    return PLURALS[one][0 if count == 1 else 1]


def teach_click() -> None:
    """Let click look up its own messages here.

    It takes them from gettext, which wants a compiled catalogue in a folder; so its modules are
    given our lookup in the place of that one.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            if getattr(module, "_", None) is gettext.gettext:
                setattr(module, "_", _message)  # noqa: B010 (not a name that a type checker knows)
            if getattr(module, "ngettext", None) is gettext.ngettext:
                setattr(module, "ngettext", _counted_message)  # noqa: B010
