"""What a room is handed by the server around it, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablas.server.play.board_desk import BoardDesk
from tablas.server.play.commands import Caused
from tablas.server.play.dice.dealer import Dealer
from tablas.server.play.engine.bots import Bots
from tablas.server.storage.bus import Bus
from tablas.server.storage.context import OnFinished, TimeSource
from tablas.server.storage.store import Store


@dataclass(slots=True)
class RoomCounts:
    """What all rooms of a process did, for whoever watches the server."""

    moves: int = 0
    refused: int = 0

    def add_moves(self, events: Sequence[Caused]) -> None:
        self.moves += sum(event.body["do"] == "played" for event in events)


@dataclass(frozen=True, slots=True)
class RoomServices:
    """Where a room reads the time, stores its events, gets its dice, and lets others think."""

    clock: TimeSource
    store: Store
    bus: Bus
    dealer: Dealer
    bots: Bots
    on_finished: Sequence[OnFinished]
    steps: BoardDesk  # of whoever is to play; apart from the boards that visitors ask for
    counts: RoomCounts = field(default_factory=RoomCounts)
