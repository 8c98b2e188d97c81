"""Codes of an app as a second step of signing in.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_factors",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger()),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.Column("recovery", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name=op.f("fk_second_factors_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_second_factors")),
    )
