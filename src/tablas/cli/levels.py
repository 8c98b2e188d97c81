"""`tablas levels`: the opponents of each game, and how strong they were measured to be."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from tablas import games
from tablas.cli.options.arguments import GameName, json_option, language_option
from tablas.cli.spoken_help import SpokenCommand
from tablas.engine.bot import Opponent, Strength, opponents
from tablas.kind import Kind
from tablas.words import Language, Words

WON = Words(
    "won {share} of {games} games against {against}",
    "ganó {share} de {games} partidas contra {against}",
)
PR = 500
"""Times the error rate: the performance rating that backgammon players know."""
UNMEASURED = Words("not measured", "sin medir")


@click.command(cls=SpokenCommand)
@click.argument("kind", metavar="[GAME]", type=GameName(), required=False)
@json_option
@language_option
def levels(kind: Kind[Any, Any] | None, as_json: bool, language: Language) -> None:
    """List the opponents, from the weakest to the strongest, and what was measured.

    \b
    Examples:
      tablas levels backgammon
      tablas levels --json
    """
    names = [kind.name] if kind else list(games.NAMES)
    if as_json:
        by_game = {name: [fields(level) for level in opponents(name).values()] for name in names}
        click.echo(json.dumps(by_game, ensure_ascii=False))
        return
    for name in names:
        click.echo(f"{name}:")
        for level in opponents(name).values():
            click.echo(f"  {level.name:<10} {line(level, language)}")


def line(level: Opponent, language: Language) -> str:
    """What it does, and what it has shown."""
    shown = measured(level.strength).spoken(language) if level.strength else None
    return f"{level.words.spoken(language)}; {shown or UNMEASURED.spoken(language)}"


def measured(strength: Strength) -> Words:
    """The share of the games that it won, where it has played any, and its rating."""
    shown = []
    if strength.won is not None:
        share = f"{strength.won:.0%}"
        shown.append(WON.about(share=share, games=strength.games, against=strength.against))
    if strength.judged is not None:
        rating = f"PR {PR * strength.judged:.1f}"
        shown.append(Words(rating, rating.replace(".", ",")))
    return Words(", ".join(one.en for one in shown), ", ".join(one.es for one in shown))


def fields(level: Opponent) -> dict[str, Any]:
    return {
        "name": level.name,
        "title": asdict(level.title),
        "words": asdict(level.words),
        "strength": asdict(level.strength) if level.strength else None,
    }
