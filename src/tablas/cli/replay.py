"""`tablas replay`: a record checked by playing it again, move by move."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablas import record
from tablas.cli.arguments import default_colour, json_option
from tablas.errors import NotationError
from tablas.play.game import Game
from tablas.record import Record
from tablas.record.actions import action_fields


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def replay(file: Path, as_json: bool) -> None:
    """Play a record again, show its moves, the last position and the result.

    \b
    Example:
      tablas replay game.jsonl
    """
    try:
        games = list(record.read_all(file.read_text(encoding="utf-8")))
    except UnicodeDecodeError as error:
        raise NotationError(f"{file}: byte {error.start + 1} is not UTF-8") from None
    except NotationError as error:
        raise NotationError(f"{file}: {error}") from None
    for one in games:
        click.echo(_as_json(one) if as_json else _as_text(one))


def _as_json(one: Record) -> str:
    game = one.game
    return json.dumps(
        {
            "game": game.kind.name,
            "white": one.white,
            "black": one.black,
            "actions": len(game.log),
            "position": game.position_text(),
            "result": record.result_fields(game.result) if game.result else None,
        },
        ensure_ascii=False,
    )


def _as_text(one: Record) -> str:
    game = one.game
    players = f"{one.white or 'White'} – {one.black or 'Black'}"
    lines = [f"{game.kind.name}: {players} {one.date}".strip()]
    now = Game(game.first, game.first)
    for number, entry in enumerate(game.log, start=1):
        fields = action_fields(now.state, entry.action)
        values = " ".join(str(value) for name, value in fields.items() if name != "at")
        lines.append(f"{number:4}  {values}")
        now = now.apply(entry.action, entry.at)
    lines.append(game.kind.text.draw(game.setup(), colour=default_colour()))
    if result := game.result:
        winner = result.winner.value if result.winner else "nobody"
        lines.append(f"result: {winner} wins {result.points} ({result.ending.value})")
    return "\n".join(lines)
