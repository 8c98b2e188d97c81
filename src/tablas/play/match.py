"""A match to so many points or a money session: score, Crawford, and the terms of each game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from tablas.errors import IllegalAction
from tablas.play.clock import TimeControl
from tablas.play.terms import Limits, Stakes, Terms
from tablas.values import Ending, Result, Side

LONGEST_MATCH: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The games that two players have finished, and what follows from them.

    `length` None is a money session, without end; its `stakes` then say what money options
    hold. In Abalone every won game is one point.

    >>> score = Match(length=3).after(Result(Side.WHITE, Ending.PLAYED_OUT, 2))
    >>> score.score, score.crawford_game, score.winner
    ((2, 0), True, None)
    """

    length: int | None = None
    crawford: bool = True
    stakes: Stakes = field(default_factory=Stakes)
    limits: Limits = field(default_factory=Limits)
    time: TimeControl | None = None
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        if self.length is not None and not 1 <= self.length <= LONGEST_MATCH:
            raise IllegalAction(
                f"match length {self.length}: expected 1 to {LONGEST_MATCH}",
                f"longitud del encuentro {self.length}: se esperaba de 1 a {LONGEST_MATCH}",
            )
        if self.stakes.away is not None:
            raise IllegalAction(
                "match: the score follows from the results, leave `away` out",
                "encuentro: el marcador sale de los resultados, quita `away`",
            )
        if self.length is not None:
            replace(self.stakes, away=(self.length, self.length))  # refuses money options

    @property
    def score(self) -> tuple[int, int]:
        """The points of White and Black; in a match nobody has more than its length."""
        return self._score_of(self.results)

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; a money session has none."""
        if self.length is None:
            return None
        white, black = self.score
        if max(white, black) < self.length:
            return None
        return Side.WHITE if white > black else Side.BLACK

    @property
    def away(self) -> tuple[int, int] | None:
        """What White and Black still need; None in a money session."""
        if self.length is None:
            return None
        white, black = self.score
        return self.length - white, self.length - black

    @property
    def crawford_game(self) -> bool:
        """Whether the next game is the one without a cube.

        Crawford: no cube in the first game in which a player is one point from winning.
        """
        if self.length is None or not self.crawford or self.winner:
            return False
        if max(self.score) != self.length - 1:
            return False
        earlier = (self._score_of(self.results[:n]) for n in range(len(self.results)))
        return all(max(score) < self.length - 1 for score in earlier)

    def terms(self) -> Terms:
        """The terms of the next game."""
        if self.winner:
            raise IllegalAction(
                f"the match is over: {self.winner.value} has won it",
                f"el encuentro ha terminado: lo han ganado {self.winner.words.es}",
            )
        cube = self.stakes.cube and not self.crawford_game
        stakes = replace(self.stakes, cube=cube, away=self.away, length=self.length)
        return Terms(stakes=stakes, limits=self.limits, time=self.time)

    def after(self, result: Result) -> Match:
        """The match with one more finished game."""
        if self.winner:
            raise IllegalAction(
                f"the match is over: {self.winner.value} has won it",
                f"el encuentro ha terminado: lo han ganado {self.winner.words.es}",
            )
        return replace(self, results=(*self.results, result))

    def _score_of(self, results: tuple[Result, ...]) -> tuple[int, int]:
        points = {Side.WHITE: 0, Side.BLACK: 0}
        for result in results:
            if result.winner is None:
                continue
            if result.ending is Ending.FLAGGED and self.length is not None:
                points[result.winner] = self.length  # a flag that falls loses the match
            else:
                points[result.winner] += result.points
        if self.length is not None:
            points = {side: min(won, self.length) for side, won in points.items()}
        return points[Side.WHITE], points[Side.BLACK]
