"""`tablas tournament`: many players, every two in a duel, one table of ratings."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablas.cli.arguments import game_argument, json_option, language_option
from tablas.cli.language import usage_error
from tablas.cli.spoken_help import SpokenCommand
from tablas.kind import Kind
from tablas.words import Language, Words

if TYPE_CHECKING:
    from tablas.duel.tournament import Met, Tournament

PLAYED = Words("{one} – {other}: {won} of {games}", "{one} – {other}: {won} de {games}")
ROW = "{place:>3}  {name:{width}}  {rating:+5.0f} ± {within:<4.0f}  {won:6.1%}  {points:+.3f}"


@click.command(cls=SpokenCommand)
@game_argument
@click.argument("players", nargs=-1, required=True)
@click.option("--games", "count", type=click.IntRange(2), default=100, show_default=True,
              help="Of every two players; an even number.")  # fmt: skip
@click.option("--gauntlet", is_flag=True, help="Only the first player, against each of the others.")
@click.option("--cube/--no-cube", default=False, help="Money play with the doubling cube.")
@click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds a move.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of dice, openings and noise.")
@click.option("--processes", type=click.IntRange(1, 256), default=1, show_default=True,
              help="That play at the same time; the games are the same.")  # fmt: skip
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path),
              default=Path("tablas-tournament"), show_default=True,
              help="Everything is kept here; run again, it goes on where it stopped.")  # fmt: skip
@click.option("--html", "page_file", type=click.File("w"), help="Write the table into this file.")
@language_option
@json_option
def tournament(
    kind: Kind[Any, Any],
    players: tuple[str, ...],
    count: int,
    gauntlet: bool,
    cube: bool,
    seconds: float | None,
    seed: int,
    processes: int,
    folder: Path,
    page_file: Any,
    language: Language,
    as_json: bool,
) -> None:
    """Let many players meet, every two of them in a duel, and rate them all together.

    Players are those of 'tablas duel': levels, searches, files of weights, commands. Ratings are
    Elo above the mean of all, with 95 % intervals. Ctrl-C stops it; the same command goes on, and
    one more player costs only that player's duels.

    \b
    Examples:
      tablas tournament backgammon casual club expert gnubg:0 --games 400 --html table.html
      tablas tournament abak "python my_bot.py" beginner casual club --gauntlet
      tablas tournament abalone club advanced expert --games 40 --time 0.1
    """
    from tablas.duel.setting import Setting  # noqa: PLC0415 (engines, for this only)
    from tablas.duel.tournament import Tournament  # noqa: PLC0415

    if len(players) < 2 or len(set(players)) != len(players):
        raise usage_error(
            "players: expected at least two, each once",
            "jugadores: se esperaban al menos dos, cada uno una vez",
        )
    setting = Setting(
        game=kind.name, first=players[0], second=players[1],
        cube=cube, seed=seed, seconds=seconds or 0.0,
    )  # fmt: skip
    played = Tournament(setting, players, folder)
    for met in played.play(count, gauntlet=gauntlet, processes=processes):
        if not as_json:
            click.echo(duel_line(played, met, language), err=True)
    if page_file:
        from tablas.duel.tournament_page import page  # noqa: PLC0415

        page_file.write(page(played, kind.title, language))
    if as_json:
        table = [asdict(one) for one in played.table()]
        click.echo(json.dumps({"game": kind.name, "cube": cube, "seed": seed, "table": table}))
    else:
        show(played)


def duel_line(played: Tournament, met: Met, language: Language) -> str:
    names = {"one": played.names[met.one], "other": played.names[met.other]}
    return PLAYED.about(**names, won=f"{met.won:g}", games=met.games).spoken(language)


def show(played: Tournament) -> None:
    standings = played.table()
    width = max(len(one.name) for one in standings)
    for place, one in enumerate(standings, start=1):
        fields = {
            name: getattr(one, name) for name in ("name", "rating", "within", "won", "points")
        }
        click.echo(ROW.format(place=place, width=width, **fields))
