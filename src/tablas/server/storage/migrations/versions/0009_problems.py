"""Problems: tries, ratings, daily ones, mistakes that come back, and sums of reviews.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _person(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    return (
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f(f"fk_{table}_person"), ondelete="CASCADE"
        ),
    )


def _rating() -> tuple[sa.Column[float] | sa.Column[int], ...]:
    return (
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("deviation", sa.Float(precision=53), nullable=False),
        sa.Column("volatility", sa.Float(precision=53), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
    )


def upgrade() -> None:
    op.create_table(
        "problem_ratings",
        sa.Column("problem", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("problem", name=op.f("pk_problem_ratings")),
    )
    op.create_table(
        "solver_ratings",
        *_person("solver_ratings"),
        sa.Column("kind", sa.String(length=16), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("person", "kind", name=op.f("pk_solver_ratings")),
    )
    op.create_table(
        "problem_tries",
        *_person("problem_tries"),
        sa.Column("problem", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("solved_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("person", "problem", name=op.f("pk_problem_tries")),
    )
    op.create_index("ix_problem_tries_person_at", "problem_tries", ["person", "at"])
    op.create_table(
        "daily_tries",
        *_person("daily_tries"),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person", "day", "kind", name=op.f("pk_daily_tries")),
    )
    op.create_table(
        "mistakes",
        *_person("mistakes"),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("stability", sa.Float(precision=53), nullable=False),
        sa.Column("difficulty", sa.Float(precision=53), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("learnt_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("person", "id", name=op.f("pk_mistakes")),
    )
    op.create_index("ix_mistakes_person_due_at", "mistakes", ["person", "due_at"])
    op.create_table(
        "review_sums",
        *_person("review_sums"),
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("person", "match", name=op.f("pk_review_sums")),
    )
    op.create_index("ix_review_sums_person_at", "review_sums", ["person", "at"])
