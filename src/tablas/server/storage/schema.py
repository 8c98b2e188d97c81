"""The tables of games and offers; `schema_people.py` adds people to the same metadata.

Times named `…_at` are wall-clock milliseconds since 1970, but for three: `events.at` is on the
game's own scale, `events.served_at` and `games.due_at` on that of `service_time`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games: Final = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("terms", Text, nullable=False),  # JSON, see agreement.py
    Column("white", String(40)),  # user id, `bot:name`, or empty while nobody sits there
    Column("black", String(40)),
    Column("white_name", String(80), nullable=False, default=""),
    Column("black_name", String(80), nullable=False, default=""),
    Column("bots", String(16), nullable=False, default=""),  # sides that programs play
    Column("mode", String(16), nullable=False),  # live, correspondence, local
    Column("rated", Boolean, nullable=False, default=False),
    Column("speed", String(16)),
    Column("status", String(16), nullable=False),  # playing, finished, aborted, damaged
    Column("winner", String(8)),  # white, black, none; of the match where there is one
    Column("points", String(16)),  # final score, `7-3`
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("due_at", BigInteger),  # when the running clock falls, for games nobody has loaded
    Column("rematch_of", String(16)),
    Column("aborted_by", String(40)),  # user id of whoever called it off, or never came
    Index("ix_games_white_created_at", "white", "created_at"),
    Index("ix_games_black_created_at", "black", "created_at"),
    Index("ix_games_status_due_at", "status", "due_at"),
    Index("ix_games_aborted_by", "aborted_by"),
)

events: Final = Table(
    "events",
    metadata,
    Column("game", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("client_id", String(64)),  # what the sender called it; empty for the server's own
    Column("at", BigInteger, nullable=False),
    Column("stored_at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),  # JSON: `do` and its fields
    Column("served_at", BigInteger),  # empty where nobody will ask again
    UniqueConstraint("game", "client_id"),
    sqlite_with_rowid=False,
)

offers: Final = Table(
    "offers",
    metadata,
    Column("id", String(24), primary_key=True),  # also the secret of an invitation link
    Column("user", String(40), nullable=False),
    Column("user_name", String(80), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("terms", Text, nullable=False),
    Column("pairing", String(64), nullable=False),  # equal for offers that may be paired
    Column("side", String(8), nullable=False),  # white, black, any
    Column("to", String(40)),  # a challenge: the only one who may accept it
    Column("open", Boolean, nullable=False),  # False: only by its link
    Column("mode", String(16), nullable=False),
    Column("rated", Boolean, nullable=False, default=False),
    Column("rating", Integer),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("game", String(16)),  # the game it became
    Index("ix_offers_pairing", "pairing", "open"),
    Index("ix_offers_user", "user"),
    Index("ix_offers_to", "to"),
)

heartbeats: Final = Table(
    "heartbeats",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("beat_at", BigInteger, nullable=False),
    Column("served", BigInteger),
)

dice_counts: Final = Table(
    "dice_counts",
    metadata,
    Column("day", String(10), primary_key=True),  # 2026-11-15, by UTC
    Column("roll", String(2), primary_key=True),  # 63: the higher die first
    Column("count", BigInteger, nullable=False),
)

reviews: Final = Table(
    # Jobs, then results: what a review has found stays, and nobody computes it twice.
    "reviews",
    metadata,
    Column("match", String(40), primary_key=True),  # a game's id, or `file-…` of an upload
    Column("care", String(8), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(40), nullable=False),  # who asked first; empty after a farewell
    Column("source", Text),  # the record of an upload; games have their log
    Column("status", String(8), nullable=False),  # waiting, running, done, failed
    Column("done", Integer, nullable=False, default=0),  # questions answered and stored
    Column("total", Integer, nullable=False, default=0),
    Column("resumed_at", Integer, nullable=False, default=0),  # with which question it went on
    Column("tries", Integer, nullable=False, default=0),
    Column("cpu", Integer, nullable=False, default=0),  # milliseconds of processor time
    Column("asked_at", BigInteger, nullable=False),
    Column("beat_at", BigInteger),  # when who works on it stored something last
    Column("done_at", BigInteger),
    Column("result", Text),  # JSON
    Index("ix_reviews_status_asked_at", "status", "asked_at"),
    Index("ix_reviews_person", "person"),
)

review_parts: Final = Table(
    # The answers of a review under way, in order; they become its result.
    "review_parts",
    metadata,
    Column("match", String(40), primary_key=True),
    Column("care", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
