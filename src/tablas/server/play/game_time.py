"""A game's own time: it runs on from the last event, and stands still while nobody serves."""

from __future__ import annotations

from dataclasses import dataclass

from tablas.play.clock import Clock as GameClock
from tablas.play.clock import Timing
from tablas.server.storage.context import TimeSource
from tablas.values import Side


@dataclass(slots=True)
class GameTime:
    """Game time `at` belongs to monotonic time `since`; both go on together from there."""

    clock: TimeSource
    at: int = 0
    since: int = 0

    def now(self) -> int:
        return self.at + max(0, self.clock.monotonic() - self.since)

    def anchor(self, at: int, ago: int = 0) -> None:
        """The game's time was `at`, `ago` milliseconds before now."""
        self.at = at
        self.since = self.clock.monotonic() - max(0, ago)


def falls_at(clock: GameClock | None) -> int | None:
    """When, in the game's time, the running clock is used up; None if none runs."""
    if clock is None or clock.running is None:
        return None
    left = clock.left[0 if clock.running is Side.WHITE else 1]
    free = clock.control.extra if clock.control.timing is Timing.DELAY else 0
    return clock.since + left + free
