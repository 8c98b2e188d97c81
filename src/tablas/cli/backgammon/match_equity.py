"""`tablas met`: the match equity table."""

from __future__ import annotations

import json

import click

from tablas import games
from tablas.backgammon import KIND
from tablas.cli.language import said
from tablas.cli.options.arguments import json_option
from tablas.cli.spoken_help import SpokenCommand


@click.command(cls=SpokenCommand)
@click.argument(
    "game",
    type=click.Choice([name for name in games.NAMES if games.kind(name).dice]),
    default=KIND.name,
)
@click.option(
    "--length",
    type=click.IntRange(1, 64),
    default=11,
    show_default=True,
    help="Points that a player needs at most.",
)
@json_option
def met(game: str, length: int, as_json: bool) -> None:
    """Chances of winning a match from every score, in percent.

    A row for each number of points that a player needs, a column for what the opponent needs; where
    one of them needs a single point the game to come is the Crawford game. The last row is for a
    trailer after it. Abak has far more gammons, and so a table of its own. How both are computed:
    docs/cube-and-rollouts.md.

    \b
    Examples:
      tablas met
      tablas met abak
      tablas met --length 25 --json
    """
    from tablas import kernel  # noqa: PLC0415 (loads numpy)

    needs = range(1, length + 1)
    table = [[kernel.match_equity(own, opp, game=game) for opp in needs] for own in needs]
    after = [kernel.match_equity(own, 1, crawford_over=True, game=game) for own in needs]
    if as_json:
        click.echo(json.dumps({"before_and_in_crawford": table, "trailer_after_crawford": after}))
        return
    click.echo("      " + "".join(f"{opp:7}" for opp in needs))
    for own, row in zip(needs, table, strict=True):
        click.echo(f"{own:6}" + "".join(f"{100 * chance:7.2f}" for chance in row))
    click.echo(f"{said('after', 'tras'):>6}" + "".join(f"{100 * chance:7.2f}" for chance in after))
