"""Numbers of OGXM documents: who, what, and where on the board.

As the JSON form of the format has it (OGXM_JSON_SPEC_GAMMONVIEW in the source distribution of
`gammonview`): a ply of White has colour 1, a game won by White has winner 0, and the points are
numbered as Black counts them, with White's bar at 0.
"""

from __future__ import annotations

from typing import Any, Final

from tablas.backgammon.reasons import BAR
from tablas.play.clock import TimeControl, Timing
from tablas.values import Side

Document = dict[str, Any]

ROLLS: Final = range(21)  # actions 0 to 20 are plays, one number for each roll
ACTIONS: Final = [(low, high) for low in range(1, 7) for high in range(low, 7)]
DOUBLE: Final = 21
TAKE: Final = 22
DROP: Final = 23
GAME_OVER: Final = 24
MATCH_OVER: Final = 26
SET_UP: Final = 31
BEAVER: Final = 32
RACCOON: Final = 33
COLOURS: Final = {Side.WHITE: 1, Side.BLACK: 0}
SIDES: Final = {1: Side.WHITE, 0: Side.BLACK}
WINNERS: Final = {Side.WHITE: 0, Side.BLACK: 1}
NOBODY: Final = 255


def point(place: int, side: Side) -> int:
    """A point of `side` as the document numbers it, and the other way round."""
    return place if side is Side.BLACK else BAR - place


def clock_info(control: TimeControl) -> dict[str, int] | None:
    """A time control in the document's words; None where it has none for it."""
    if control.timing not in (Timing.SUDDEN_DEATH, Timing.DELAY, Timing.FISCHER):
        return None
    return {
        "reserve_ms": control.base,
        "delay_ms": control.extra if control.timing is Timing.DELAY else 0,
        "increment_ms": control.extra if control.timing is Timing.FISCHER else 0,
        "start_timestamp": 0,
        "precision": 1,
    }


def time_control(info: Document) -> TimeControl | None:
    """The way back; a delay and an increment together are more than a clock of ours can do."""
    base, delay = int(info.get("reserve_ms") or 0), int(info.get("delay_ms") or 0)
    increment = int(info.get("increment_ms") or 0)
    if not base or (delay and increment):
        return None
    if delay:
        return TimeControl(Timing.DELAY, base, delay)
    if increment:
        return TimeControl(Timing.FISCHER, base, increment)
    return TimeControl(Timing.SUDDEN_DEATH, base)
