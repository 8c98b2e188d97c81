"""Problems in the database: which one comes next, tries and ratings, the daily one and its streak.

A problem and who tries it for the first time are rated like the players of a game, by Glicko-2.
Guests are rated, too, but a problem is rated by accounts alone: whoever fails could come back as
another guest.
"""

from __future__ import annotations

import hashlib
import random
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Table, and_, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.problems import Problem, packaged
from tablas.server.people.accounts import Person
from tablas.server.people.glicko import Rating, after_game
from tablas.server.people.ratings import Standing
from tablas.server.storage.context import TimeSource
from tablas.server.storage.database import Database
from tablas.server.storage.schema_problems import (
    daily_tries,
    problem_ratings,
    problem_tries,
    solver_ratings,
)

FIRST_DEVIATION: Final = 150.0
"""How sure the first rating of a problem is: levels are no people."""

NEW_SOLVER: Final = Rating(1200.0, 250.0)
"""Who has tried nothing yet stands where problems of middle difficulty do."""

NEAREST: Final = 10
"""From so many problems of one's own strength the next one is drawn."""

LONGEST_STREAK: Final = 3_660  # days that are looked at


@dataclass(frozen=True, slots=True)
class Try:
    """What a try changed: nothing but the count, if it was not the first one."""

    first: bool
    before: float
    after: float
    problem: float
    provisional: bool


class Problems:
    """The tables of tries and ratings."""

    def __init__(self, database: Database, clock: TimeSource) -> None:
        self._database, self._clock = database, clock

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self._clock.wall() / 1000, UTC).date()

    def daily(self, game: str) -> Problem:
        """The problem of the day: the same for everybody, drawn by the date."""
        known = packaged(game)
        drawn = hashlib.sha256(f"{self.today} {game}".encode()).digest()
        return known[int.from_bytes(drawn[:8]) % len(known)]

    async def standing(self, person: str, game: str) -> Standing:
        """The rating of a solver in one game."""
        async with self._database.reading() as connection:
            mine = _mine(person, game)
            return await _standing(connection, solver_ratings, mine, NEW_SOLVER)

    async def next(self, person: str, game: str, theme: str | None) -> Problem | None:
        """One that was not tried yet and is about as hard as the solver is strong.

        Who has tried all gets those again that were never solved; None once all are.
        """
        wanted = [one for one in packaged(game) if theme is None or theme in one.themes]
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(problem_tries.c.problem, problem_tries.c.solved_at).where(
                    problem_tries.c.person == person, problem_tries.c.kind == game
                )
            )
            tried = {row.problem: row.solved_at for row in rows}
            rated = await connection.execute(
                select(problem_ratings.c.problem, problem_ratings.c.rating).where(
                    problem_ratings.c.kind == game
                )
            )
            ratings = {row.problem: row.rating for row in rated}
        mine = (await self.standing(person, game)).rating.rating
        new = [one for one in wanted if one.id not in tried]
        left = new or [one for one in wanted if tried.get(one.id) is None]
        left.sort(key=lambda one: abs(ratings.get(one.id, one.first_rating) - mine))
        return random.choice(left[:NEAREST]) if left else None

    async def tried(self, person: Person, problem: Problem, *, right: bool) -> Try:
        """Count a try; the first one rates both sides, in one transaction."""
        try:
            return await self._tried(person, problem, right=right)
        except IntegrityError:  # another process was faster with the first one
            return await self._tried(person, problem, right=right)

    async def _tried(self, person: Person, problem: Problem, *, right: bool) -> Try:
        now, game = self._clock.wall(), problem.game
        async with self._database.writing() as connection:
            mine = _mine(person.id, game)
            solver = await _standing(connection, solver_ratings, mine, NEW_SOLVER)
            theirs = await _problem_standing(connection, problem)
            if await _counted_again(connection, person.id, problem, now, right=right):
                rating = solver.rating
                return Try(False, rating.rating, rating.rating, theirs.rating.rating,
                           rating.provisional)  # fmt: skip
            idle = {
                "idle": (now - solver.rated_at) / 1000 if solver.rated_at else 0.0,
                "opponent_idle": 0.0,  # a problem does not forget
            }
            after = after_game(solver.rating, theirs.rating, float(right), **idle)
            row = {"person": person.id, "kind": game}
            await _keep(connection, solver_ratings, mine, row, solver, after, now, right)
            if not person.guest:
                against = after_game(
                    theirs.rating, solver.rating, float(not right), idle=0.0, opponent_idle=0.0
                )
                own = problem_ratings.c.problem == problem.id
                row = {"problem": problem.id, "kind": game}
                await _keep(connection, problem_ratings, own, row, theirs, against, now, right)
            await connection.execute(
                insert(problem_tries).values(
                    person=person.id,
                    problem=problem.id,
                    kind=game,
                    at=now,
                    right=right,
                    rating=after.rating,
                    tries=1,
                    solved_at=now if right else None,
                )
            )
        return Try(True, solver.rating.rating, after.rating, theirs.rating.rating,
                   after.provisional)  # fmt: skip

    async def tried_daily(self, person: str, game: str, *, right: bool) -> None:
        """The first try of the day counts."""
        row = {"person": person, "day": str(self.today), "kind": game, "right": right}
        with suppress(IntegrityError):  # there is one
            async with self._database.writing() as connection:
                await connection.execute(insert(daily_tries).values(**row))

    async def daily_of(self, person: str) -> dict[str, bool]:
        """The games whose problem of today somebody has tried, and whether it was solved."""
        async with self._database.reading() as connection:
            today = and_(daily_tries.c.person == person, daily_tries.c.day == str(self.today))
            rows = await connection.execute(
                select(daily_tries.c.kind, daily_tries.c.right).where(today)
            )
            return {row.kind: row.right for row in rows}

    async def streak(self, person: str) -> tuple[int, int]:
        """Days in a row on which a daily problem was solved, up to today; and the most ever."""
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(daily_tries.c.day)
                .where(daily_tries.c.person == person, daily_tries.c.right)
                .distinct()
                .order_by(daily_tries.c.day.desc())
                .limit(LONGEST_STREAK)
            )
            days = [date.fromisoformat(row.day) for row in rows]
        return streaks(days, self.today)


