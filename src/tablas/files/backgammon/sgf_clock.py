"""Clocks in .sgf, by the properties that FF[4] has for them.

`TM` is the time of a player in seconds, `OT` what a turn gets beside it (free text by the
standard; ours is such as `12 delay`), `WL` and `BL` beside an action is what White or Black had
left after it. A file tells no times of day: they are counted from the start of the game, with what
each action must have taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tablas.errors import NotationError, TablasError
from tablas.files.backgammon.following import Following
from tablas.files.sgf_tree import Node, Property, first
from tablas.play.clock import SECOND, Clock, TimeControl, Timing
from tablas.play.game import Game
from tablas.values import Side

SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK}
LEFT: Final = {Side.WHITE: "WL", Side.BLACK: "BL"}
TOLD: Final = (Timing.SUDDEN_DEATH, Timing.DELAY, Timing.FISCHER, Timing.BRONSTEIN)
"""A time for each move is not among them: what was left says nothing about the move."""

_SECONDS: Final = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,6})?")
_EXTRA: Final = re.compile(r"([0-9]{1,5}(?:\.[0-9]{1,3})?) (delay|fischer|bronstein)")


class NoClock(TablasError):
    """What a file says was left on the clocks does not fit together."""


def clock_of(nodes: Sequence[Node]) -> Clock | None:
    """The clock of a game, if its root states one and every action tells what was left."""
    control = control_of(nodes[0])
    acted = [(node, name) for node in nodes[1:] for name, _ in node if name in SIDES]
    if not control or any(left_after(node, SIDES[name]) is None for node, name in acted):
        return None
    return Clock(control, left_of(nodes[0], control))


def follow(
    following: Following, happened: Callable[[Following], None], side: Side, left: int
) -> None:
    """Follow an action at the moment that leaves so much to who acted."""
    before = following.kept()
    clock = following.game.state.clock
    assert clock is not None
    for moment in moments(clock, side, left):
        following.now = moment
        happened(following)
        after = following.game.state.clock
        if after and after.paused(moment).left[side is Side.BLACK] == left:
            return
        following.put_back(before)
    raise NoClock("the clocks do not fit together", "los relojes no encajan")


def control_of(root: Node) -> TimeControl | None:
    """The time that the root of a game states, where it is one that we can keep."""
    time, extra = first(root, "TM") or "", first(root, "OT") or ""
    turn = _EXTRA.fullmatch(extra.lower())
    if not _SECONDS.fullmatch(time) or (extra and not turn):
        return None
    timing = Timing(turn[2]) if turn else Timing.SUDDEN_DEATH
    try:
        return TimeControl(timing, _read(time), _read(turn[1]) if turn else 0)
    except NotationError:
        return None


def left_of(root: Node, control: TimeControl) -> tuple[int, int]:
    """What both sides had when the game began: all of it unless the root says otherwise."""
    white, black = (first(root, LEFT[side]) or "" for side in (Side.WHITE, Side.BLACK))
    fresh = Clock.fresh(control).left
    return (
        _read(white) if _SECONDS.fullmatch(white) else fresh[0],
        _read(black) if _SECONDS.fullmatch(black) else fresh[1],
    )


def left_after(node: Node, side: Side) -> int | None:
    """What `side` had left after the action of a node, if it says so."""
    text = first(node, LEFT[side]) or ""
    return _read(text) if _SECONDS.fullmatch(text) else None


def moments(clock: Clock, side: Side, left: int) -> Iterator[int]:
    """When an action may have happened that leaves so much; which, the game's own clock shows."""
    used = clock.remaining(side, clock.since) - left
    for taken in (used, used + clock.control.extra):
        if taken >= 0:
            yield clock.since + taken
    yield clock.since  # within what a turn has free


def tells(game: Game[object, object]) -> bool:
    """Whether the clock of a game can be written down."""
    clock = game.first.clock
    return (
        clock is not None
        and clock.control.timing in TOLD
        and all(entry.at is not None for entry in game.log)
    )


def root_properties(game: Game[object, object]) -> Iterator[Property]:
    """The time control of a game, and what was left where the match is older than the game."""
    clock = game.first.clock
    if clock is None or not tells(game):
        return
    control = clock.control
    yield "TM", (_written(control.base),)
    if control.extra:
        yield "OT", (f"{_written(control.extra)} {control.timing.value}",)
    if clock.left != Clock.fresh(control).left:
        for side, left in zip((Side.WHITE, Side.BLACK), clock.left, strict=True):
            yield LEFT[side], (_written(left),)


def turn_property(clock: Clock, side: Side) -> Property:
    """What `side` has left on a clock that it has just stopped."""
    white, black = clock.left
    return LEFT[side], (_written(white if side is Side.WHITE else black),)


def _read(text: str) -> int:
    return round(float(text) * SECOND)


def _written(time: int) -> str:
    return f"{time / SECOND:.3f}".rstrip("0").rstrip(".")
