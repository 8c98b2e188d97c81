"""Makes reviews one after another, in processes that stand back behind those of the bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from tablas.errors import TablasError
from tablas.server.background import Background
from tablas.server.coach.review_jobs import ReviewJob, ReviewJobs
from tablas.server.coach.review_news import ReviewNews
from tablas.server.play.engine.worker_pool import WorkerPool

log = logging.getLogger("tablas.coach")
STEP_SECONDS: Final = 0.5  # of thinking between two stored answers
PATIENCE_SECONDS: Final = 60.0  # for one step, on a busy machine: a deep answer takes seconds
LOOK_SECONDS: Final = 15.0  # then jobs of processes that died are looked for
FORGET_SECONDS: Final = 3600.0
STANDING_BACK: Final = 10  # nice: a bot gets nine parts of a core where a review gets one

RecordOf = Callable[[ReviewJob], Awaitable[str]]
"""The record of the match that a job is about."""


class ReviewDesk:
    """The reviewers of one process; each takes the next job when it has done one."""

    def __init__(
        self, count: int, jobs: ReviewJobs, news: ReviewNews, record_of: RecordOf,
        background: Background,
    ) -> None:  # fmt: skip
        self.jobs, self.news = jobs, news
        self.workers = WorkerPool(count, PATIENCE_SECONDS, nice=STANDING_BACK)
        self._count = count
        self._record_of = record_of
        self._background = background
        self._asked = asyncio.Event()
        self._forgets_at = 0.0
        self._names = [f"reviewer {number + 1}" for number in range(count)]

    @property
    def enabled(self) -> bool:
        return self.workers.enabled

    async def start(self) -> None:
        if not self.enabled:
            return
        await self.jobs.free_all()
        for name in self._names:
            self._background.begin(name, self._work)

    async def stop(self) -> None:
        await self._background.end(*self._names)
        self.workers.stop()

    def wake(self) -> None:
        """A job was put up."""
        self._asked.set()

    async def _work(self) -> None:
        while True:
            self._asked.clear()
            await self._forget()
            job = await self.jobs.claim()
            if job is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._asked.wait()
                continue
            self._asked.set()  # there may be more, for the other reviewers
            await self._try(job)

    async def _forget(self) -> None:
        """Uploads that nobody has looked at for long are gone; looked for once in a while."""
        now = asyncio.get_running_loop().time()
        if now >= self._forgets_at:
            self._forgets_at = now + FORGET_SECONDS
            await self.jobs.forget_uploads()

    async def _try(self, job: ReviewJob) -> None:
        try:
            await self._review(job)
        except TablasError as error:
            log.warning("review of %s: %r", job.match, error)
            status = await self.jobs.leave(job, failed=True)
            self.news.tell(replace(job, status=status).public())
        except asyncio.CancelledError:
            # The server stops: whoever comes next goes on at once.
            with contextlib.suppress(Exception):
                await asyncio.shield(self.jobs.leave(job, failed=False))
            raise

    async def _review(self, job: ReviewJob) -> None:
        record = await self._record_of(job)
        parts = await self.jobs.parts(job)
        total = job.total or len(parts) + 1
        while len(parts) < total:
            answer = await self._ask(
                job, ask="review", record=record, care=job.care, first=len(parts),
                seconds=STEP_SECONDS,
            )  # fmt: skip
            total = answer["total"]
            if not answer["parts"]:
                break  # a game without a single decision
            await self.jobs.add(job, len(parts), answer["parts"], total, answer["cpu"])
            parts += answer["parts"]
            progress = replace(job, status="running", done=len(parts), total=total)
            self.news.tell(progress.public())
        answer = await self._ask(job, ask="review", record=record, care=job.care, parts=parts)
        await self.jobs.finish(job, answer["review"], answer["cpu"])
        self.news.tell(replace(job, status="done", done=len(parts), total=total).public())

    async def _ask(self, job: ReviewJob, **question: Any) -> dict[str, Any]:
        answer = await self.workers.ask(question, person=job.person)
        if wrong := answer.get("wrong"):
            raise TablasError(wrong, wrong)
        return answer
