"""Hints that a game has changed or a player is there; the database remains the truth.

A hint may be lost or come twice: rooms read the log whenever they notice a gap, and look at it
from time to time without any hint.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

Hint = dict[str, Any]
Listener = Callable[[Hint], None]


class Bus(Protocol):
    """Carries hints to every other process of this server."""

    remote: bool

    def publish(self, hint: Hint) -> None: ...

    async def start(self, listener: Listener) -> None: ...

    async def stop(self) -> None: ...


class LocalBus:
    """One process: there is nobody else to tell."""

    remote = False

    def publish(self, hint: Hint) -> None:
        del hint

    async def start(self, listener: Listener) -> None:
        del listener

    async def stop(self) -> None:
        pass
