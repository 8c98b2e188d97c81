"""Somebody's own mistakes as problems: taken from stored reviews, coming back until learnt."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import RowMapping, and_, func, insert, select, update

from tablas.problems.problem import ID_LENGTH
from tablas.review.as_json import Fields
from tablas.review.page import read_shown
from tablas.review.themes import decision_themes
from tablas.review.value import Decision, Mark
from tablas.server.coach.review_totals import sum_of
from tablas.server.coach.spaced_repetition import Memory, days_until_due, fresh, tried
from tablas.server.storage.context import TimeSource
from tablas.server.storage.database import Database
from tablas.server.storage.schema import games, reviews
from tablas.server.storage.schema_problems import mistakes, review_sums
from tablas.values import Side

DAY_MS: Final = 86_400_000
GATHERED: Final = 6
"""Reviews that one request takes in; the next one goes on."""

OF_ONE_REVIEW: Final = 8
"""The costliest mistakes of a game become problems: nobody repeats forty."""

PREFIX: Final = "m"
CARES: Final = ("deep", "normal", "fast")
"""Of several reviews of one game the most careful one counts."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake as a card."""

    id: str
    game: str
    match: str
    decision: Decision
    themes: tuple[str, ...]
    memory: Memory
    seen_at: int
    due_at: int
    tries: int
    learnt: bool


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a review says about one player."""

    match: str
    game: str
    ended_at: int
    sums: Fields
    cards: tuple[tuple[str, Fields], ...]


class Mistakes:
    """The tables `mistakes` and `review_sums`."""

    def __init__(self, database: Database, clock: TimeSource) -> None:
        self._database, self._clock = database, clock

    async def fresh_reviews(self, person: str) -> list[tuple[RowMapping, Side]]:
        """Reviews of somebody's finished games that were not taken in yet, the oldest first."""
        played = games.c.white == person, games.c.black == person
        taken = select(review_sums.c.match).where(review_sums.c.person == person)
        query = (
            select(reviews.c.match, reviews.c.care, reviews.c.kind, reviews.c.result,
                   games.c.white, games.c.ended_at)
            .join(games, games.c.id == reviews.c.match)
            .where(
                reviews.c.status == "done", games.c.mode != "local",
                played[0] | played[1], reviews.c.match.not_in(taken),
            )
            .order_by(games.c.ended_at)
            .limit(GATHERED * len(CARES))
        )  # fmt: skip
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        best: dict[str, RowMapping] = {}
        for row in sorted(rows, key=lambda row: CARES.index(row["care"])):
            best.setdefault(row["match"], row)
        mine = sorted(best.values(), key=lambda row: row["ended_at"] or 0)[:GATHERED]
        return [(row, Side.WHITE if row["white"] == person else Side.BLACK) for row in mine]

    async def keep(self, person: str, gathered: Sequence[Gathered]) -> None:
        """Store what reviews say; one that was stored meanwhile stays as it is."""
        now, memory = self._clock.wall(), fresh()
        for one in gathered:
            async with self._database.writing() as connection:
                same = and_(review_sums.c.person == person, review_sums.c.match == one.match)
                if (await connection.execute(select(review_sums.c.match).where(same))).first():
                    continue
                await connection.execute(
                    insert(review_sums).values(
                        person=person,
                        match=one.match,
                        kind=one.game,
                        at=one.ended_at,
                        body=json.dumps(one.sums),
                    )
                )
                for id_, body in one.cards:
                    known = and_(mistakes.c.person == person, mistakes.c.id == id_)
                    if (await connection.execute(select(mistakes.c.id).where(known))).first():
                        continue  # the same mistake in another game
                    await connection.execute(
                        insert(mistakes).values(
                            person=person,
                            id=id_,
                            kind=one.game,
                            match=one.match,
                            body=json.dumps(body),
                            stability=memory.stability,
                            difficulty=memory.difficulty,
                            seen_at=now,
                            due_at=now,
                            tries=0,
                        )
                    )

    async def count(self, person: str) -> dict[str, int | None]:
        """How many are due now, how many come back later and when, how many are learnt."""
        now, mine = self._clock.wall(), mistakes.c.person == person
        left = and_(mine, mistakes.c.learnt_at.is_(None))
        later = and_(left, mistakes.c.due_at > now)

        async with self._database.reading() as connection:

            async def number(where: Any) -> int:
                query = select(func.count()).select_from(mistakes).where(where)
                return await connection.scalar(query) or 0

            return {
                "due": await number(and_(left, mistakes.c.due_at <= now)),
                "later": await number(later),
                "learnt": await number(and_(mine, mistakes.c.learnt_at.is_not(None))),
                "next_at": await connection.scalar(
                    select(func.min(mistakes.c.due_at)).where(later)
                ),
            }

    async def due(self, person: str, game: str | None) -> Mistake | None:
        """The one that has waited longest."""
        due = and_(
            mistakes.c.person == person,
            mistakes.c.learnt_at.is_(None),
            mistakes.c.due_at <= self._clock.wall(),
        )
        if game is not None:
            due = and_(due, mistakes.c.kind == game)
        query = select(mistakes).where(due).order_by(mistakes.c.due_at, mistakes.c.id).limit(1)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _mistake(row) if row else None

    async def find(self, person: str, id_: str) -> Mistake | None:
        query = select(mistakes).where(mistakes.c.person == person, mistakes.c.id == id_)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _mistake(row) if row else None

    async def tried(self, person: str, mistake: Mistake, *, right: bool) -> tuple[int, bool]:
        """When it comes back, and whether it is learnt."""
        now = self._clock.wall()
        days = (now - mistake.seen_at) / DAY_MS
        memory = tried(mistake.memory, days, right=right)
        due_at = now + round(days_until_due(memory) * DAY_MS)
        learnt = right and memory.learnt
        same = and_(mistakes.c.person == person, mistakes.c.id == mistake.id)
        async with self._database.writing() as connection:
            await connection.execute(
                update(mistakes).where(same).values(
                    stability=memory.stability, difficulty=memory.difficulty, seen_at=now,
                    due_at=due_at, tries=mistakes.c.tries + 1, learnt_at=now if learnt else None,
                )
            )  # fmt: skip
        return due_at, learnt


