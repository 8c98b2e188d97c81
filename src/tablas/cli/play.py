"""`tablas play`: a game or a match in the terminal, between people and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import click

from tablas.cli.arguments import (
    GameName,
    default_colour,
    language_option,
    read_setup,
    start_option,
)
from tablas.cli.terminal import person
from tablas.cli.terminal.opening import open_journal, saved_game
from tablas.cli.terminal.table import Seats, TerminalTable
from tablas.cli.terminal.telling import HUMAN
from tablas.engine.bot import TITLES, bot, usual
from tablas.errors import TablasError
from tablas.kind import Kind
from tablas.play.clock import TimeControl
from tablas.play.match import LONGEST_MATCH, Match
from tablas.play.terms import Stakes
from tablas.values import Side
from tablas.words import Language

seat = click.Choice([HUMAN, *TITLES])


class TimeText(click.ParamType[TimeControl]):
    """A time control, such as 'fischer 5+3'."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> TimeControl:
        if isinstance(value, TimeControl):
            return value
        try:
            return TimeControl.parse(value)
        except TablasError as error:
            self.fail(str(error), param, ctx)


@click.command()
@click.argument("kind", metavar="[GAME]", type=GameName(), required=False)
@click.option("--white", type=seat, help="Who plays White; a person by default.")
@click.option(
    "--black", "--level", "black", type=seat,
    help="Who plays Black; the second weakest level by default.",
)  # fmt: skip
@click.option("--position", help="Begin from this position text.")
@start_option
@click.option("--match", "length", type=click.IntRange(1, LONGEST_MATCH), help="Play to N points.")
@click.option("--jacoby/--no-jacoby", default=False, help="Gammons count only after a double.")
@click.option("--beavers/--no-beavers", default=False, help="Allow beavers and raccoons.")
@click.option("--time", type=TimeText(), help="Clocks, such as 'fischer 5+3' or 'delay 14+12'.")
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
@language_option
@click.pass_context
def play(
    ctx: click.Context,
    kind: Kind[Any, Any] | None,
    white: str | None,
    black: str | None,
    position: str | None,
    start: str | None,
    length: int | None,
    jacoby: bool,
    beavers: bool,
    time: TimeControl | None,
    seed: int | None,
    record: Path | None,
    resume: Path | None,
    colour: bool | None,
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
      tablas play abalone --black club
      tablas play backgammon --match 3 --record match.jsonl
      tablas play --resume match.jsonl
    """
    saved = saved_game(ctx, kind, record, resume, language)
    kind = saved.unfinished.game.kind if saved and saved.unfinished else kind
    if kind is None:
        raise click.UsageError("found no game, expected GAME or --resume FILE")
    setup = read_setup(kind, position, start) if position or start else None
    # Without a seed the dice come from the operating system, which nobody can foresee.
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    if saved and saved.unfinished:
        white, black = white or saved.unfinished.white, black or saved.unfinished.black
        match = saved.match()
    else:
        stakes = Stakes(jacoby=jacoby, beavers=beavers, raccoons=beavers)
        match = Match(length=length, stakes=stakes, time=time)
    seats: Seats = {
        side: bot(kind.name, name, rng) if name in TITLES else None
        for side, name in ((Side.WHITE, white), (Side.BLACK, black or usual(kind.name)))
    }
    coloured = default_colour() if colour is None else colour
    journal = open_journal(resume or record, saved)
    table = TerminalTable(
        kind, seats, rng, match, setup, language, coloured, journal, person.acts, saved
    )
    table.play_match(single=match.length is None)
