"""The terms of each game of a match as files tell them: a score, and perhaps "Crawford"."""

from __future__ import annotations

from dataclasses import replace

from tablas.errors import IllegalAction
from tablas.play.match import LONGEST_MATCH
from tablas.play.terms import Stakes, Terms


class MatchScore:
    """Which game of a match is the Crawford game: the first with a player one point away."""

    def __init__(self, length: int, *, crawford: bool = True, money: Stakes | None = None) -> None:
        if length > LONGEST_MATCH:
            raise IllegalAction(
                f"a match to {length}: expected at most {LONGEST_MATCH} points",
                f"un encuentro a {length}: se esperaban como máximo {LONGEST_MATCH} puntos",
            )
        self.length = length
        self.crawford = crawford
        self._money = money or Stakes()
        self._played = False  # the Crawford game

    def terms(self, score: tuple[int, int], *, crawford_game: bool | None = None) -> Terms:
        """The terms of the game that begins at `score`; a file may say whether it is Crawford."""
        if not self.length:
            return Terms(stakes=self._money)
        needed = (self.length - score[0], self.length - score[1])
        away = (max(needed[0], 1), max(needed[1], 1))
        crawford = crawford_game
        if crawford is None:
            crawford = self.crawford and 1 in away and not self._played
        self._played = self._played or 1 in away
        stakes = replace(self._money, jacoby=False, beavers=False, raccoons=False)
        return Terms(stakes=replace(stakes, cube=not crawford, away=away, length=self.length))
