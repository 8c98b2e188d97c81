"""Service time in place of wall-clock times and the pauses between them.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("heartbeats", sa.Column("served", sa.BigInteger()))
    op.add_column("events", sa.Column("served_at", sa.BigInteger()))
    # Until now the scale was the wall clock; time goes on from the last beat.
    op.execute(sa.text("UPDATE heartbeats SET served = beat_at"))
    pauses = op.get_bind().execute(sa.text("SELECT from_at, until_at FROM downtimes")).all()
    last = op.get_bind().execute(
        sa.text(
            "SELECT e.game, e.seq, e.stored_at FROM events e JOIN games g ON g.id = e.game "
            "WHERE g.status = 'playing' "
            "AND e.seq = (SELECT MAX(seq) FROM events WHERE game = e.game)"
        )
    )
    # Pauses that a clock has been spared already stay uncharged.
    spared = [
        {
            "game": row.game,
            "seq": row.seq,
            "at": row.stored_at + sum(max(0, b - max(a, row.stored_at)) for a, b in pauses),
        }
        for row in last.all()
    ]
    if spared:
        change = "UPDATE events SET served_at = :at WHERE game = :game AND seq = :seq"
        op.get_bind().execute(sa.text(change), spared)
    op.drop_table("downtimes")
