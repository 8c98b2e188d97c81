"""Every roll of every finished game counted, day by day, and whether the dice fell as they should.

The counts are written in the transaction that ends a game, so each game counts once. The expected
share of a double is 1 of 36, of any other roll 2 of 36; chi-square has 20 degrees of freedom.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.play.actions import OpeningRolled, Rolled
from tablas.play.game import Game
from tablas.server.storage.schema import dice_counts
from tablas.values import ROLLS, Dice

SHARES: Final = {str(roll): (1 if roll.double else 2) / 36 for roll in ROLLS}
# The same words in SQLite and PostgreSQL.
COUNT: Final = text(
    "INSERT INTO dice_counts (day, roll, count) VALUES (:day, :roll, :count) "
    "ON CONFLICT (day, roll) DO UPDATE SET count = dice_counts.count + excluded.count"
)
HALF_FREEDOM: Final = (len(SHARES) - 1) // 2


def rolls_of(games: Iterable[Game[Any, Any]]) -> Counter[str]:
    """How often each roll fell in these games; the opening rolls, ties too, are rolls like any."""
    counts: Counter[str] = Counter()
    for game in games:
        for entry in game.log:
            match entry.action:
                case Rolled(_, dice):
                    counts[str(dice)] += 1
                case OpeningRolled(white, black):
                    counts[str(Dice(white, black))] += 1
    return counts


async def add(connection: AsyncConnection, counts: Mapping[str, int], wall: int) -> None:
    """Count these rolls for the day of `wall`, within the caller's transaction."""
    day = datetime.fromtimestamp(wall / 1000, UTC).strftime("%Y-%m-%d")
    # In one order, so that two games that end at once never wait for each other.
    rows = [{"day": day, "roll": roll, "count": counts[roll]} for roll in sorted(counts)]
    if rows:
        await connection.execute(COUNT, rows)


async def published(connection: AsyncConnection, wall: int, days: int) -> dict[str, Any]:
    """The last `days` days, each and all together."""
    first = datetime.fromtimestamp(wall / 1000, UTC) - timedelta(days=days - 1)
    query = select(dice_counts).where(dice_counts.c.day >= first.strftime("%Y-%m-%d"))
    by_day: dict[str, Counter[str]] = {}
    for row in (await connection.execute(query)).mappings():
        by_day.setdefault(row["day"], Counter())[row["roll"]] += row["count"]
    whole: Counter[str] = sum(by_day.values(), Counter())
    return {
        "days": [{"day": day, **summary(by_day[day])} for day in sorted(by_day, reverse=True)],
        "all": {
            **summary(whole),
            "rolls_of": {roll: whole[roll] for roll in SHARES},
            "expected": {roll: share * whole.total() for roll, share in SHARES.items()},
        },
    }


def summary(counts: Mapping[str, int]) -> dict[str, Any]:
    """How many, how many doubles, and how likely honest dice differ at least as much."""
    rolls = sum(counts.values())
    doubles = sum(count for roll, count in counts.items() if roll[0] == roll[1])
    square = chi_square(counts)
    return {
        "rolls": rolls,
        "doubles": doubles,
        "chi_square": round(square, 3),
        "probability": round(probability(square), 6),
    }


def chi_square(counts: Mapping[str, int]) -> float:
    """Pearson's sum over the 21 different rolls."""
    rolls = sum(counts.values())
    if not rolls:
        return 0.0
    return sum(
        (counts.get(roll, 0) - rolls * share) ** 2 / (rolls * share)
        for roll, share in SHARES.items()
    )


def probability(square: float) -> float:
    """That chi-square with 20 degrees of freedom is at least so large.

    For an even number of degrees 2k it is exp(-x/2) times the first k terms of the series of
    exp(x/2).

    >>> round(probability(31.410), 3), probability(0.0)
    (0.05, 1.0)
    """
    half, term, terms = square / 2, 1.0, 1.0
    for i in range(1, HALF_FREEDOM):
        term *= half / i
        terms += term
    return math.exp(-half) * terms
