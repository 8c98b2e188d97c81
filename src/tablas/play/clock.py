"""An immutable game clock; `now` is always an argument, in milliseconds of any steady clock."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from tablas.errors import NotationError
from tablas.values import Side

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
LONGEST: Final = 14 * 24 * 60 * MINUTE  # two weeks: no game on a clock needs more


class Timing(Enum):
    """How thinking time is counted."""

    SUDDEN_DEATH = "sudden"  # a total, nothing comes back
    FISCHER = "fischer"  # every finished turn adds `extra`
    BRONSTEIN = "bronstein"  # every finished turn gives back what it used, up to `extra`
    DELAY = "delay"  # the first `extra` of every turn is free (simple, US delay)
    PER_MOVE = "move"  # every turn has `base` of its own


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time agreed on: `base` in all (or a turn, for PER_MOVE) and the `extra` of a turn.

    As text, minutes and seconds: `fischer 5+3`, `delay 14+12`, `sudden 15`, `move 0+30`.

    >>> TimeControl.parse("delay 14+12") == backgammon_tournament(7)
    True
    """

    timing: Timing
    base: int
    extra: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.base <= LONGEST and 0 <= self.extra <= LONGEST):
            raise NotationError(
                f"time control of {self.base} + {self.extra} ms: "
                f"the base must be 1 to {LONGEST} ms, the extra 0 to {LONGEST} ms",
                f"control de tiempo de {self.base} + {self.extra} ms: la base debe "
                f"ser de 1 a {LONGEST} ms y el extra, de 0 a {LONGEST} ms",
            )
        if self.extra and self.timing in (Timing.SUDDEN_DEATH, Timing.PER_MOVE):
            raise NotationError(
                f"time control: '{self.timing.value}' takes no extra time",
                f"control de tiempo: '{self.timing.value}' no admite tiempo extra",
            )

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read `<timing> <minutes>[+<seconds>]`; `move` counts minutes+seconds as one base."""
        parts = re.fullmatch(r"([a-z]{1,9}) ([0-9]{1,5})(?:\+([0-9]{1,6}))?", text)
        timings = {timing.value: timing for timing in Timing}
        if not parts or parts[1] not in timings:
            raise NotationError(
                f"time control {text[:40]!r}: expected one of {', '.join(timings)}, then "
                "minutes and seconds, such as 'fischer 5+3'",
                f"control de tiempo {text[:40]!r}: se esperaba uno de {', '.join(timings)} "
                "y después minutos y segundos, como 'fischer 5+3'",
            )
        timing, minutes, seconds = timings[parts[1]], int(parts[2]), int(parts[3] or 0)
        if timing is Timing.PER_MOVE:
            return cls(timing, minutes * MINUTE + seconds * SECOND)
        return cls(timing, minutes * MINUTE, seconds * SECOND)

    def __str__(self) -> str:
        minutes, rest = divmod(self.base, MINUTE)
        if self.timing is Timing.PER_MOVE:
            return f"move {minutes}+{rest // SECOND}"
        return f"{self.timing.value} {minutes}" + (f"+{self.extra // SECOND}" if self.extra else "")


def backgammon_tournament(length: int) -> TimeControl:
    """Simple delay of 12 s a turn and 2 minutes for each point of the match."""
    return TimeControl(Timing.DELAY, 2 * MINUTE * length, 12 * SECOND)


ABALONE_TOURNAMENT: Final = TimeControl(Timing.SUDDEN_DEATH, 15 * MINUTE)
FISCHER_PRESETS: Final = tuple(
    TimeControl(Timing.FISCHER, minutes * MINUTE, seconds * SECOND)
    for minutes, seconds in ((5, 3), (10, 5), (20, 10))
)


@dataclass(frozen=True, slots=True)
class Clock:
    """Two clocks of which at most one runs; every change makes a new clock.

    `left` is what White and Black had at the moment `since`, when `running` began to think.
    """

    control: TimeControl
    left: tuple[int, int]
    running: Side | None = None
    since: int = 0

    @classmethod
    def fresh(cls, control: TimeControl) -> Clock:
        """Both sides with their full time, stopped."""
        return cls(control, (control.base, control.base))

    def remaining(self, side: Side, now: int) -> int:
        """What `side` has left at `now`, never below 0."""
        left = self.left[_index(side)]
        return max(0, left - self._charge(now)) if side is self.running else left

    def free(self, now: int) -> int:
        """What is left at `now` of the delay in which a turn costs nothing; 0 on other clocks."""
        if self.control.timing is not Timing.DELAY or self.running is None:
            return 0
        return max(0, self.control.extra - self._elapsed(now))

    def flag(self, now: int) -> Side | None:
        """The side whose time is used up, if any."""
        running = self.running
        if running is None:
            return None
        return running if self.left[_index(running)] <= self._charge(now) else None

    def started(self, side: Side, now: int) -> Clock:
        """`side` begins to think."""
        return Clock(self.control, self.paused(now).left, side, now)

    def paused(self, now: int) -> Clock:
        """Nobody thinks; the time used so far is charged."""
        if self.running is None:
            return self
        return self._with(self.running, self.remaining(self.running, now), now)

    def finished_turn(self, now: int) -> Clock:
        """The running side ends its turn: what a turn gives back is given, nobody thinks."""
        side = self.running
        if side is None:
            return self
        used, control = self._elapsed(now), self.control
        left = self.remaining(side, now)
        match control.timing:
            case Timing.FISCHER:
                left += control.extra
            case Timing.BRONSTEIN:
                left += min(used, control.extra)
            case Timing.PER_MOVE:
                left = control.base
            case Timing.SUDDEN_DEATH | Timing.DELAY:
                pass
        return self._with(side, left, now)

    def granted(self, side: Side, time: int) -> Clock:
        """`side` with some more time, a courtesy of the opponent."""
        left = list(self.left)
        left[_index(side)] += time
        return replace(self, left=(left[0], left[1]))

    def _with(self, side: Side, left: int, now: int) -> Clock:
        white, black = self.left
        both = (left, black) if side is Side.WHITE else (white, left)
        return Clock(self.control, both, None, now)

    def _elapsed(self, now: int) -> int:
        # A clock read twice out of order must never give time back.
        return max(0, now - self.since)

    def _charge(self, now: int) -> int:
        used = now - self.since
        if self.control.timing is Timing.DELAY:
            used -= self.control.extra
        return max(used, 0)  # as in `_elapsed`


def _index(side: Side) -> int:
    return 0 if side is Side.WHITE else 1
