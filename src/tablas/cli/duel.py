"""`tablas duel`: a match of paired games between two engines, with what it proves."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import click

from tablas.cli.arguments import game_argument, json_option
from tablas.cli.bestmove import require_abalone
from tablas.cli.contest import Contestant, Outcome, contestant, opening, play_game
from tablas.engine.abalone_engine import Limit
from tablas.engine.elo import Sprt, estimate
from tablas.kind import Kind
from tablas.values import Side


@click.command()
@game_argument
@click.argument("first")
@click.argument("second")
@click.option("--pairs", type=click.IntRange(1), default=16, show_default=True, help="At most.")
@click.option("--time", "seconds", type=click.FloatRange(0.001), help="Seconds a move.")
@click.option("--nodes", type=click.IntRange(1), help="Positions a move.")
@click.option("--depth", type=click.IntRange(1, 100), help="Plies a move.")
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop when it is decided.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of openings and noise.")
@json_option
def duel(
    kind: Kind[Any, Any],
    first: str,
    second: str,
    pairs: int,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    sprt: tuple[float, float] | None,
    seed: int,
    as_json: bool,
) -> None:
    """Let two Abalone engines play pairs of games: same opening, colours swapped.

    An engine is a level (beginner … strongest), random, greedy, depth:4, nodes:5000, time:0.1, or
    a command that speaks the line protocol. Pair after pair begins from another start position; at
    350 plies the ejections decide.

    \b
    Examples:
      tablas duel abalone depth:2 depth:4
      tablas duel abalone strongest "./their-engine" --time 0.1 --pairs 60
      tablas duel abalone time:0.2 time:0.1 --sprt 0 20 --pairs 400
    """
    require_abalone(kind)
    limit = Limit(seconds=seconds or 0.0, nodes=nodes or 0, depth=depth or 0)
    rng = random.Random(seed)
    one = contestant(first, limit, rng)
    other = contestant(second, limit, rng)
    test = Sprt(*sprt) if sprt else None
    if test and test.elo0 >= test.elo1:
        raise click.UsageError("--sprt: expected ELO0 below ELO1")
    try:
        scores, games = play_pairs(one, other, pairs, seed, test, quiet=as_json)
    finally:
        one.close()
        other.close()
    answer = summary(one.name, other.name, scores, games, test)
    if as_json:
        click.echo(json.dumps(answer))
        return
    click.echo(
        f"{answer['first']} against {answer['second']}: +{answer['won']} -{answer['lost']}"
        f" ={answer['drawn']}, Elo {answer['elo']} [{answer['low']}, {answer['high']}],"
        f" {answer['lead']:+} ejections a game"
    )
    if test:
        click.echo(f"SPRT {answer['sprt']}: likelihood {answer['likelihood']}")


def play_pairs(
    one: Contestant, other: Contestant, pairs: int, seed: int, test: Sprt | None, *, quiet: bool
) -> tuple[list[float], list[Outcome]]:
    """Play until the pairs are used up or the test has decided."""
    scores: list[float] = []
    games: list[Outcome] = []
    for number in range(pairs):
        setup = opening(number, seed)
        both = [
            play_game(setup, {Side.BLACK: one, Side.WHITE: other}, one),
            play_game(setup, {Side.BLACK: other, Side.WHITE: one}, one),
        ]
        games += both
        scores.append(sum(game.score for game in both) / 2)
        if not quiet:
            told = ", ".join(f"{game.score:g} ({game.ending}, {game.plies})" for game in both)
            click.echo(f"pair {number + 1}: {told}", err=True)
        if test and test.verdict(scores):
            break
    return scores, games


def summary(
    first: str, second: str, scores: list[float], games: list[Outcome], test: Sprt | None
) -> dict[str, Any]:
    """The match as plain values; an endless Elo is None."""
    found = estimate(scores)
    counted = Counter(game.score for game in games)
    answer: dict[str, Any] = {
        "first": first,
        "second": second,
        "pairs": len(scores),
        "won": counted[1.0],
        "lost": counted[0.0],
        "drawn": counted[0.5],
        "elo": _rounded(found.elo),
        "low": _rounded(found.low),
        "high": _rounded(found.high),
        "lead": round(sum(game.lead for game in games) / len(games), 2),
        "plies": round(sum(game.plies for game in games) / len(games)),
        "endings": dict(Counter(game.ending for game in games)),
    }
    if test:
        answer["sprt"] = test.verdict(scores) or "undecided"
        answer["likelihood"] = round(test.likelihood(scores), 2)
    return answer


def _rounded(value: float) -> int | None:
    return round(value) if abs(value) < 1e6 else None
