"""Reviews of finished games and uploaded matches: who may ask for one, and for how many.

A match is known by the id of its game, or by what stands in the uploaded file: whoever brings the
same file again finds the same review.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from tablas import record
from tablas.files import Fault, MatchSheet, read
from tablas.record import Record
from tablas.server.coach.review_desk import ReviewDesk
from tablas.server.coach.review_jobs import ReviewJob
from tablas.server.play import export
from tablas.server.play.board_desk import BoardDesk
from tablas.server.play.boards import moments
from tablas.server.play.boards import replay as table_moments
from tablas.server.play.live.rooms import Rooms
from tablas.server.refusals import Refused, refusal
from tablas.values import Side

NO_REVIEWS: Final = refusal(
    "no-reviews", 503, "this server reviews no games", "este servidor no revisa partidas"
)
NO_SUCH_REVIEW: Final = refusal(
    "no-such-review",
    404,
    "nobody has asked for this review yet",
    "nadie ha pedido todavía esta revisión",
)
NOT_OVER: Final = refusal(
    "not-finished",
    409,
    "this game is still being played; it can be reviewed when it is over",
    "esta partida aún se está jugando; se puede revisar cuando termine",
)
NOTHING_TO_REVIEW: Final = refusal(
    "nothing-to-review",
    409,
    "nothing was played in this game",
    "en esta partida no se jugó nada",
)
TOO_MANY_REVIEWS: Final = refusal(
    "too-many-reviews",
    409,
    "{most} reviews of yours are still being made, one after another: wait for one of them",
    "todavía se están haciendo {most} revisiones tuyas, una tras otra: espera a que acabe alguna",
)
REVIEW_QUOTA: Final = refusal(
    "review-quota",
    429,
    "you have used today's share of reviews: the next one is possible in {minutes} minutes",
    "has gastado tu parte de revisiones de hoy: podrás pedir otra dentro de {minutes} minutos",
)

MOST_OF_ONE: Final = 5
FILE: Final = "file-"
FAULTS: Final = "faults"
MOST_FAULTS: Final = 50  # a file that is wrong from some line on repeats itself
WEIGHTS: Final = {"fast": 0.25, "normal": 1.0, "deep": 20.0}
"""How much a level of care counts: what it costs beside the normal one."""


class Reviews:
    """What is asked of the desk, and what it gives."""

    def __init__(self, rooms: Rooms, boards: BoardDesk, desk: ReviewDesk) -> None:
        self._rooms, self._boards, self.desk = rooms, boards, desk

    async def standing(self, match: str, care: str) -> ReviewJob:
        """The review that somebody asked for before."""
        job = await self.desk.jobs.find(match, care)
        if job is None:
            raise Refused(NO_SUCH_REVIEW)
        return job

    async def of_game(self, game: str, care: str, person: str) -> tuple[ReviewJob, int]:
        """A new job about a finished game, not put up yet, and what it costs."""
        row = await self._rooms.row(game)
        table = await self._rooms.table(row)
        if not table.over:
            raise Refused(NOT_OVER)
        games = (*table.finished, *((table.game,) if table.number else ()))
        count = sum(len(one.log) for one in games)
        if not count:
            raise Refused(NOTHING_TO_REVIEW)
        job = ReviewJob(
            match=game, care=care, kind=row.agreement.game, person=person, source=None,
            status="waiting",
        )  # fmt: skip
        return job, cost(count, care)

    def of_file(self, sheet: MatchSheet, care: str, person: str) -> tuple[ReviewJob, int]:
        """A new job about a match that somebody brought, not put up yet, and what it costs."""
        count = sum(len(one.record.game.log) for one in sheet.games)
        if not count:
            raise Refused(NOTHING_TO_REVIEW)
        text = "".join(record.write(one.record) for one in sheet.games)
        digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        source = kept(text, sheet.faults)
        job = ReviewJob(
            match=FILE + digest, care=care, kind=sheet.kind.name, person=person, source=source,
            status="waiting",
        )  # fmt: skip
        return job, cost(count, care)

    async def ask(self, job: ReviewJob) -> ReviewJob:
        """Put a job up."""
        if not self.desk.enabled:
            raise Refused(NO_REVIEWS)
        if await self.desk.jobs.waiting_of(job.person) >= MOST_OF_ONE:
            raise Refused(TOO_MANY_REVIEWS.about(most=MOST_OF_ONE), retry_after=5.0)
        standing = await self.desk.jobs.ask(job)
        self.desk.wake()
        return standing

    async def replay(self, job: ReviewJob, visitor: str, person: str | None) -> dict[str, Any]:
        """The games of a review, moment by moment, with who played and which sides `person` had."""
        if job.source is None:
            row = await self._rooms.row(job.match)
            table = await self._rooms.table(row)
            games = await self._boards.work_out(visitor, lambda: table_moments(table))
            you = sorted(side.value for side in row.sides_of(person))
            return {**row.public(), "you": you, "games": games}
        source = job.source
        return await self._boards.work_out(visitor, lambda: _replayed(source))

    async def result(self, match: str, care: str) -> dict[str, Any] | None:
        """A review that is done, as it was stored."""
        text = await self.desk.jobs.result(match, care)
        return json.loads(text) if text else None


async def record_of_game(rooms: Rooms, boards: BoardDesk, job: ReviewJob) -> str:
    """The record of a match as workers read it; names and proofs are nothing to them."""
    if job.source is not None:
        return read_kept(job.source)[0]
    row = await rooms.row(job.match)
    table = await rooms.table(row)
    return await boards.work_out("", lambda: _written(export.records(row, table)))


def kept(record_text: str, faults: Sequence[Fault]) -> str:
    """An upload as it is stored: what was wrong in the file stands in a line of its own."""
    if not faults:
        return record_text
    listed = [
        {"line": one.line, "column": one.column, "en": one.words.en, "es": one.words.es}
        for one in faults[:MOST_FAULTS]
    ]
    return json.dumps({FAULTS: listed}, ensure_ascii=False) + "\n" + record_text


def read_kept(source: str) -> tuple[str, list[dict[str, Any]]]:
    """The record of an upload, and what was wrong in its file."""
    if not source.startswith(f'{{"{FAULTS}"'):
        return source, []
    line, text = source.split("\n", 1)
    return text, json.loads(line)[FAULTS]


def cost(count: int, care: str) -> int:
    """What reviewing so many actions takes from somebody's share of the day."""
    return max(1, round(count * WEIGHTS[care]))


def _written(records: list[Record]) -> str:
    return "".join(record.write(_bare(one)) for one in records)


def _bare(one: Record) -> Record:
    return Record(game=one.game, length=one.length, score=one.score)


def _replayed(source: str) -> dict[str, Any]:
    text, faults = read_kept(source)
    sheet = read(text.encode(), ".jsonl")
    white, black = sheet.score
    over = bool(sheet.length) and max(white, black) >= sheet.length
    winner = ("white" if white > black else "black") if over else None
    return {
        "id": "",
        "agreement": {"game": sheet.kind.name, "length": sheet.length or None},
        "mode": "file",
        "faults": faults,
        "you": [],
        "white": {"name": sheet.name(Side.WHITE), "bot": False},
        "black": {"name": sheet.name(Side.BLACK), "bot": False},
        "status": "finished",
        "winner": winner,
        "points": f"{white}-{black}",
        "games": [
            {"number": number, "moments": list(moments(one.record.game, one.record.notes))}
            for number, one in enumerate(sheet.games, start=1)
        ],
    }
