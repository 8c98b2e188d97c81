"""How somebody's play goes on: ratings, error rates and luck over time, by phase and by theme."""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import select

from tablas.games import NAMES
from tablas.review.as_json import Fields
from tablas.review.judges import phases_of
from tablas.review.page import both
from tablas.review.themes import themes_of
from tablas.server.coach.review_totals import added, openings
from tablas.server.storage.database import Database
from tablas.server.storage.schema_people import rating_changes
from tablas.server.storage.schema_problems import problem_tries, review_sums
from tablas.words import Words

MOST_REVIEWS: Final = 400
MOST_POINTS: Final = 1_000
MOST_OPENINGS: Final = 40


async def progress_of(database: Database, person: str) -> Fields:
    """Everything that the page of progress shows, game by game; the oldest first."""
    async with database.reading() as connection:
        sums = await connection.execute(
            select(review_sums)
            .where(review_sums.c.person == person)
            .order_by(review_sums.c.at.desc(), review_sums.c.match)
            .limit(MOST_REVIEWS)
        )
        reviewed = [
            json.loads(row["body"]) | {"match": row["match"], "game": row["kind"], "at": row["at"]}
            for row in sums.mappings()
        ][::-1]
        changes = await connection.execute(
            select(rating_changes)
            .where(rating_changes.c.person == person)
            .order_by(rating_changes.c.at.desc())
            .limit(MOST_POINTS)
        )
        rated = [dict(row) for row in changes.mappings()][::-1]
        tries = await connection.execute(
            select(problem_tries.c.kind, problem_tries.c.at, problem_tries.c.rating)
            .where(problem_tries.c.person == person)
            .order_by(problem_tries.c.at.desc())
            .limit(MOST_POINTS)
        )
        solved = [dict(row) for row in tries.mappings()][::-1]
    return {
        "games": [shown for name in NAMES if (shown := _game(name, reviewed))],
        "ratings": _curves(rated, "speed"),
        "problems": _curves(solved, None),
    }


def _game(name: str, reviewed: list[Fields]) -> Fields | None:
    own = [one for one in reviewed if one["game"] == name]
    if not own:
        return None
    decisions, cost = sum(one["decisions"] for one in own), sum(one["cost"] for one in own)
    return {
        "game": name,
        "unit": own[0]["unit"],
        "rating": _rating(decisions, cost),
        "matches": [
            {
                "match": one["match"],
                "at": one["at"],
                "decisions": one["decisions"],
                "rating": _rating(one["decisions"], one["cost"]),
                "luck": one["luck"],
                "accuracy": one["accuracy"],
            }
            for one in own
        ],
        "phases": _parts(added(own, "phases"), phases_of(name)),
        "themes": _parts(added(own, "themes"), themes_of(name)),
        "openings": [
            {"dice": dice, "play": play, "games": games, "cost": round(cost, 4)}
            for dice, play, games, cost in openings(own)[:MOST_OPENINGS]
        ],
    }


def _parts(total: dict[str, list[Any]], names: dict[str, Words]) -> list[Fields]:
    """Each phase or theme in words, with what it cost; the dearest first."""
    return [
        {"name": both(names[key]), "count": count, "cost": round(cost, 4),
         "rating": _rating(count, cost)}
        for key, (count, cost) in total.items()
        if key in names
    ]  # fmt: skip


def _rating(decisions: int, cost: float) -> float | None:
    """500 times the mean cost, as in reviews; lower is better."""
    return round(500 * cost / decisions, 2) if decisions else None


def _curves(rows: list[Fields], by: str | None) -> list[Fields]:
    curves: dict[tuple[str, str], list[list[float]]] = {}
    for row in rows:
        key = row["kind"], row[by] if by else ""
        curves.setdefault(key, []).append([row["at"], round(row["rating"], 1)])
    return [
        {"game": game, "speed": speed, "points": points}
        for (game, speed), points in sorted(curves.items())
    ]
