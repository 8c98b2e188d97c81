"""Reviews in the database: who asked for which, how far each has come, and what it found.

A job is claimed by one worker at a time. Who works on it stores every answer with a beat; a job
whose beats have stopped is free again and goes on after its last answer.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tablas.server.storage.context import TimeSource
from tablas.server.storage.database import Database
from tablas.server.storage.schema import review_parts, reviews

LEASE_MS: Final = 90_000
"""Without a beat for so long, whoever worked on a job is gone; one answer takes seconds."""

MOST_TRIES: Final = 3
"""Claims without a single new answer after which a job is given up."""

REMEMBERED_MS: Final = 3_600_000
"""For so long it counts that somebody was served."""

DAY_MS: Final = 86_400_000
UPLOAD_DAYS: Final = 90
"""So long a file that was brought stays with its review; whoever has it can bring it again."""

UNDER_WAY: Final = ("waiting", "running")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewJob:
    """One review: of a match, with a level of care."""

    match: str
    care: str
    kind: str
    person: str
    source: str | None
    status: str
    done: int = 0
    total: int = 0
    resumed_at: int = 0
    cpu: int = 0
    asked_at: int = 0
    done_at: int | None = None

    @property
    def over(self) -> bool:
        return self.status not in UNDER_WAY

    def public(self) -> dict[str, Any]:
        """How far it has come, for whoever waits."""
        return {
            "match": self.match,
            "care": self.care,
            "game": self.kind,
            "status": self.status,
            "done": self.done,
            "total": self.total,
            "resumed_at": self.resumed_at,
            "cpu": self.cpu,
        }


class ReviewJobs:
    """The tables `reviews` and `review_parts`."""

    def __init__(self, database: Database, clock: TimeSource) -> None:
        self._database, self._clock = database, clock

    async def free_all(self) -> None:
        """At the start: nobody else works on a SQLite file, so nobody works on anything in it."""
        if self._database.sqlite:
            async with self._database.writing() as connection:
                freed = update(reviews).where(reviews.c.status == "running")
                await connection.execute(freed.values(status="waiting"))

    async def find(self, match: str, care: str) -> ReviewJob | None:
        async with self._database.reading() as connection:
            query = select(*_COLUMNS).where(_is(match, care))
            row = (await connection.execute(query)).mappings().first()
        return _job(row) if row else None

    async def waiting_of(self, person: str) -> int:
        """How many reviews of a person are not made yet."""
        async with self._database.reading() as connection:
            mine = and_(reviews.c.person == person, reviews.c.status.in_(UNDER_WAY))
            count = await connection.scalar(select(func.count()).select_from(reviews).where(mine))
        return count or 0

    async def ask(self, job: ReviewJob) -> ReviewJob:
        """Put a job up; the one that stands there already, if somebody was faster.

        One that failed is tried again, from where it stopped.
        """
        now = self._clock.wall()
        row = {
            "match": job.match, "care": job.care, "kind": job.kind, "person": job.person,
            "source": job.source, "status": "waiting", "asked_at": now,
        }  # fmt: skip
        try:
            async with self._database.writing() as connection:
                again = update(reviews).where(
                    _is(job.match, job.care), reviews.c.status == "failed"
                )
                revived = await connection.execute(
                    again.values(status="waiting", tries=0, asked_at=now, person=job.person)
                )
                if not revived.rowcount:
                    await connection.execute(insert(reviews).values(row))
        except IntegrityError:
            pass  # it stands there
        standing = await self.find(job.match, job.care)
        assert standing is not None
        return standing

    async def claim(self) -> ReviewJob | None:
        """The next job: people in turn, and of each the one that has waited longest.

        Whoever was served last comes last; nobody has two reviews made at the same time.
        """
        now = self._clock.wall()
        lost = and_(reviews.c.status == "running", reviews.c.beat_at < now - LEASE_MS)
        free = or_(reviews.c.status == "waiting", lost)
        async with self._database.writing() as connection:
            busy = select(reviews.c.person).where(
                reviews.c.status == "running", reviews.c.beat_at >= now - LEASE_MS
            )
            served = (
                select(reviews.c.person, func.max(reviews.c.beat_at).label("at"))
                .where(reviews.c.beat_at >= now - REMEMBERED_MS)
                .group_by(reviews.c.person)
                .subquery()
            )
            query = (
                select(*_COLUMNS)
                .outerjoin(served, served.c.person == reviews.c.person)
                .where(free, reviews.c.person.not_in(busy))
                .order_by(func.coalesce(served.c.at, 0), reviews.c.asked_at)
                .limit(1)
            )
            row = (await connection.execute(query)).mappings().first()
            if row is None:
                return None
            job = _job(row)
            taken = await connection.execute(
                update(reviews)
                .where(_is(job.match, job.care), free)
                .values(
                    status="running", beat_at=now, tries=reviews.c.tries + 1, resumed_at=job.done
                )
            )
        return job if taken.rowcount else None

    async def parts(self, job: ReviewJob) -> list[dict[str, Any]]:
        """The answers so far, in order."""
        query = select(review_parts.c.body).where(
            review_parts.c.match == job.match, review_parts.c.care == job.care
        )
        async with self._database.reading() as connection:
            bodies = (await connection.scalars(query.order_by(review_parts.c.number))).all()
        return [json.loads(body) for body in bodies]

    async def add(
        self, job: ReviewJob, first: int, parts: Sequence[dict[str, Any]], total: int, cpu: int
    ) -> None:
        """Store answers from number `first` on; the same number cannot be stored twice."""
        rows = [
            {"match": job.match, "care": job.care, "number": number, "body": json.dumps(part)}
            for number, part in enumerate(parts, start=first)
        ]
        async with self._database.writing() as connection:
            await connection.execute(insert(review_parts), rows)
            change = update(reviews).where(_is(job.match, job.care)).values(
                done=first + len(rows), total=total, cpu=reviews.c.cpu + cpu, tries=0,
                beat_at=self._clock.wall(),
            )  # fmt: skip
            await connection.execute(change)

    async def finish(self, job: ReviewJob, review: dict[str, Any], cpu: int) -> None:
        """Keep the review; its answers are in it."""
        gone = delete(review_parts).where(
            review_parts.c.match == job.match, review_parts.c.care == job.care
        )
        async with self._database.writing() as connection:
            await connection.execute(
                update(reviews)
                .where(_is(job.match, job.care))
                .values(
                    status="done",
                    done_at=self._clock.wall(),
                    cpu=reviews.c.cpu + cpu,
                    result=json.dumps(review, ensure_ascii=False, separators=(",", ":")),
                )
            )
            await connection.execute(gone)

    async def leave(self, job: ReviewJob, *, failed: bool) -> str:
        """Leave a job: it waits for the next try, or has failed for good. Gives which."""
        mine = _is(job.match, job.care)
        async with self._database.writing() as connection:
            tries = await connection.scalar(select(reviews.c.tries).where(mine))
            status = "failed" if failed and (tries or 0) >= MOST_TRIES else "waiting"
            change = update(reviews).where(mine, reviews.c.status == "running")
            await connection.execute(change.values(status=status))
        return status

    async def forget_uploads(self) -> int:
        """Delete the reviews of files that are older than they may become; gives how many."""
        old = self._clock.wall() - UPLOAD_DAYS * DAY_MS
        stale = and_(
            reviews.c.source.is_not(None), reviews.c.asked_at < old, reviews.c.status != "running"
        )
        async with self._database.writing() as connection:
            keys = (await connection.execute(select(reviews.c.match).where(stale))).scalars().all()
            if keys:
                await connection.execute(delete(review_parts).where(review_parts.c.match.in_(keys)))
                await connection.execute(delete(reviews).where(stale))
        return len(keys)

    async def result(self, match: str, care: str) -> str | None:
        """The JSON of a review that is done."""
        async with self._database.reading() as connection:
            text: str | None = await connection.scalar(
                select(reviews.c.result).where(_is(match, care))
            )
        return text


def _is(match: str, care: str) -> ColumnElement[bool]:
    return and_(reviews.c.match == match, reviews.c.care == care)


_COLUMNS: Final = tuple(
    reviews.c[name] for name in ReviewJob.__dataclass_fields__
)  # without the result, which is large


def _job(row: RowMapping) -> ReviewJob:
    return ReviewJob(**row)
