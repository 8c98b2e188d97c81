"""Spectators of a crowded game, woken a few at a time.

A frame is put into everybody's queue at once, which costs next to nothing. To wake a thousand
readers in one turn of the event loop would hold up every other game for as long as a thousand
frames take to send; so each turn wakes a few, and whatever else is due comes in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from tablas.server.play.live.seats import TableSeat

CROWD: Final = 20  # seats at a table; fewer are served at once
AT_ONCE: Final = 5  # spectators woken in one turn of the event loop; a command needs several turns


class Gallery:
    """The spectators of one table who have something to read."""

    def __init__(self) -> None:
        self._asleep: deque[TableSeat] = deque()

    def show(self, seat: TableSeat, frame: str) -> None:
        """Let a spectator have a frame, soon; all frames of one seat stay in their order."""
        seat.put(frame)
        if not self._asleep:
            asyncio.get_running_loop().call_soon(self._wake_some)
        self._asleep.append(seat)

    def _wake_some(self) -> None:
        for _ in range(min(AT_ONCE, len(self._asleep))):
            self._asleep.popleft().wake()
        if self._asleep:
            asyncio.get_running_loop().call_soon(self._wake_some)
