"""The log of sign-ins that everybody can read about their own account.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "sign_ins",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("how", sa.String(length=24), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_sign_ins_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_ins")),
    )
    op.create_index("ix_sign_ins_person", "sign_ins", ["person", "id"])
    op.create_index("ix_sign_ins_at", "sign_ins", ["at"])
