"""Who called a game off.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("aborted_by", sa.String(length=40)))
    op.create_index("ix_games_aborted_by", "games", ["aborted_by"])
