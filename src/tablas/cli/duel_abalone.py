"""`tablas duel` for Abalone: pairs from every start position, colours swapped."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import click

from tablas.cli.contest import Contestant, ContestResult, contestant, opening, play_game
from tablas.engine.abalone.engine import AbaloneLimit
from tablas.engine.elo import Sprt, as_text, estimate, rounded
from tablas.values import Side


def run(
    first: str,
    second: str,
    *,
    pairs: int,
    limit: AbaloneLimit,
    sprt: tuple[float, float] | None,
    seed: int,
    quiet: bool,
) -> dict[str, Any]:
    """Play the match; an interrupted one tells what it has."""
    rng = random.Random(seed)
    one = contestant(first, limit, rng)
    other = contestant(second, limit, rng)
    test = Sprt(*sprt) if sprt else None
    try:
        scores, games = play_pairs(one, other, pairs, seed, test, quiet=quiet)
    finally:
        one.close()
        other.close()
    return summary(one.name, other.name, scores, games, test)


def show(answer: dict[str, Any]) -> None:
    """The match in a line or two."""
    click.echo(
        f"{answer['first']} against {answer['second']}: +{answer['won']} -{answer['lost']}"
        f" ={answer['drawn']}, Elo {as_text(answer['elo'])}"
        f" [{as_text(answer['low'])}, {as_text(answer['high'])}],"
        f" {answer['lead']:+} ejections a game"
    )
    if "sprt" in answer:
        click.echo(f"SPRT {answer['sprt']}: likelihood {answer['likelihood']}")


def play_pairs(
    one: Contestant,
    other: Contestant,
    pairs: int,
    seed: int,
    test: Sprt | None,
    *,
    quiet: bool,
    first: int = 0,
) -> tuple[list[float], list[ContestResult]]:
    """Play from the `first` opening on until the pairs are used up or the test has decided."""
    scores: list[float] = []
    games: list[ContestResult] = []
    for number in range(first, first + pairs):
        setup = opening(number, seed)
        both = [
            play_game(setup, {Side.BLACK: one, Side.WHITE: other}, one),
            play_game(setup, {Side.BLACK: other, Side.WHITE: one}, one),
        ]
        games += both
        scores.append(sum(game.score for game in both) / 2)
        if not quiet:
            described = ", ".join(f"{game.score:g} ({game.ending}, {game.plies})" for game in both)
            click.echo(f"pair {number + 1}: {described}", err=True)
        if test and test.verdict(scores):
            break
    return scores, games


def summary(
    first: str, second: str, scores: list[float], games: list[ContestResult], test: Sprt | None
) -> dict[str, Any]:
    """The match as plain values; an endless Elo is None."""
    rating = estimate(scores)
    counted = Counter(game.score for game in games)
    answer: dict[str, Any] = {
        "first": first,
        "second": second,
        "pairs": len(scores),
        "games": len(games),
        "won": counted[1.0],
        "lost": counted[0.0],
        "drawn": counted[0.5],
        "elo": rounded(rating.elo),
        "low": rounded(rating.low),
        "high": rounded(rating.high),
        "lead": round(sum(game.lead for game in games) / len(games), 2),
        "plies": round(sum(game.plies for game in games) / len(games)),
        "endings": dict(Counter(game.ending for game in games)),
    }
    if test:
        answer["sprt"] = test.verdict(scores) or "undecided"
        answer["likelihood"] = round(test.likelihood(scores), 2)
    return answer
