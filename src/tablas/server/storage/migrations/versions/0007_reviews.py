"""Reviews of games and of uploaded matches: jobs with their answers.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("care", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("source", sa.Text()),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("resumed_at", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("cpu", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("beat_at", sa.BigInteger()),
        sa.Column("done_at", sa.BigInteger()),
        sa.Column("result", sa.Text()),
        sa.PrimaryKeyConstraint("match", "care", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_status_asked_at", "reviews", ["status", "asked_at"])
    op.create_index("ix_reviews_person", "reviews", ["person"])
    op.create_table(
        "review_parts",
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("care", sa.String(length=8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "care", "number", name=op.f("pk_review_parts")),
    )
