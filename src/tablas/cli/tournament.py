"""`tablas tournament`: many players, every two in a duel, one table of ratings."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablas.cli.language import usage_error
from tablas.cli.options.arguments import game_argument, json_option, language_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.files.file_format import FileFormat, encoded
from tablas.files.formats import formats
from tablas.files.sheet import GameSheet, MatchSheet
from tablas.kind import Kind
from tablas.record import Record
from tablas.values import Side
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
@click.option("--sprt", nargs=2, type=float, metavar="LOW HIGH",
              help="End a duel when it is decided: points a game, without dice Elo.")  # fmt: skip
@click.option("--games-as", metavar="FORMAT",
              help="Save the games in the folder: mat, sgf, record, abalone-game …")  # fmt: skip
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
    sprt: tuple[float, float] | None,
    games_as: str | None,
    page_file: Any,
    language: Language,
    as_json: bool,
) -> None:
    """Let many players meet, every two of them in a duel, and rate them all together.

    Players are those of 'tablas duel': levels, searches, files of weights, commands. Ratings are
    Elo above the mean of all, with 95 % intervals. Ctrl-C stops it; the same command goes on, and
    one more player costs only that player's duels. With --sprt a duel ends as soon as a sequential
    test knows whether the first player is better by more than LOW or by HIGH.

    \b
    Examples:
      tablas tournament backgammon casual club expert gnubg:0 --games 400 --html table.html
      tablas tournament abak "python my_bot.py" beginner casual club --gauntlet
      tablas tournament abalone club advanced expert --games 40 --time 0.1
      tablas tournament backgammon club expert --games 200 --sprt 0 0.1 --games-as mat
    """
    from tablas.duel.elo import EloTest  # noqa: PLC0415 (engines, for this only)
    from tablas.duel.result import PointsTest  # noqa: PLC0415
    from tablas.duel.setting import Setting  # noqa: PLC0415 (engines, for this only)
    from tablas.duel.tournament import Tournament  # noqa: PLC0415

    if len(players) < 2 or len(set(players)) != len(players):
        raise usage_error(
            "players: expected at least two, each once",
            "jugadores: se esperaban al menos dos, cada uno una vez",
        )
    if sprt and sprt[0] >= sprt[1]:
        raise usage_error(
            "--sprt: expected LOW below HIGH", "--sprt: se esperaba BAJO por debajo de ALTO"
        )
    saving = format_for(games_as, kind) if games_as else None
    setting = Setting(
        game=kind.name, first=players[0], second=players[1],
        cube=cube, seed=seed, seconds=seconds or 0.0, written=saving is not None,
    )  # fmt: skip
    played = Tournament(setting, players, folder)
    test = (PointsTest if kind.dice else EloTest)(*sprt) if sprt else None
    for met in played.play(count, gauntlet=gauntlet, processes=processes, test=test):
        if saving:
            save_games(kind, played, met, saving)
        if not as_json:
            click.echo(duel_line(played, met, language), err=True)
    if page_file:
        from tablas.duel.tournament_page import page  # noqa: PLC0415

        page_file.write(page(played, kind.title, language))
    if as_json:
        table = [asdict(one) for one in played.table()]
        duels = [
            asdict(met) | {"one": players[met.one], "other": players[met.other]}
            for met in played.met
        ]
        answer = {"game": kind.name, "cube": cube, "seed": seed, "table": table, "duels": duels}
        click.echo(json.dumps(answer))
    else:
        show(played)


def duel_line(played: Tournament, met: Met, language: Language) -> str:
    names = {"one": played.names[met.one], "other": played.names[met.other]}
    line = PLAYED.about(**names, won=f"{met.won:g}", games=met.games).spoken(language)
    return f"{line}  SPRT {met.verdict}" if met.verdict else line


def format_for(name: str, kind: Kind[Any, Any]) -> FileFormat:
    """The format of this name or suffix, if it can hold the game."""
    bare = name.lower().lstrip(".")
    holding = [one for one in formats() if one.write and one.game in (None, kind.name)]
    for one in holding:
        if bare == one.name or f".{bare}" in one.suffixes:
            return one
    known = ", ".join(one.name for one in holding)
    raise usage_error(
        f"--games-as {name}: {kind.name} is saved as {known}",
        f"--games-as {name}: {kind.name} se guarda como {known}",
    )


def save_games(kind: Kind[Any, Any], played: Tournament, met: Met, saving: FileFormat) -> None:
    """The games of one duel as a session, in a file that both names name."""
    from tablas.duel.saved import first_player, game_of  # noqa: PLC0415 (see `tournament`)

    names = played.names[met.one], played.names[met.other]
    sheets = []
    for number, words in enumerate(played.games[met.one, met.other]):
        game = game_of(kind, words, cube=played.setting.cube)
        ahead = first_player(game, number) is Side.WHITE
        white, black = names if ahead else names[::-1]
        sheets.append(GameSheet(record=Record(game=game, white=white, black=black)))
    if sheets and saving.write:
        plain = (re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip("-")[:40] for name in names)
        path = played.folder / "games" / f"{'_'.join(plain)}{saving.suffixes[0]}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encoded(saving.write(MatchSheet(games=tuple(sheets)))))


def show(played: Tournament) -> None:
    standings = played.table()
    width = max(len(one.name) for one in standings)
    for place, one in enumerate(standings, start=1):
        fields = {
            name: getattr(one, name) for name in ("name", "rating", "within", "won", "points")
        }
        click.echo(ROW.format(place=place, width=width, **fields))
