"""Games of Abalone that name no start began at the Belgian Daisy; now Standard is the usual start.

Revision ID: 0003
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


PAIRING = 64  # characters of the terms that offers are paired by


def upgrade() -> None:
    connection = op.get_bind()
    for name in ("games", "offers"):
        table = sa.table(name, *map(sa.column, ("id", "kind", "terms", "pairing")))
        abalone = sa.select(table.c.id, table.c.terms).where(table.c.kind == "abalone")
        for row in connection.execute(abalone).all():
            terms = json.loads(row.terms)
            if "start" in terms or "position" in terms:
                continue
            game = {"game": terms.pop("game"), "start": "belgian-daisy"}  # as agreements order them
            text = json.dumps(game | terms, separators=(",", ":"))
            pairing = {"pairing": text[:PAIRING]} if name == "offers" else {}
            this = sa.update(table).where(table.c.id == row.id)
            connection.execute(this.values(terms=text, **pairing))
