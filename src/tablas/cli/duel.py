"""`tablas duel`: a match of paired games between two players, with what it proves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from tablas import games
from tablas.cli import duel_abalone
from tablas.cli.arguments import GameName, json_option
from tablas.engine.abalone.engine import AbaloneLimit
from tablas.kind import Kind

USUAL_GAMES = {"abalone": 32, "backgammon": 1000, "abak": 200}


@click.command()
@click.argument("players", nargs=-1, metavar="[GAME] FIRST SECOND")
@click.option("--game", "kind", type=GameName(), help="The game, if it is not said first.")
@click.option("--games", "count", type=click.IntRange(2), help="At most; an even number.")
@click.option("--pairs", type=click.IntRange(1), help="The same, counted in pairs.")
@click.option("--cube/--no-cube", default=False, help="Money play with the doubling cube.")
@click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds a move (Abalone).")
@click.option("--nodes", type=click.IntRange(1), help="Positions a move (Abalone).")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies a move (Abalone).")
@click.option(
    "--sprt", nargs=2, type=float, metavar="LOW HIGH",
    help="Stop when it is decided: points a game, in Abalone Elo.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Of dice, openings and noise.")
@click.option(
    "--save", "kept", type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the results here, and go on from what it holds.",
)  # fmt: skip
@json_option
def duel(
    players: tuple[str, ...],
    kind: Kind[Any, Any] | None,
    count: int | None,
    pairs: int | None,
    cube: bool,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    sprt: tuple[float, float] | None,
    seed: int,
    kept: Path | None,
    as_json: bool,
) -> None:
    """Let two players meet in pairs of games: same dice or opening, sides swapped.

    Backgammon: tablas:0 (our net, so many plies), tablas:large:0, gnubg:0, gnubg:2, bgsage:1, a
    file of weights, or a level. Abak: tablas:2, tablas:small:1, a file of weights, or a level.
    Abalone: a level, depth:4, nodes:5000, time:0.1 (hand/ before it leaves the network out), or a
    command that speaks the line protocol; at 350 plies the ejections decide.

    The luck of the dice is taken away from the points: what every roll brought beyond the mean
    over all rolls, as a net sees it. Ctrl-C ends a duel with the result so far.

    \b
    Examples:
      tablas duel tablas:0 gnubg:0 --game backgammon --games 2000
      tablas duel backgammon expert casual --cube --games 400 --json
      tablas duel abak greedy random --games 100
      tablas duel abalone strongest "./their-engine" --time 0.1 --pairs 60
      tablas duel abalone time:0.2 time:0.1 --sprt 0 20 --pairs 400
    """
    kind, first, second = _who(players, kind)
    if count and pairs:
        raise click.UsageError("give --games or --pairs, not both")
    if sprt and sprt[0] >= sprt[1]:
        raise click.UsageError("--sprt: expected LOW below HIGH")
    wanted = 2 * pairs if pairs else count or USUAL_GAMES[kind.name]
    limit = AbaloneLimit(seconds=seconds or 0.0, nodes=nodes or 0, depth=depth or 0)
    if kind.name == "abalone":
        if cube or kept:
            raise click.UsageError("--cube and --save are for the games with dice")
        answer = duel_abalone.run(
            first, second, pairs=-(-wanted // 2), limit=limit, sprt=sprt, seed=seed, quiet=as_json
        )
        show = duel_abalone.show
    else:
        if limit != AbaloneLimit():
            raise click.UsageError("--time, --nodes and --depth are for Abalone")
        from tablas.cli import duel_dice  # noqa: PLC0415 (numpy and the kernel, for this only)

        setting = duel_dice.Setting(
            game=kind.name, first=first, second=second, cube=cube, seed=seed
        )
        answer = duel_dice.run(setting, games=wanted, sprt=sprt, kept=kept, quiet=as_json)
        show = duel_dice.show
    if as_json:
        click.echo(json.dumps(answer))
    else:
        show(answer)


def _who(players: tuple[str, ...], kind: Kind[Any, Any] | None) -> tuple[Kind[Any, Any], str, str]:
    """The game, said first or by `--game`, and the two players."""
    if kind is None and len(players) == 3:
        if players[0] not in games.NAMES:
            expected = ", ".join(games.NAMES)
            raise click.UsageError(f"game: found {players[0]!r}, expected one of {expected}")
        return games.kind(players[0]), players[1], players[2]
    if kind is None or len(players) != 2:
        raise click.UsageError(
            f"found {len(players)} names, expected a game and two players, such as "
            "'tablas duel backgammon tablas:0 gnubg:0'"
        )
    return kind, players[0], players[1]
