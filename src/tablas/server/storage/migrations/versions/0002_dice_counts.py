"""How often each roll fell, day by day.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dice_counts",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("roll", sa.String(length=2), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "roll", name=op.f("pk_dice_counts")),
    )
