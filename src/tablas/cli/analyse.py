"""`tablas analyse`: what every play of a position is worth, or the position before the roll."""

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
@click.option("--lines", type=click.IntRange(1, 3060), help="At most so many plays.")
@click.option("--reasons", is_flag=True, help="What each play does, in words.")
@click.option("--cubeful", is_flag=True, help="In money play, too, count the cube.")
@roller_option
@language_option
@json_option
@jsonl_option
def analyse(kind: Kind[Any, Any], jsonl: bool, **asked: Any) -> None:
    """Rank the plays of a position.

    With a roll, in --dice or in the position, plays of backgammon and Abak come with equity, what
    they give away, and the chances in percent to win and to lose, of these gammons (g) and
    backgammons (bg). Plays that were looked at more deeply stand first; each says how deeply.
    Cube and score of an XGID or match ID count, at every turn that is looked ahead: equities are
    then in units of the cube. Without a roll: the chances before it. With --reasons a play of Abak
    says what it does: hits, traps, points, blots. Abalone moves always do: ejections, threats,
    sumitos, formations. With --roller the plays of a roll that the search leaves close are played
    on many times, and stand in the order of that.

    \b
    Examples:
      tablas analyse backgammon --dice 42
      tablas analyse backgammon 4HPwATDgc/ABMA --plies 2
      tablas analyse backgammon --dice 41 --roller --lines 5
      tablas analyse backgammon "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:3:4:1:5:10"
      tablas analyse abak --dice 66 --lines 5
      tablas analyse abak --dice 31 --lines 3 --reasons --lang es
      tablas analyse abalone --time 3
      tablas analyse abalone --start standard --lines 3 --lang es
      echo '{"position": "4HPwATDgc/ABMA", "dice": [4, 2]}' | tablas analyse backgammon --jsonl
    """
    answer_questions(kind, commands_of(kind.name).analyse, asked, jsonl=jsonl)
