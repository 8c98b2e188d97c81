"""A tournament: every two of many players meet in a duel, and all together get ratings.

Each duel is kept in a file of its own, so that a tournament that was stopped goes on, and one more
player costs only that player's duels.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tablas.duel.elo import SIGMAS, EloTest
from tablas.duel.result import PointsTest
from tablas.duel.runner import Duel
from tablas.duel.saved import GameWords
from tablas.duel.setting import Setting

STEPS: Final = 200  # of Newton's method, which needs about ten
PRIOR: Final = 0.5  # won and lost half a game against the mean: nobody's rating is endless


@dataclass(frozen=True, slots=True)
class Met:
    """What came out between two players, by their places in the list."""

    one: int
    other: int
    games: int
    won: float  # games by `one`, a draw as one half
    points: float  # a game, for `one`; luck taken away where it can be
    verdict: str = ""  # of the test, if there is one


@dataclass(frozen=True, slots=True)
class TableRow:
    """A player's place in the table: Elo above the mean of all, with half its 95 % interval."""

    player: str
    name: str
    rating: float
    within: float
    games: int
    won: float
    points: float


class Tournament:
    """Some players of one game; `setting` says how they meet, its two players aside."""

    def __init__(self, setting: Setting, players: Sequence[str], folder: Path) -> None:
        self.setting, self.players, self.folder = setting, tuple(players), folder
        self.names = list(players)
        self.met: list[Met] = []
        self.games: dict[tuple[int, int], list[GameWords]] = {}

    def pairings(self, *, gauntlet: bool) -> list[tuple[int, int]]:
        """Everybody against everybody, or the first against each of the others."""
        places = range(len(self.players))
        return [pair for pair in itertools.combinations(places, 2) if not gauntlet or pair[0] == 0]

    def play(
        self,
        games: int,
        *,
        gauntlet: bool = False,
        processes: int = 1,
        test: PointsTest | EloTest | None = None,
    ) -> Iterator[Met]:
        """Play what is missing of each duel; gives what came out, duel by duel.

        With a test a duel ends as soon as it is decided. The games themselves are in `games`, if
        the setting keeps them.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for one, other in self.pairings(gauntlet=gauntlet):
            first, second = self.players[one], self.players[other]
            setting = replace(self.setting, first=first, second=second)
            with Duel(setting, self._file(setting), processes=processes) as duel:
                for _ in duel.play(games, test):
                    pass
                self.names[one], self.names[other] = duel.match.names
                summary = duel.summary(test)
                self.games[one, other] = duel.tally.pairs.games
            count = summary["games"]
            met = Met(
                one, other, count, count * summary["raw_won"], summary["points_per_game"],
                summary.get("sprt", ""),
            )  # fmt: skip
            self.met.append(met)
            yield met

    def table(self) -> list[TableRow]:
        """Everybody, the best first."""
        ratings, within = rated(len(self.players), self.met)
        standings = []
        for place, player in enumerate(self.players):
            mine = [(one, 1) for one in self.met if one.one == place]
            mine += [(one, -1) for one in self.met if one.other == place]
            games = sum(one.games for one, _ in mine)
            won = sum(one.won if sign > 0 else one.games - one.won for one, sign in mine)
            points = sum(sign * one.points * one.games for one, sign in mine)
            standings.append(
                TableRow(
                    player, self.names[place], ratings[place], within[place],
                    games, won / games if games else 0.0, points / games if games else 0.0,
                )
            )  # fmt: skip
        return sorted(standings, key=lambda one: -one.rating)

    def _file(self, setting: Setting) -> Path:
        named = f"{setting.first}\n{setting.second}".encode()
        return self.folder / f"{hashlib.sha256(named).hexdigest()[:12]}.jsonl"


def rated(players: int, met: Sequence[Met]) -> tuple[list[float], list[float]]:
    """The Elo of each that makes the results likeliest (Bradley and Terry, 1952), mean 0.

    With half the width of its 95 % interval, from the curvature of the likelihood.
    """
    import numpy as np  # noqa: PLC0415 not for every command

    strength = np.zeros(players)
    curve = np.eye(players)
    for _ in range(STEPS):
        slope = np.array([PRIOR * (1 - 2 / (1 + math.exp(-s))) for s in strength])
        curve = np.diag([2 * PRIOR * _spread(s) for s in strength])
        for one in met:
            chance = 1 / (1 + math.exp(strength[one.other] - strength[one.one]))
            weight = one.games * chance * (1 - chance)
            slope[one.one] += one.won - one.games * chance
            slope[one.other] -= one.won - one.games * chance
            curve[one.one, one.one] += weight
            curve[one.other, one.other] += weight
            curve[one.one, one.other] -= weight
            curve[one.other, one.one] -= weight
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -1, 1)
        if abs(step).max() < 1e-9:
            break
    points = 400 / math.log(10)
    # Only differences are known: the spread that all share with the mean is none of a rating's.
    apart = np.eye(players) - 1 / players
    errors = np.sqrt(np.diag(apart @ np.linalg.inv(curve) @ apart))
    return list(points * (strength - strength.mean())), list(points * SIGMAS * errors)


def _spread(strength: float) -> float:
    chance = 1 / (1 + math.exp(-strength))
    return chance * (1 - chance)


def crosstable(tournament: Tournament) -> list[list[dict[str, Any] | None]]:
    """What the row won against the column, in the order of the table; None where they never met."""
    order = [tournament.players.index(one.player) for one in tournament.table()]
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    for met in tournament.met:
        share = met.won / met.games
        cells[met.one, met.other] = {"won": share, "points": met.points, "games": met.games}
        cells[met.other, met.one] = {"won": 1 - share, "points": -met.points, "games": met.games}
    return [[cells.get((row, column)) for column in order] for row in order]
