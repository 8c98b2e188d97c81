"""What is settled before an episode begins, and how the kernel names its phases and ends."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any

from tablas.errors import IllegalAction
from tablas.games import kind


class EpisodePhase(IntEnum):
    """What is asked next; the opening throw and rolls are chance's to answer."""

    OPENING = 0
    ROLL = 1
    DOUBLE = 2
    ANSWER = 3
    MOVE = 4
    OVER = 5


class End(IntEnum):
    """How an episode ended; one that was stopped by `max_turns` is truncated."""

    OPEN = 0
    PLAYED_OUT = 1
    DROPPED = 2
    LOCKED = 3
    STOPPED = 4
    FORFEITED = 5


class MoveEnd(IntEnum):
    """How an episode of a game without dice ended."""

    OPEN = 0
    PLAYED_OUT = 1
    REPETITION = 2
    NO_PROGRESS = 3
    STOPPED = 4
    FORFEITED = 5
    PLY_LIMIT = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is settled before the first roll.

    `cube`: players may double. `match_length`: the episode is a match to so many points, and its
    reward 1 for winning it; 0 is one game, and its reward the points. `max_turns`: then the
    episode is cut off. `explicit_chance`: throws and rolls are actions, made by the caller.
    """

    cube: bool = False
    match_length: int = 0
    max_turns: int = 0
    explicit_chance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOptions:
    """What keeps a game without dice from going on for ever, as its rules page has it.

    `target`: ejections that win. `repetition`: the third occurrence of a position is a draw.
    `quiet`: so many plies without an ejection, 200 at most, are a draw, or are won by more
    ejections (`quiet_decides`). `plies`: then ejections decide. `max_turns`: then the episode is
    cut off without a result. 0 is no limit.
    """

    target: int = 6
    repetition: bool = True
    quiet: int = 200
    quiet_decides: bool = False
    plies: int = 0
    max_turns: int = 0


AnyOptions = Options | MoveOptions


def options_for(game: str, given: dict[str, Any]) -> AnyOptions:
    """The options of an environment that rolls its own dice, by name.

    >>> options_for("abak", {"cube": True}).cube
    True
    """
    made = Options if kind(game).dice else MoveOptions
    known = {field.name for field in fields(made)} - {"explicit_chance"}
    if unknown := sorted(set(given) - known):
        names = ", ".join(sorted(known))
        raise IllegalAction(
            f"option {unknown[0]!r}: an environment of {game} knows {names}",
            f"opción {unknown[0]!r}: un entorno de {game} conoce {names}",
        )
    return made(**given)
