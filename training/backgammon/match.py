"""Matches between two ways to judge boards, thousands of games at once on the device."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from features import settle
from numpy.typing import NDArray
from selfplay import Judging, best
from torch import Tensor

from tablas.kernel import backgammon


class RuleOfThumb:
    """A baseline made by hand: pips, points held, blots, the bar and what is off.

    Its "chances" only carry one number, in the first column, except where a game is over.
    """

    def chances(self, boards: Tensor) -> Tensor:
        low, high = boards.view(-1, 2, 16)[:, :, :13] & 15, boards.view(-1, 2, 16)[:, :, :13] >> 4
        counts = torch.stack([low, high], dim=3).view(-1, 2, 26).float()
        worth = self._worth(counts[:, 0], counts[:, 1]) - self._worth(counts[:, 1], counts[:, 0])
        chances = torch.zeros((len(boards), 6), device=boards.device)
        chances[:, 0] = worth / 1000
        return settle(chances, boards)

    def _worth(self, own: Tensor, opp: Tensor) -> Tensor:
        place = torch.arange(26, device=own.device, dtype=torch.float32)
        pips = own @ place
        held = (own[:, 1:25] >= 2).float()
        weight = torch.where(place[1:25] <= 6, 4.0, 3.0)
        facing = opp.flip(1)  # index p: the opponent's checkers on my point p, 0 their bar
        ahead = facing.cumsum(1) - facing > 0  # someone there has still to pass
        blots = ((own[:, 1:25] == 1) & ahead[:, 1:25]).float() @ (25 - place[1:25])
        return 2 * own[:, 0] - 8 * own[:, 25] - pips + held @ weight - blots / 3

    def equities(self, chances: Tensor) -> Tensor:
        points = torch.tensor([1.0, 2.0, 3.0, -1.0, -2.0, -3.0], device=chances.device)
        return chances @ points


@dataclass(frozen=True, slots=True)
class Result:
    """Points a game for the first judge, each roll of the dice played from both sides."""

    points: float
    error: float
    games: int


def match(
    one: Judging, other: Judging, pairs: int, seed: int, device: torch.device, threads: int
) -> Result:
    """Cubeless money games in pairs with the same dice, once with each side starting."""
    ahead = _points(one, other, pairs, seed, device, threads)
    behind = _points(other, one, pairs, seed, device, threads)
    paired = (ahead - behind) / 2
    return Result(float(paired.mean()), float(paired.std() / math.sqrt(pairs)), 2 * pairs)


def _points(
    first: Judging, second: Judging, games: int, seed: int, device: torch.device, threads: int
) -> NDArray[np.float64]:
    """The points of `first` in each game; a game's n-th roll depends on seed and game alone."""
    rng = np.random.default_rng(seed)
    boards = np.repeat(backgammon.start()[None], games, axis=0)
    points = np.zeros(games)
    alive = np.arange(games)
    turn = 0
    while len(alive):
        dice = rng.integers(1, 7, size=(games, 2), dtype=np.uint8)
        if turn == 0:  # the opening roll is never a double
            same = dice[:, 0] == dice[:, 1]
            dice[same, 1] = dice[same, 0] % 6 + 1
        after, offsets = backgammon.successors(boards, dice[alive], threads)
        judge = (first, second)[turn % 2]
        counts = torch.from_numpy(np.diff(offsets))
        pick, _ = best(judge, torch.from_numpy(after).to(device), counts.to(device))
        boards = after[pick.cpu().numpy()]
        won = -backgammon.outcomes(boards).astype(np.float64)  # seen by who has just played
        over = won != 0
        points[alive[over]] = won[over] if turn % 2 == 0 else -won[over]
        alive, boards = alive[~over], boards[~over]
        turn += 1
    return points
