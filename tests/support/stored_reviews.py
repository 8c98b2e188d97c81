"""Reviews as the server stores them, made here without its workers."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from sqlalchemy import insert

from people_server import PeopleServer
from reviewed_games import match_text
from tablas.server.play.engine import reviewing
from tablas.server.storage.schema import reviews


@cache
def review_of(game: str, seed: int) -> dict[str, Any]:
    """The quick review of the beginning of a random game."""
    asked = {"record": match_text(game, seed, most=24), "care": "fast"}
    parts = reviewing.reviewed(asked | {"first": 0, "seconds": 60})["parts"]
    review: dict[str, Any] = reviewing.summary(asked | {"parts": parts})["review"]
    return review


def reviewed_game(
    server: PeopleServer, white: str, black: str, game: str = "backgammon", seed: int = 3
) -> str:
    """A finished game of two people with its review; gives its id."""
    ended = server.clock.wall()
    match = server.game(
        white, black, kind=game, terms=json.dumps({"game": game}), status="finished",
        ended_at=ended, winner="white", points="1-0",
    )  # fmt: skip
    row = {"match": match, "care": "fast", "kind": game, "person": white, "status": "done"}
    text = json.dumps(review_of(game, seed))
    server.written(insert(reviews).values(**row, asked_at=ended, done_at=ended, result=text))
    return match
