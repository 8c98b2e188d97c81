"""The tables of people: who they are, how they log in, what they said and how they are rated.

They stand on the same metadata as the games. A person is never deleted as a row, since games
name it; deleting one's data empties the row and removes everything that hangs on it.
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
    LargeBinary,
    String,
    Table,
    Text,
)

from tablas.server.storage.schema import metadata

# SQLite counts up by itself only in a column that is exactly INTEGER.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")


def _person(name: str = "person", *, primary_key: bool = False) -> Column[str]:
    return Column(
        name,
        String(40),
        ForeignKey("people.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=primary_key,
    )


people: Final = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(40), nullable=False, unique=True),  # equal for names read alike
    Column("kind", String(8), nullable=False),  # guest, account, bot
    Column("role", String(12), nullable=False, default="player"),  # player, moderator
    Column("password", Text),  # argon2id; empty where only passkeys open the door
    Column("about", Text, nullable=False, default=""),
    Column("language", String(2), nullable=False, default="en"),
    Column("created_at", BigInteger, nullable=False),
    Column("renamed_at", BigInteger),
    Column("muted_until", BigInteger, nullable=False, default=0),
    Column("banned_until", BigInteger, nullable=False, default=0),
    Column("closed_at", BigInteger),
    Column("deleted_at", BigInteger),
)

former_names: Final = Table(
    # Kept from strangers for a while, so that nobody slips into a name that was just left.
    "former_names",
    metadata,
    Column("name_key", String(40), primary_key=True),
    _person(),
    Column("until_at", BigInteger, nullable=False),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of what the cookie holds
    _person(),
    Column("agent", String(120), nullable=False, default=""),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("proved_at", BigInteger, nullable=False),  # last time a password or passkey was shown
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_sessions_person", "person"),
    Index("ix_sessions_expires_at", "expires_at"),
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # the credential id, base64url
    _person(),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Index("ix_passkeys_person", "person"),
)

second_factors: Final = Table(
    "second_factors",
    metadata,
    _person(primary_key=True),
    Column("nonce", String(32), nullable=False),  # the secret follows from it and the server's key
    Column("confirmed_at", BigInteger),  # empty while it is being set up
    Column("last_step", BigInteger, nullable=False),  # of time, whose code was used last
    Column("recovery", Text, nullable=False),  # hashes of codes left, separated by spaces
)

sign_ins: Final = Table(
    # For whoever owns the account; kept for a while, without addresses.
    "sign_ins",
    metadata,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    _person(),
    Column("at", BigInteger, nullable=False),
    Column("how", String(24), nullable=False),
    Column("device", String(40), nullable=False),
    Index("ix_sign_ins_person", "person", "id"),
    Index("ix_sign_ins_at", "at"),
)

challenges: Final = Table(
    # What a passkey has to sign; taken out when it is used, so it is used once.
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("purpose", String(16), nullable=False),  # register, add, login, prove
    Column("person", String(40)),
    Column("name", String(40)),
    Column("challenge", LargeBinary, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_challenges_expires_at", "expires_at"),
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    _person(),
    Column("label", String(60), nullable=False),
    Column("scopes", String(60), nullable=False),  # separated by spaces
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Column("expires_at", BigInteger),
    Index("ix_tokens_person", "person"),
)

mutes: Final = Table(
    # Whom a person does not want to read; a moderator's mute stands in `people`.
    "mutes",
    metadata,
    _person(primary_key=True),
    _person("muted", primary_key=True),
    Column("created_at", BigInteger, nullable=False),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("person", String(40), primary_key=True),  # also `bot:name`
    Column("kind", String(16), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("wins", Integer, nullable=False, default=0),
    Column("draws", Integer, nullable=False, default=0),
    Column("losses", Integer, nullable=False, default=0),
    Column("rated_at", BigInteger, nullable=False),
    Index("ix_ratings_kind_speed_rating", "kind", "speed", "rating"),
)

rating_changes: Final = Table(
    # One row for each side of a rated game: its primary key is what rates a game only once.
    "rating_changes",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("side", String(8), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("opponent", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("speed", String(16), nullable=False),
    Column("points", Float(53), nullable=False),  # 1, 0.5 or 0
    Column("rating_before", Float(53), nullable=False),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_rating_changes_person_kind_speed_at", "person", "kind", "speed", "at"),
)

chat_lines: Final = Table(
    "chat_lines",
    metadata,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("game", String(16), nullable=False),
    Column("room", String(8), nullable=False),  # players, watchers
    Column("person", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("phrase", String(24)),  # a stock phrase by its short name, or else
    Column("text", Text),  # free text
    Column("at", BigInteger, nullable=False),
    Column("hidden", Boolean, nullable=False, default=False),  # by a moderator
    Index("ix_chat_lines_game", "game", "id"),
    Index("ix_chat_lines_person", "person"),
)

reports: Final = Table(
    "reports",
    metadata,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("reporter", String(40), nullable=False),
    Column("subject", String(40), nullable=False),
    Column("game", String(16)),
    Column("line", _NUMBER),
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False, default=""),
    Column("at", BigInteger, nullable=False),
    Column("settled_by", String(40)),
    Column("settled_at", BigInteger),
    Column("outcome", Text),
    Index("ix_reports_settled_at", "settled_at", "at"),
    Index("ix_reports_subject", "subject"),
)

audit: Final = Table(
    # Only ever added to.
    "audit",
    metadata,
    Column("id", _NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(40), nullable=False),  # a moderator, or `admin` at the command line
    Column("action", String(24), nullable=False),
    Column("subject", String(40), nullable=False),
    Column("until_at", BigInteger),
    Column("reason", Text, nullable=False, default=""),
    Index("ix_audit_subject", "subject", "at"),
)
