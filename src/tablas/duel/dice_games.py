"""Pairs of games with the same dice, once with each side starting, many side by side."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablas.duel.luck import lucks
from tablas.duel.pairs import PlayedPairs, Two
from tablas.duel.saved import GameWords, Scribe
from tablas.engine.dice.cubes import Boards, Cubes
from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.seats import DiceSeat, LuckJudge
from tablas.values import Side

BLOCK: Final = 64  # rolls drawn at a time
LONGEST: Final = 4000
"""Turns after which a game is drawn: some games never end by the rules."""


class Dicebox:
    """The rolls of some pairs; roll n of pair i depends on the seed, i and n alone."""

    def __init__(self, seed: int, pairs: range) -> None:
        self.rngs = [np.random.default_rng([seed, pair]) for pair in pairs]
        opening = [_opening(rng) for rng in self.rngs]
        self.rolls = np.array(opening, np.uint8)[:, None]

    def roll(self, turn: int) -> Boards:
        """The dice of this turn in every pair."""
        while turn >= self.rolls.shape[1]:
            more = [rng.integers(1, 7, (BLOCK, 2), dtype=np.uint8) for rng in self.rngs]
            self.rolls = np.concatenate([self.rolls, np.stack(more)], axis=1)
        return np.asarray(self.rolls[:, turn])


def _opening(rng: np.random.Generator) -> tuple[int, int]:
    """Two different dice, all thirty throws equally likely."""
    high = int(rng.integers(1, 7))
    return high, (high - 1 + int(rng.integers(1, 6))) % 6 + 1


def play_pairs(
    game: str,
    one: DiceSeat,
    other: DiceSeat,
    box: Dicebox,
    judge: LuckJudge | None,
    *,
    cube: bool,
    written: bool = False,
) -> PlayedPairs:
    """Both games of every pair in the box; without a judge no luck is taken away."""
    ahead = _SideBySide(game, one, other, box, judge, cube)
    behind = _SideBySide(game, other, one, box, judge, cube)
    if written:
        ahead.scribe = Scribe(len(box.rngs), Side.WHITE)
        behind.scribe = Scribe(len(box.rngs), Side.BLACK)
    ahead.play()
    behind.play()
    raw = np.stack([ahead.raw, -behind.raw], axis=1)
    luck = np.stack([ahead.luck, -behind.luck], axis=1)
    won = (np.sign(raw) + 1) / 2 - luck[:, :, 1]
    return PlayedPairs(
        raw=_rows(raw),
        adjusted=[] if judge is None else _rows(raw - luck[:, :, 0]),
        won=_rows(won),
        turns=ahead.turns + behind.turns,
        games=_both(ahead.scribe, behind.scribe),
    )


def _both(ahead: Scribe | None, behind: Scribe | None) -> list[GameWords]:
    """The games of the pairs as they were written down, the two of a pair side by side."""
    if ahead is None or behind is None:
        return []
    return [game for pair in zip(ahead.games, behind.games, strict=True) for game in pair]


def _rows(values: NDArray[np.float64]) -> list[Two]:
    return [(first, second) for first, second in values.round(6).tolist()]


class _SideBySide:
    """One game of each pair, all at the same turn; points are those of the seat that starts."""

    def __init__(
        self,
        game: str,
        first: DiceSeat,
        second: DiceSeat,
        box: Dicebox,
        judge: LuckJudge | None,
        cube: bool,
    ) -> None:
        self.game, self.rules = game, kernel_rules(game)
        self.seats, self.box, self.judge = (first, second), box, judge
        count = len(box.rngs)
        self.boards = np.repeat(self.rules.start()[None], count, axis=0)
        self.cubes = Cubes.fresh(count, used=cube)
        self.alive = np.arange(count)
        self.raw, self.luck = np.zeros(count), np.zeros((count, 2))
        self.turns = 0
        self.scribe: Scribe | None = None

    def play(self) -> None:
        turn = 0
        while len(self.alive) and turn < LONGEST:
            if turn and self.cubes.used:
                self._cube(turn)
            if len(self.alive):
                self._turn(turn)
            turn += 1

    def _cube(self, turn: int) -> None:
        """Who may double is asked; a drop ends the game, a take turns the cube."""
        mover, other = self._at(turn)
        may = np.flatnonzero(self.cubes.owners >= 0)
        if not len(may):
            return
        offered = may[mover.doubles(self.boards[may], self.cubes.of(may))]
        if not len(offered):
            return
        taken = other.takes(self.boards[offered], self.cubes.of(offered))
        if self.scribe:
            self.scribe.doubled(self.alive[offered], taken)
        self.cubes.values[offered[taken]] *= 2
        self.cubes.owners[offered[taken]] = -1
        dropped = offered[~taken]
        self.raw[self.alive[dropped]] = _sign(turn) * self.cubes.values[dropped]
        self._keep(np.setdiff1d(np.arange(len(self.alive)), dropped))

    def _turn(self, turn: int) -> None:
        """Everybody rolls and plays; who has won stands up."""
        dice = self.box.roll(turn)[self.alive]
        if turn and self.judge is not None:  # the first roll is the same for both: nobody's luck
            luck = lucks(self.judge, self.boards, dice, self.cubes, self.game)
            self.luck[self.alive] += _sign(turn) * luck
        self.boards = self._at(turn)[0].play(self.boards, dice, self.cubes)
        if self.scribe:
            self.scribe.turn(self.alive, dice, self.boards)
        self.turns += len(self.boards)
        won = -self.rules.outcomes(self.boards).astype(np.int64)
        self.raw[self.alive] = _sign(turn) * won * self.cubes.values
        self.cubes = self.cubes.turned()
        self._keep(np.flatnonzero(won == 0))

    def _keep(self, rows: NDArray[np.int64]) -> None:
        self.alive, self.boards = self.alive[rows], self.boards[rows]
        self.cubes = self.cubes.of(rows)

    def _at(self, turn: int) -> tuple[DiceSeat, DiceSeat]:
        first, second = self.seats
        return (first, second) if turn % 2 == 0 else (second, first)


def _sign(turn: int) -> int:
    return 1 if turn % 2 == 0 else -1
