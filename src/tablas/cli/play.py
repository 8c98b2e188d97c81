"""`tablas play`: a game or a match in the terminal, between people and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import (
    GameName,
    check_names,
    default_colour,
    language_option,
    names_option,
    read_setup,
    start_option,
)
from tablas.cli.options.level_name import LevelName
from tablas.cli.options.terms import Agreed, terms_options
from tablas.cli.spoken_help import SpokenCommand
from tablas.cli.terminal import person
from tablas.cli.terminal.opening import open_journal, saved_game
from tablas.cli.terminal.table import Seats, TerminalTable
from tablas.engine.bot import TITLES, bot, usual
from tablas.kind import Kind
from tablas.play.match import Match
from tablas.situation import Situation
from tablas.values import Side
from tablas.words import Language

seat = LevelName()


@click.command(cls=SpokenCommand)
@click.argument("kind", metavar="[GAME]", type=GameName(), required=False, is_eager=True)
@click.option("--white", type=seat, help="Who plays White; a person by default.")
@click.option(
    "--black", "--level", "black", type=seat,
    help="Who plays Black; the second weakest level by default.",
)  # fmt: skip
@click.option("--position", help="Begin from this position text.")
@start_option
@terms_options
@click.option("--seed", type=int, help="The same dice and the same bots again.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path),
    help="Write the game down here, turn by turn; an unfinished one is offered to go on with.",
)  # fmt: skip
@click.option(
    "--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with the unfinished game of this record.",
)  # fmt: skip
@click.option("--colour/--no-colour", default=None, help="By default colour on a terminal.")
@names_option
@language_option
@click.pass_context
def play(
    ctx: click.Context,
    kind: Kind[Any, Any] | None,
    white: str | None,
    black: str | None,
    position: str | None,
    start: str | None,
    agreed: Agreed,
    seed: int | None,
    record: Path | None,
    resume: Path | None,
    colour: bool | None,
    names: str,
    language: Language,
) -> None:
    """Play in the terminal, two people or against a bot; 'tablas levels' lists them.

    Type ? in the game for help: undo, the legal plays, a hint, the best play, and why a play is not
    allowed. With --record nothing is lost if the game is left or the program is killed.

    \b
    Examples:
      tablas play abak --level casual
      tablas play backgammon --match 5 --black expert --lang es
      tablas play abalone --white greedy --black human --start standard
      tablas play abalone --black club --start belgian-daisy --target 4 --time 'sudden 10'
      tablas play backgammon --start nackgammon --session --jacoby --beavers
      tablas play backgammon --match 3 --record match.jsonl
      tablas play --resume match.jsonl --names nb
    """
    saved = saved_game(ctx, kind, record, resume, language)
    kind = saved.unfinished.game.kind if saved and saved.unfinished else kind
    if kind is None:
        raise usage_error(
            "found no game, expected GAME or --resume FILE",
            "no hay juego, se esperaba JUEGO o --resume ARCHIVO",
        )
    check_names(kind, names)
    setup = read_setup(kind, position, start) if position or start else None
    # Without a seed the dice come from the operating system, which nobody can foresee.
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    if saved and saved.unfinished:
        white, black = white or saved.unfinished.white, black or saved.unfinished.black
        match = saved.match()
    else:
        match = agreed.match(kind)
    situation = read_situation(kind, position, match) if position else None
    seats: Seats = {
        side: bot(kind.name, name, rng) if name in TITLES else None
        for side, name in ((Side.WHITE, white), (Side.BLACK, black or usual(kind.name)))
    }
    coloured = default_colour() if colour is None else colour
    journal = open_journal(resume or record, saved)
    table = TerminalTable(
        kind, seats, rng, match, setup, language, coloured, journal, person.acts, saved, names,
        situation,
    )  # fmt: skip
    table.play_match(single=match.length is None and not agreed.session)


def read_situation(kind: Kind[Any, Any], position: str, match: Match) -> Situation:
    """The cube and the score that a position text tells; `--match` would tell another one."""
    situation = kind.formats.read_situation(position)[1]
    if situation.length and match.length:
        white, black = situation.score
        raise usage_error(
            f"--match: the position tells a match to {situation.length} at {white}–{black} already",
            f"--match: la posición ya dice un encuentro a {situation.length}, {white}–{black}",
        )
    return situation
