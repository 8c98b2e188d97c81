"""What every part of a running server is handed: settings, database, clock and secrets."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.settings import Settings
from tablas.server.storage.database import Database
from tablas.server.storage.signing import read_key
from tablas.values import Side


class TimeSource(Protocol):
    """Where time comes from; tests bring their own."""

    def monotonic(self) -> int:
        """Milliseconds of a clock that never goes back."""

    def wall(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The clocks of this machine."""

    def monotonic(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> int:
        return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Secrets:
    """Keys that outlive a restart: one signs cookies, one signs the receipts of fair dice."""

    cookies: bytes
    dice: bytes

    @classmethod
    def kept(cls, settings: Settings) -> Secrets:
        """From the settings or from files in the data folder, which are made at first start."""
        settings.data.mkdir(parents=True, exist_ok=True)
        if secret := settings.secret.encode():
            return cls(
                hashlib.sha256(b"cookies|" + secret).digest(),
                hashlib.sha256(b"dice|" + secret).digest(),
            )
        return cls(read_key(settings.data / "cookie.key"), read_key(settings.data / "dice.key"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game (or a whole match) that has just ended, for whoever counts results."""

    game: str
    kind: str
    speed: str | None
    rated: bool
    white: str
    black: str
    winner: Side | None
    points: int
    ended_at: int


OnFinished = Callable[[AsyncConnection, Finished], Coroutine[Any, Any, None]]
"""Runs inside the transaction that stores the last action of a game, so it happens once."""


@dataclass(frozen=True, slots=True)
class Context:
    """Handed to routers and rooms; everything in it lives as long as the server."""

    settings: Settings
    database: Database
    clock: TimeSource
    secrets: Secrets
    on_finished: list[OnFinished] = field(default_factory=list)
