"""`tablas duel`: a match of paired games between two players, with what it proves."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablas import games
from tablas.cli.language import language, said, usage_error
from tablas.cli.options.arguments import GameName, json_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.duel.elo import EloTest, as_text
from tablas.duel.result import SIGMAS, PointsTest, Tally
from tablas.engine.engines import engine
from tablas.kind import Kind

if TYPE_CHECKING:
    from tablas.duel.runner import Duel
    from tablas.duel.setting import Setting

SAID_EVERY = 10.0  # seconds, where progress is not written over


class DuelCommand(SpokenCommand):
    """Its help says of each game who can play, as the game itself knows it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section(said("Players", "Jugadores")):
            players = [engine(name).duel().players.spoken(language()) for name in games.NAMES]
            formatter.write_dl(list(zip(games.NAMES, players, strict=True)))


@click.command(cls=DuelCommand)
@click.argument("players", nargs=-1, metavar="[GAME] FIRST SECOND")
@click.option("--game", "kind", type=GameName(), help="The game, if it is not said first.")
@click.option("--games", "count", type=click.IntRange(2), help="At most; an even number.")
@click.option("--pairs", type=click.IntRange(1), help="The same, counted in pairs.")
@click.option("--cube/--no-cube", default=False, help="Money play with the doubling cube.")
@click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds a move.")
@click.option("--nodes", type=click.IntRange(1), help="Positions a move.")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies a move.")
@click.option(
    "--sprt", nargs=2, type=float, metavar="LOW HIGH",
    help="Stop when it is decided: points a game, without dice Elo.",
)  # fmt: skip
@click.option("--judge", default="", help="The net that tells luck, or none.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of dice, openings and noise.")
@click.option(
    "--processes", type=click.IntRange(1, 256), default=1, show_default=True,
    help="That play at the same time; the games are the same.",
)  # fmt: skip
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
    judge: str,
    seed: int,
    processes: int,
    kept: Path | None,
    as_json: bool,
) -> None:
    """Let two players meet in pairs of games: same dice or opening, sides swapped.

    The luck of the dice is taken away from the points: what every roll brought beyond the mean
    over all rolls, as a net sees it. Ctrl-C ends a duel with the result so far.

    \b
    Examples:
      tablas duel tablas:0 gnubg:0 --game backgammon --games 2000
      tablas duel backgammon expert casual --cube --games 400 --json
      tablas duel tablas:0 net.safetensors --game abak --games 300 --json
      tablas duel backgammon "python my_bot.py" expert --games 200
      tablas duel abalone strongest "./their-engine" --time 0.1 --pairs 60
      tablas duel abalone time:0.2 time:0.1 --sprt 0 20 --pairs 400
    """
    from tablas.duel.setting import Setting  # noqa: PLC0415 (engines, for this only)

    kind, first, second = _who(players, kind)
    if count and pairs:
        raise usage_error(
            "give --games or --pairs, not both", "da --games o --pairs, no ambas cosas"
        )
    if sprt and sprt[0] >= sprt[1]:
        raise usage_error(
            "--sprt: expected LOW below HIGH", "--sprt: se esperaba BAJO por debajo de ALTO"
        )
    setting = Setting(
        game=kind.name,
        first=first,
        second=second,
        cube=cube,
        seed=seed,
        judge=judge,
        seconds=seconds or 0.0,
        nodes=nodes or 0,
        depth=depth or 0,
    )
    wanted = 2 * pairs if pairs else count or setting.side.usual_games
    test = (PointsTest if kind.dice else EloTest)(*sprt) if sprt else None
    answer = run(setting, wanted, test, kept=kept, processes=processes, quiet=as_json)
    if as_json:
        click.echo(json.dumps(answer))
    else:
        show(answer)


def _who(players: tuple[str, ...], kind: Kind[Any, Any] | None) -> tuple[Kind[Any, Any], str, str]:
    """The game, said first or by `--game`, and the two players."""
    if kind is None and len(players) == 3:
        if players[0] not in games.NAMES:
            expected = ", ".join(games.NAMES)
            raise usage_error(
                f"game: found {players[0]!r}, expected one of {expected}",
                f"juego: hay {players[0]!r}, se esperaba uno de {expected}",
            )
        return games.kind(players[0]), players[1], players[2]
    if kind is None or len(players) != 2:
        raise usage_error(
            f"found {len(players)} names, expected a game and two players, such as "
            f"'tablas duel {games.NAMES[0]} strongest expert'",
            f"hay {len(players)} nombres, se esperaba un juego y dos jugadores, como en "
            f"«tablas duel {games.NAMES[0]} strongest expert»",
        )
    return kind, players[0], players[1]


