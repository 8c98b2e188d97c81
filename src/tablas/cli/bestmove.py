"""`tablas bestmove`: the engine's move in a position, with what it is worth."""

from __future__ import annotations

from typing import Any

import click

from tablas.cli.options.arguments import (
    dice_option,
    game_argument,
    json_option,
    language_option,
    position_argument,
    start_option,
)
from tablas.cli.options.asked import answer_questions, commands_of
from tablas.cli.options.jsonl import jsonl_option
from tablas.cli.options.thinking import roller_option, thinking_options
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind


@click.command(cls=SpokenCommand)
@game_argument
@position_argument
@start_option
@dice_option
@thinking_options
@click.option("--lines", type=click.IntRange(1, 349), default=1, help="So many best moves.")
@click.option("--contempt", type=click.IntRange(-1000, 1000), default=0, help="Dislike of draws.")
@click.option("--cubeful", is_flag=True, help="In money play, too, count the cube.")
@roller_option
@language_option
@json_option
@jsonl_option
def bestmove(kind: Kind[Any, Any], jsonl: bool, **asked: Any) -> None:
    """Find the best move of a position.

    Backgammon and Abak: the equity is what the player to move expects in points without a cube, or
    in units of the cube where the position tells of a score or of a cube that has been turned; the
    move is the best there. Without a limit the engine looks 2 plies ahead; --roller plays on many
    times what that leaves close, in some seconds. Abalone: the score is in hundredths of a marble;
    30000 less n is a win in n plies; without a limit it thinks for a second.

    \b
    Examples:
      tablas bestmove backgammon --dice 31
      tablas bestmove backgammon --dice 41 --roller
      tablas bestmove backgammon 4HPwATDgc/ABMA --dice 61 --plies 3 --json
      tablas bestmove backgammon "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:4:4:0:5:10"
      tablas bestmove abak --dice 31
      tablas bestmove abalone --time 2
      tablas bestmove abalone --start standard --depth 10 --lines 3
      tablas bestmove backgammon --plies 1 --jsonl < positions.jsonl
    """
    answer_questions(kind, commands_of(kind.name).bestmove, asked, jsonl=jsonl)
