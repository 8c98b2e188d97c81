"""`tablas review`: what each decision of a match cost, and how lucky each side was.

Here are its options; `reviewing.py` does the work, and is loaded only for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from tablas.cli.options.arguments import json_option, language_option
from tablas.cli.spoken_help import SpokenCommand

CARES: Final = ("fast", "normal", "deep", "rollout", "roller")
"""The levels of `tablas.review.care`, which help does without."""


@click.command("review", cls=SpokenCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...",
                type=click.Path(exists=True, path_type=Path))  # fmt: skip
@click.option("--care", type=click.Choice(CARES), default="normal",
              show_default=True, help="How much thinking each decision gets.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path),
              help="Write a report with boards into this file.")  # fmt: skip
@click.option("--player", help="How one player did over all these matches.")
@click.option("--openings", is_flag=True, help="How the first rolls of all games were played.")
@click.option("--mistakes", type=click.IntRange(0), default=5, show_default=True,
              help="So many of the costliest mistakes.")  # fmt: skip
@click.option("--doubtful", type=click.FloatRange(0), help="From this cost on a move is doubtful.")
@click.option("--error", type=click.FloatRange(0), help="From this cost on it is an error.")
@click.option("--blunder", type=click.FloatRange(0), help="From this cost on it is a blunder.")
@click.option("--threads", type=click.IntRange(1), help="Threads of a search; by default all.")
@click.option("--processes", type=click.IntRange(1),
              help="Processes for many matches; by default one a core.")  # fmt: skip
@click.option("--ray", metavar="ADDRESS",
              help="Many matches on a Ray cluster: its address, auto or local.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Forget what an earlier review has judged.")
@language_option
@json_option
def review_command(**asked: Any) -> None:
    """Review a match: what each decision cost, how lucky each side was, and why.

    Reads every file that `tablas convert` reads; a folder stands for all of its matches. Answers
    are kept in a file beside the match, so that a review that was stopped goes on and a second one
    is immediate.

    \b
    Examples:
      tablas review match.mat
      tablas review match.sgf --care deep --html report.html
      tablas review game.jsonl --json
      tablas review --player Ana *.mat
      tablas review --ray auto matches/
    """
    from tablas.cli.answers.review import run  # noqa: PLC0415 (engines, only for this)

    run(**asked)