def streaks(days: list[date], today: date) -> tuple[int, int]:
    """The streak that still goes on, and the longest one; `days` from the latest.

    >>> streaks([date(2026, 11, 16), date(2026, 11, 15), date(2026, 11, 10)], date(2026, 11, 17))
    (2, 2)
    """
    runs: list[int] = []
    for number, day in enumerate(days):
        if number and days[number - 1] - day == timedelta(days=1):
            runs[-1] += 1
        else:
            runs.append(1)
    alive = bool(days) and today - days[0] <= timedelta(days=1)
    return (runs[0] if alive else 0), max(runs, default=0)


def _mine(person: str, game: str) -> Any:
    return and_(solver_ratings.c.person == person, solver_ratings.c.kind == game)


async def _standing(
    connection: AsyncConnection, table: Table, where: Any, first: Rating
) -> Standing:
    row = (await connection.execute(select(table).where(where))).mappings().first()
    if row is None:
        return Standing(first)
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    won = row["solved"]
    return Standing(rating, won, 0, row["tries"] - won, row["rated_at"])


async def _problem_standing(connection: AsyncConnection, problem: Problem) -> Standing:
    first = Rating(problem.first_rating, FIRST_DEVIATION)
    own = problem_ratings.c.problem == problem.id
    return await _standing(connection, problem_ratings, own, first)


async def _counted_again(
    connection: AsyncConnection, person: str, problem: Problem, now: int, *, right: bool
) -> bool:
    """Whether it was tried before; then only the count goes up."""
    same = and_(problem_tries.c.person == person, problem_tries.c.problem == problem.id)
    change: dict[str, Any] = {"tries": problem_tries.c.tries + 1}
    counted = await connection.execute(update(problem_tries).where(same).values(**change))
    if counted.rowcount and right:
        unsolved = and_(same, problem_tries.c.solved_at.is_(None))
        await connection.execute(update(problem_tries).where(unsolved).values(solved_at=now))
    return bool(counted.rowcount)


async def _keep(
    connection: AsyncConnection, table: Table, where: Any, row: dict[str, Any],
    before: Standing, after: Rating, now: int, right: bool,
) -> None:  # fmt: skip
    values = {
        "rating": after.rating, "deviation": after.deviation, "volatility": after.volatility,
        "tries": before.games + 1, "solved": before.wins + right, "rated_at": now,
    }  # fmt: skip
    if before.rated_at:
        await connection.execute(update(table).where(where).values(**values))
    else:
        await connection.execute(insert(table).values(**row, **values))
