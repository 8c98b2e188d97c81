"""Everything: games, events, offers, people.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=24), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_subject", "audit", ["subject", "at"], unique=False)
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index("ix_challenges_expires_at", "challenges", ["expires_at"], unique=False)
    op.create_table(
        "chat_lines",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("phrase", sa.String(length=24), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_lines")),
    )
    op.create_index("ix_chat_lines_game", "chat_lines", ["game", "id"], unique=False)
    op.create_index("ix_chat_lines_person", "chat_lines", ["person"], unique=False)
    op.create_table(
        "downtimes",
        sa.Column("from_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("from_at", name=op.f("pk_downtimes")),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.String(length=64), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_events")),
        sa.UniqueConstraint("game", "client_id", name=op.f("uq_events_game_client_id")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("white", sa.String(length=40), nullable=True),
        sa.Column("black", sa.String(length=40), nullable=True),
        sa.Column("white_name", sa.String(length=80), nullable=False),
        sa.Column("black_name", sa.String(length=80), nullable=False),
        sa.Column("bots", sa.String(length=16), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("winner", sa.String(length=8), nullable=True),
        sa.Column("points", sa.String(length=16), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("rematch_of", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_black_created_at", "games", ["black", "created_at"], unique=False)
    op.create_index("ix_games_status_due_at", "games", ["status", "due_at"], unique=False)
    op.create_index("ix_games_white_created_at", "games", ["white", "created_at"], unique=False)
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("user", sa.String(length=40), nullable=False),
        sa.Column("user_name", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("pairing", sa.String(length=64), nullable=False),
        sa.Column("side", sa.String(length=8), nullable=False),
        sa.Column("to", sa.String(length=40), nullable=True),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
    )
    op.create_index("ix_offers_pairing", "offers", ["pairing", "open"], unique=False)
    op.create_index("ix_offers_to", "offers", ["to"], unique=False)
    op.create_index("ix_offers_user", "offers", ["user"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("renamed_at", sa.BigInteger(), nullable=True),
        sa.Column("muted_until", sa.BigInteger(), nullable=False),
        sa.Column("banned_until", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name_key", name=op.f("uq_people_name_key")),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("opponent", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("points", sa.Float(precision=53), nullable=False),
        sa.Column("rating_before", sa.Float(precision=53), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("deviation", sa.Float(precision=53), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        "ix_rating_changes_person_kind_speed_at",
        "rating_changes",
        ["person", "kind", "speed", "at"],
        unique=False,
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("deviation", sa.Float(precision=53), nullable=False),
        sa.Column("volatility", sa.Float(precision=53), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "kind", "speed", name=op.f("pk_ratings")),
    )
    op.create_index(
        "ix_ratings_kind_speed_rating", "ratings", ["kind", "speed", "rating"], unique=False
    )
    op.create_table(
        "reports",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("reporter", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=True),
        sa.Column("line", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("settled_by", sa.String(length=40), nullable=True),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_settled_at", "reports", ["settled_at", "at"], unique=False)
    op.create_index("ix_reports_subject", "reports", ["subject"], unique=False)
    op.create_table(
        "former_names",
        sa.Column("name_key", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_former_names_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("name_key", name=op.f("pk_former_names")),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("muted", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["muted"], ["people.id"], name=op.f("fk_mutes_muted"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_mutes_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "muted", name=op.f("pk_mutes")),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=1400), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_passkeys_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("agent", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("proved_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_sessions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"], unique=False)
    op.create_index("ix_sessions_person", "sessions", ["person"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("scopes", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_tokens_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_tokens_person", table_name="tokens")
    op.drop_table("tokens")
    op.drop_index("ix_sessions_person", table_name="sessions")
    op.drop_index("ix_sessions_expires_at", table_name="sessions")
    op.drop_table("sessions")
    op.drop_index("ix_passkeys_person", table_name="passkeys")
    op.drop_table("passkeys")
    op.drop_table("mutes")
    op.drop_table("former_names")
    op.drop_index("ix_reports_subject", table_name="reports")
    op.drop_index("ix_reports_settled_at", table_name="reports")
    op.drop_table("reports")
    op.drop_index("ix_ratings_kind_speed_rating", table_name="ratings")
    op.drop_table("ratings")
    op.drop_index("ix_rating_changes_person_kind_speed_at", table_name="rating_changes")
    op.drop_table("rating_changes")
    op.drop_table("people")
    op.drop_index("ix_offers_user", table_name="offers")
    op.drop_index("ix_offers_to", table_name="offers")
    op.drop_index("ix_offers_pairing", table_name="offers")
    op.drop_table("offers")
    op.drop_table("heartbeats")
    op.drop_index("ix_games_white_created_at", table_name="games")
    op.drop_index("ix_games_status_due_at", table_name="games")
    op.drop_index("ix_games_black_created_at", table_name="games")
    op.drop_table("games")
    op.drop_table("events")
    op.drop_table("downtimes")
    op.drop_index("ix_chat_lines_person", table_name="chat_lines")
    op.drop_index("ix_chat_lines_game", table_name="chat_lines")
    op.drop_table("chat_lines")
    op.drop_index("ix_challenges_expires_at", table_name="challenges")
    op.drop_table("challenges")
    op.drop_index("ix_audit_subject", table_name="audit")
    op.drop_table("audit")
