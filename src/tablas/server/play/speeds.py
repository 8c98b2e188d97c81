"""Speed classes: games of a like pace share one rating, told from the time control alone."""

from __future__ import annotations

from enum import Enum
from typing import Final

from tablas.games import kind
from tablas.play.clock import MINUTE, SECOND, TimeControl, Timing
from tablas.words import Words

DAY: Final = 24 * 60 * MINUTE


class Speed(Enum):
    """How fast a game is played; each class of each game has a rating of its own."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    CORRESPONDENCE = "correspondence"

    @property
    def words(self) -> Words:
        return _WORDS[self]


_WORDS: Final = {
    Speed.BULLET: Words("bullet", "bala"),
    Speed.BLITZ: Words("blitz", "relámpago"),
    Speed.RAPID: Words("rapid", "rápida"),
    Speed.CLASSICAL: Words("classical", "clásica"),
    Speed.CORRESPONDENCE: Words("correspondence", "por correspondencia"),
}

_SLOWEST: Final = (  # up to which expected time of one player in one game, in milliseconds
    (180 * SECOND, Speed.BULLET),
    (480 * SECOND, Speed.BLITZ),
    (1200 * SECOND, Speed.RAPID),
)


def speed_of(game: str, time: TimeControl | None, *, length: int = 1) -> Speed | None:
    """The class of a game under this time control; None without a clock, which is never rated.

    What counts is the time that a player may expect to have in one game: the base, shared out
    over the points of a match, and the extra of every turn.

    >>> speed_of("backgammon", TimeControl.parse("fischer 5+3"))
    <Speed.BLITZ: 'blitz'>
    """
    if time is None:
        return None
    turns = kind(game).usual_turns
    if time.timing is Timing.PER_MOVE:
        if time.base >= DAY:
            return Speed.CORRESPONDENCE
        expected = time.base * turns // 2  # few turns use up all that they may
    else:
        expected = time.base // max(1, length) + time.extra * turns
    for slowest, speed in _SLOWEST:
        if expected < slowest:
            return speed
    return Speed.CLASSICAL
