"""The tables of problems: who tried which, how they are rated, mistakes that come back, progress.

They stand on the same metadata as the games. What hangs on a person goes with the person.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from tablas.server.storage.schema import metadata


def _person() -> Column[str]:
    return Column(
        "person",
        String(40),
        ForeignKey("people.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=True,
    )


def _rating() -> tuple[Column[float], Column[float], Column[float], Column[int], Column[int]]:
    return (
        Column("rating", Float(53), nullable=False),
        Column("deviation", Float(53), nullable=False),
        Column("volatility", Float(53), nullable=False),
        Column("tries", Integer, nullable=False, default=0),  # that counted
        Column("solved", Integer, nullable=False, default=0),
    )


problem_ratings: Final = Table(
    # Problems that an account has tried; the others stand at their first rating.
    "problem_ratings",
    metadata,
    Column("problem", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    *_rating(),
    Column("rated_at", BigInteger, nullable=False),
)

solver_ratings: Final = Table(
    "solver_ratings",
    metadata,
    _person(),
    Column("kind", String(16), primary_key=True),
    *_rating(),
    Column("rated_at", BigInteger, nullable=False),
)

problem_tries: Final = Table(
    # One row for each problem that somebody tried: the first try is the one that is rated.
    "problem_tries",
    metadata,
    _person(),
    Column("problem", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("rating", Float(53), nullable=False),  # of the solver, after it
    Column("tries", Integer, nullable=False, default=1),
    Column("solved_at", BigInteger),
    Index("ix_problem_tries_person_at", "person", "at"),
)

daily_tries: Final = Table(
    "daily_tries",
    metadata,
    _person(),
    Column("day", String(10), primary_key=True),  # 2026-11-16, by UTC
    Column("kind", String(16), primary_key=True),
    Column("right", Boolean, nullable=False),
)

mistakes: Final = Table(
    # Somebody's own mistakes as cards that come back; see coach/spaced_repetition.py.
    "mistakes",
    metadata,
    _person(),
    Column("id", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("match", String(40), nullable=False),
    Column("body", Text, nullable=False),  # JSON: the decision of the review, its themes
    Column("stability", Float(53), nullable=False),  # days
    Column("difficulty", Float(53), nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("learnt_at", BigInteger),  # it comes back no more
    Index("ix_mistakes_person_due_at", "person", "due_at"),
)

review_sums: Final = Table(
    # What each reviewed game says about somebody's play, once; its mistakes became cards.
    "review_sums",
    metadata,
    _person(),
    Column("match", String(40), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),  # when the game ended
    Column("body", Text, nullable=False),  # JSON
    Index("ix_review_sums_person_at", "person", "at"),
)
