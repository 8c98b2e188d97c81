"""How long a player may be away while the game waits, before the opponent may claim it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablas.engine.engines import engine
from tablas.play.clock import SECOND
from tablas.server.play.speeds import Speed
from tablas.server.play.table import Table
from tablas.values import Side

BUDGETS: Final[dict[Speed | None, int]] = {
    Speed.BULLET: 20 * SECOND,
    Speed.BLITZ: 45 * SECOND,
    Speed.RAPID: 90 * SECOND,
    Speed.CLASSICAL: 180 * SECOND,
    None: 180 * SECOND,  # no clock
}
LEAST_BUDGET: Final = min(BUDGETS.values()) // 4  # a guest's who stands worse


def budget(table: Table, side: Side, *, anonymous: bool) -> int:
    """Milliseconds for `side`: longer in slow games, half for guests, half when losing."""
    whole = BUDGETS.get(table.agreement.speed, BUDGETS[None])
    if anonymous:
        whole //= 2
    return whole // 2 if losing(table, side) else whole


def losing(table: Table, side: Side) -> bool:
    """Whether `side` stands worse by the rules of thumb of the simple players."""
    state = table.game.state
    if state.turn is None or state.result:
        return False
    lead = engine(state.kind.name).simple_evaluation(state.position)
    return lead < 0 if state.turn is side else lead > 0


@dataclass(slots=True)
class Absences:
    """The time both players have been away while it was for them to act, in this game."""

    used: dict[Side, int] = field(default_factory=lambda: {Side.WHITE: 0, Side.BLACK: 0})
    running: Side | None = None
    since: int = 0  # not yet counted as used
    began: int = 0  # to keep the other waiting, this time

    def update(self, missing: Side | None, now: int) -> None:
        """From `now` on it is `missing` who keeps the other waiting, or nobody."""
        if self.running is not None:
            self.used[self.running] += max(0, now - self.since)
        if self.running is not missing:
            self.began = now
        self.running, self.since = missing, now

    def spent(self, side: Side, now: int) -> int:
        going = max(0, now - self.since) if self.running is side else 0
        return self.used[side] + going
