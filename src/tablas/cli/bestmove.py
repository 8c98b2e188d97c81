"""`tablas bestmove`: the engine's move in a position, with its score and variation."""

from __future__ import annotations

import json
from typing import Any

import click

from tablas.cli.arguments import (
    game_argument,
    json_option,
    position_argument,
    read_setup,
    start_option,
)
from tablas.engine.abalone_engine import MEGABYTES, AbaloneEngine, Limit, Line, write_score
from tablas.kind import Kind

USUAL_SECONDS = 1.0


@click.command()
@game_argument
@position_argument
@start_option
@click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds; 1 by default.")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies to search.")
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at.")
@click.option("--lines", type=click.IntRange(1, 349), default=1, help="So many best moves.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--contempt", type=click.IntRange(-1000, 1000), default=0, help="Dislike of draws.")
@json_option
def bestmove(
    kind: Kind[Any, Any],
    position: str | None,
    start: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    threads: int,
    contempt: int,
    as_json: bool,
) -> None:
    """Find the best move of an Abalone position.

    The score is in hundredths of a marble for the player to move; 30000 less n is a win in n plies.

    \b
    Examples:
      tablas bestmove abalone --time 2
      tablas bestmove abalone --start standard --depth 10 --lines 3
      tablas bestmove abalone "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b" --time 1 --json
    """
    require_abalone(kind)
    setup = read_setup(kind, position, start)
    limit = Limit(seconds=seconds or 0.0, nodes=nodes or 0, depth=depth or 0)
    if limit == Limit():
        limit = Limit(seconds=USUAL_SECONDS)
    engine = AbaloneEngine(megabytes=MEGABYTES, threads=threads, contempt=contempt)
    found = engine.analyse(setup.position, limit, quiet=setup.quiet, lines=lines)
    if not as_json:
        for line in found.lines:
            click.echo(f"{line.pv[0]}  {write_score(line.score)}  {' '.join(line.pv)}")
        speed = found.nodes / max(found.seconds, 1e-9)
        click.echo(
            f"depth {found.depth}, {found.nodes} nodes in {found.seconds:.2f} s ({speed:.0f}/s)"
        )
        return
    answer = {
        **_shown(found.best),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 4),
    }
    if lines > 1:
        answer["lines"] = [_shown(line) for line in found.lines]
    click.echo(json.dumps(answer))


def _shown(line: Line) -> dict[str, Any]:
    return {"move": line.pv[0], "score": line.score, "pv": list(line.pv)}


def require_abalone(kind: Kind[Any, Any]) -> None:
    """Refuse the games that this command does not know."""
    if kind.name != "abalone":
        raise click.UsageError(f"game: found {kind.name!r}, expected 'abalone'")
