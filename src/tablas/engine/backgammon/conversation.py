"""A conversation about backgammon: the first line says whether in our protocol or in UBGI."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tablas.backgammon import KIND
from tablas.engine.backgammon import ubgi
from tablas.engine.bot import bot, opponent
from tablas.engine.dice.protocol import DiceConversation
from tablas.engine.game_engine import Say


class BackgammonConversation:
    """Answers whoever begins by `ubgi` in that interface, everybody else in ours."""

    def __init__(self, say: Say, level: str) -> None:
        opponent(KIND.name, level)  # refuses what is unknown
        self._say, self._level = say, level

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line until the last one."""
        rest = iter(lines)
        first = next(rest, "")
        if first.strip() == ubgi.HELLO:
            ubgi.talk(KIND, bot(KIND.name, self._level), self._say, rest)
        else:
            ours = DiceConversation(KIND, self._say, self._level)
            ours.run(itertools.chain([first], rest))