def gather(row: RowMapping, side: Side) -> Gathered:
    """What one stored review says about a side; words of themes take a while to find."""
    review = json.loads(row["result"])
    parts = [read_shown(one) for one in review["decisions"]]
    own = [one for one in parts if isinstance(one, Decision) and one.side is side]
    wrong = [one for one in own if one.mark is not Mark.FINE and not one.illegal]
    themes = {id(one): decision_themes(review["game"], one) for one in wrong}
    dear = [one for one in wrong if one.mark in (Mark.ERROR, Mark.BLUNDER)]
    dear.sort(key=lambda one: -one.cost)
    bodies = {(one["game"], one["place"], one["what"]): one for one in review["decisions"]}
    return Gathered(
        match=row["match"],
        game=review["game"],
        ended_at=row["ended_at"] or 0,
        sums=sum_of(review, side, parts, lambda one: themes.get(id(one), ())),
        cards=tuple(
            _card(review["game"], bodies[one.game, one.place, one.what], themes[id(one)])
            for one in dear[:OF_ONE_REVIEW]
        ),
    )


def _card(game: str, body: Fields, themes: Sequence[str]) -> tuple[str, Fields]:
    question = f"{game} {body['what']} {body['position']} {body['dice']}"
    digest = hashlib.sha256(question.encode()).hexdigest()[:ID_LENGTH]
    return PREFIX + digest, body | {"themes": list(themes)}


def _mistake(row: RowMapping) -> Mistake:
    body = json.loads(row["body"])
    themes = tuple(body.pop("themes"))
    decision = read_shown(body)
    assert isinstance(decision, Decision)
    return Mistake(
        id=row["id"], game=row["kind"], match=row["match"], decision=decision, themes=themes,
        memory=Memory(row["stability"], row["difficulty"]), seen_at=row["seen_at"],
        due_at=row["due_at"], tries=row["tries"], learnt=row["learnt_at"] is not None,
    )  # fmt: skip
