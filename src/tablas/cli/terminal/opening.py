"""Before a game at the terminal: where it is written down, and whether an old one goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from tablas.cli.language import usage_error
from tablas.cli.terminal import phrases
from tablas.cli.terminal.journal import Journal, Unwritable
from tablas.cli.terminal.line_editor import LineEditor
from tablas.cli.terminal.resume import Saved, read_saved
from tablas.kind import Kind
from tablas.words import Language

CHOSEN_ANEW: Final = (
    "kind", "white", "black", "seed", "record", "resume", "colour", "names", "language",
)  # fmt: skip
"""What may be said about a game that goes on; everything else was agreed when it began."""


def saved_game(
    ctx: click.Context,
    kind: Kind[Any, Any] | None,
    record: Path | None,
    resume: Path | None,
    language: Language,
) -> Saved | None:
    """The game to go on with: the one of --resume, or of --record where the person wants to."""
    if record and resume:
        raise usage_error(
            "give --record or --resume, not both: a game goes on in its record",
            "da --record o --resume, no ambas cosas: una partida sigue en su registro",
        )
    if resume:
        saved = read_saved(resume)
        if saved.unfinished is None:
            raise usage_error(
                f"--resume: the last game of {resume} is finished",
                f"--resume: la última partida de {resume} está terminada",
            )
    elif record and record.exists():
        saved = read_saved(record)
        if saved.unfinished is None or not _wanted(record, saved, language):
            return replace(saved, unfinished=None)  # the new game comes after it
    else:
        return None
    _refuse_other_terms(ctx, kind, saved)
    return saved


def open_journal(file: Path | None, saved: Saved | None) -> Journal | None:
    """The record to write to, opened before the game so that no game is played in vain."""
    if file is None:
        return None
    try:
        return Journal(file, saved.size if saved else None)
    except Unwritable as error:
        raise usage_error(error.words.en, error.words.es) from None


def _wanted(file: Path, saved: Saved, language: Language) -> bool:
    assert saved.unfinished is not None
    game = saved.unfinished.game.kind.title
    question = phrases.ASK_GO_ON.about(file=file, game=game).spoken(language)
    try:
        answer = LineEditor().ask(question)
    except EOFError:
        raise usage_error(
            f"--record: {file} holds an unfinished game; --resume goes on with it",
            f"--record: {file} contiene una partida sin terminar; con --resume se sigue",
        ) from None
    return answer.strip().lower() in ("", *phrases.COMMANDS["take"])


def _refuse_other_terms(ctx: click.Context, kind: Kind[Any, Any] | None, saved: Saved) -> None:
    assert saved.unfinished is not None
    game = saved.unfinished.game.kind
    if kind is not None and kind is not game:
        raise usage_error(
            f"the unfinished game is {game.name}, not {kind.name}",
            f"la partida sin terminar es de {game.name}, no de {kind.name}",
        )
    for parameter in ctx.command.params:
        name = parameter.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in CHOSEN_ANEW:
            raise usage_error(
                f"{parameter.opts[0]}: the game goes on as it was agreed; leave this out",
                f"{parameter.opts[0]}: la partida sigue como se acordó; quita esta opción",
            )
