"""`tablas replay`: a record checked by playing it again, move by move."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablas import record
from tablas.cli.convert import tell_faults
from tablas.cli.language import usage_error
from tablas.cli.options.arguments import (
    check_names,
    default_colour,
    json_option,
    language_option,
    names_option,
)
from tablas.cli.spoken_help import SpokenCommand
from tablas.cli.terminal import phrases
from tablas.cli.terminal.resume import read_saved
from tablas.cli.terminal.stepping import Replay, step_through
from tablas.cli.terminal.telling import player, result_sentence
from tablas.files import read_path
from tablas.files.formats import format_of
from tablas.files.our_record import RECORD
from tablas.record import Record
from tablas.values import Side
from tablas.words import Language


@click.command(cls=SpokenCommand)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--step", is_flag=True, help="Step through it: next, previous, any move and game.")
@click.option("--game", "number", type=click.IntRange(1), help="Only this game of the record.")
@click.option("--move", type=click.IntRange(0), help="The position after so many moves.")
@click.option("--colour/--no-colour", default=None, help="By default colour on a terminal.")
@names_option
@language_option
@json_option
def replay(
    file: Path,
    step: bool,
    number: int | None,
    move: int | None,
    colour: bool | None,
    names: str,
    language: Language,
    as_json: bool,
) -> None:
    """Play a record again, show its moves, the last position and the result.

    Other files work as well: .mat, .sgf and whatever else `tablas convert` reads.

    With --step you go through it yourself: Enter shows the next move, p the previous one, a number
    goes to that move and 'g 2' to the second game.

    \b
    Examples:
      tablas replay game.jsonl
      tablas replay match.mat
      tablas replay match.jsonl --step
      tablas replay match.jsonl --game 2 --move 14
      tablas replay match.jsonl --names nb
    """
    papers = _papers(file, language)
    for one in papers:
        check_names(one.game.kind, names)
    walk = Replay(papers, names)
    if number is not None and not walk.to_game(number):
        raise usage_error(
            f"--game: found {number}, expected 1 to {len(papers)}",
            f"--game: hay {number}, se esperaba de 1 a {len(papers)}",
        )
    if move is not None and not walk.to_move(move):
        raise usage_error(
            f"--move: found {move}, expected 0 to {walk.moves}",
            f"--move: hay {move}, se esperaba de 0 a {walk.moves}",
        )
    coloured = default_colour() if colour is None else colour
    if step:
        step_through(walk, language, colour=coloured)
    elif move is not None:
        click.echo(walk.shown(language, colour=coloured), color=coloured)
    else:
        for one in [walk.paper] if number else papers:
            text = _as_json(one) if as_json else _as_text(one, names, language, colour=coloured)
            click.echo(text, color=coloured)


def _papers(file: Path, language: Language) -> list[Record]:
    """The games of a file: a record may be one that is still being written, others are whole."""
    data = file.read_bytes()
    if format_of(data, file.suffix) is RECORD:
        saved = read_saved(file)
        return [*saved.finished, *([saved.unfinished] if saved.unfinished else [])]
    match = read_path(file)
    tell_faults(file, match, language)
    return [sheet.record for sheet in match.games]


def _as_json(one: Record) -> str:
    game = one.game
    return json.dumps(
        {
            "game": game.kind.name,
            "white": one.white,
            "black": one.black,
            "actions": len(game.log),
            "position": game.position_text(),
            "result": record.result_fields(game.result) if game.result else None,
        },
        ensure_ascii=False,
    )


def _as_text(one: Record, names: str, language: Language, *, colour: bool) -> str:
    game, walk = one.game, Replay([one], names)
    white, black = (player(one, side).spoken(language) for side in (Side.WHITE, Side.BLACK))
    lines = [f"{game.kind.title.spoken(language)}: {white} – {black} {one.date}".strip()]
    moves = range(1, walk.moves + 1)
    lines += [f"{number:4}  {walk.happened(number).spoken(language)}" for number in moves]
    lines.append(game.kind.text.draw(game.setup(), colour=colour, language=language))
    if game.result:
        lines.append(phrases.RESULT.about(how=result_sentence(game.result)).spoken(language))
    return "\n".join(lines)
