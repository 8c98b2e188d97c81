"""A duel from its first pair to its last, kept in a file so that it can go on another day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from tablas.duel.elo import EloTest
from tablas.duel.match import SeatedMatch
from tablas.duel.pairs import PlayedPairs
from tablas.duel.result import PointsTest, Tally
from tablas.duel.setting import DuelFile, Setting
from tablas.duel.workers import played_in_turn
from tablas.engine.seats import BoardDuel


class Duel:
    """Two players and what they have played; a context that closes the players.

    `first` is the number of the first pair, for a duel that adds to what was played elsewhere.
    """

    def __init__(
        self, setting: Setting, kept: Path | None = None, *, processes: int = 1, first: int = 0
    ) -> None:
        self.setting, self.processes, self.first = setting, processes, first
        self.file = DuelFile(kept, setting) if kept else None
        self.tally = Tally(self.file.begun() if self.file else PlayedPairs())
        self.match = SeatedMatch(setting)

    def __enter__(self) -> Self:
        self.match.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.match.__exit__()

    def play(self, games: int, test: PointsTest | EloTest | None = None) -> Iterator[Tally]:
        """Play on to so many games, or until the test has decided; gives the tally as it grows."""
        if test and self.tally.pairs.raw and self.tally.verdict(test):
            return
        for played in self._played(-(-games // 2)):
            self.tally.pairs.add(played)
            if self.file:
                self.file.add(played)
            yield self.tally
            if test and self.tally.verdict(test):
                return

    def summary(self, test: PointsTest | EloTest | None = None) -> dict[str, Any]:
        """The duel as plain values."""
        setting, names = self.setting, self.match.names
        summary = {
            "game": setting.game,
            "first": setting.first,
            "second": setting.second,
            "names": list(names),
            "cube": setting.cube,
            **self.tally.summary(),
            "judge": setting.judge,
            "seed": setting.seed,
        }
        if isinstance(self.match.side, BoardDuel):
            summary["counted"] = self.match.side.counted
        if test:
            summary["sprt"] = self.tally.verdict(test) or "undecided"
            summary["likelihood"] = round(self.tally.likelihood(test), 2)
        return summary

    def _played(self, pairs: int) -> Iterator[PlayedPairs]:
        batches = self._batches(pairs)
        if self.processes > 1:
            return played_in_turn(self.setting, batches, self.processes)
        return map(self.match.play, batches)

    def _batches(self, pairs: int) -> Iterator[range]:
        """Numbers of pairs that are played together, from where the duel stands."""
        done, at_once = len(self.tally.pairs.raw), self.match.at_once
        for start in range(done, pairs, at_once):
            yield range(self.first + start, self.first + min(start + at_once, pairs))