def run(
    setting: Setting,
    count: int,
    test: PointsTest | EloTest | None = None,
    *,
    kept: Path | None = None,
    processes: int = 1,
    quiet: bool = True,
) -> dict[str, Any]:
    """Play, and give what came out; Ctrl-C ends it with what there is."""
    from tablas.duel.runner import Duel  # noqa: PLC0415 (engines, for this only)

    begun, interrupted = time.monotonic(), False
    with Duel(setting, kept, processes=processes) as match:
        try:
            _play(match, count, test, quiet=quiet)
        except KeyboardInterrupt:
            interrupted = True
            if not match.tally.games:
                raise
        answer = match.summary(test)
    answer["seconds"] = round(time.monotonic() - begun, 1)
    if interrupted:
        answer["interrupted"] = True
    return answer


def _play(match: Duel, count: int, test: PointsTest | EloTest | None, *, quiet: bool) -> None:
    """One line that is written over, on a terminal; else one now and then."""
    over, last = sys.stderr.isatty(), time.monotonic()
    for tally in match.play(count, test):
        if quiet:
            continue
        if over:
            click.echo(f"\r{progress(tally, count)}\033[K", nl=False, err=True)
        elif time.monotonic() - last >= SAID_EVERY:
            last = time.monotonic()
            click.echo(progress(tally, count), err=True)
    if over and not quiet:
        click.echo(err=True)


def progress(tally: Tally, count: int) -> str:
    return f"{tally.games} {said('of', 'de')} {count} {said('games', 'partidas')}: {tally.best()}"


def show(answer: dict[str, Any]) -> None:
    """The duel in a few lines."""
    first, second = answer["names"]
    click.echo(
        f"{first} {said('against', 'contra')} {second}: "
        f"{answer['games']} {_kind_of_games(answer)}, "
        f"+{answer['wins']} -{answer['losses']} ={answer['draws']}"
    )
    if "counted" not in answer:
        click.echo(f"  {said('raw', 'en bruto'):13} {_points(answer, 'raw_')}")
    if answer["luck_adjusted"]:
        click.echo(f"  {said('luck-adjusted', 'sin suerte'):13} {_points(answer, '')}")
    elo, low, high = (as_text(answer[name]) for name in ("elo", "elo_low", "elo_high"))
    click.echo(f"  {said('won', 'ganadas')} {answer['won']:.1%}, Elo {elo} [{low}, {high}]")
    if "counted" in answer:
        click.echo(f"  {answer['lead']:+} {answer['counted']} {said('a game', 'por partida')}")
    click.echo(
        f"  {said('processor time a turn', 'procesador por turno')}: "
        f"{answer['first_cpu_ms']} ms, {answer['second_cpu_ms']} ms"
    )
    if "sprt" in answer:
        click.echo(
            f"  SPRT {answer['sprt']}: {said('likelihood', 'verosimilitud')} {answer['likelihood']}"
        )
    if "interrupted" in answer:
        click.echo(
            said(
                "  interrupted: this is the result so far",
                "  interrumpido: este es el resultado hasta ahora",
            )
        )


def _kind_of_games(answer: dict[str, Any]) -> str:
    if not games.kind(answer["game"]).dice:
        return said("games", "partidas")
    if answer["cube"]:
        return said("money games with the cube", "partidas por dinero con cubo")
    return said("money games without a cube", "partidas por dinero sin cubo")


def _points(answer: dict[str, Any], which: str) -> str:
    mean, error = answer[f"{which}points_per_game"], answer[f"{which}standard_error"]
    if error is None:
        return f"{mean:+.4f} {said('points a game', 'puntos por partida')}"
    low, high = mean - SIGMAS * error, mean + SIGMAS * error
    points = said("points a game", "puntos por partida")
    return f"{mean:+.4f} ± {error:.4f} {points}, 95 % [{low:+.4f}, {high:+.4f}]"
