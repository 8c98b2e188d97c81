"""Matches between two ways to judge boards, thousands of games at once on the device."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablas.training.game import CLASSES, POINTS, GameRecipe, Judging
from tablas.training.selfplay import best
from tablas.training.tensors import Device, Tensor, torch


class RuleOfThumb:
    """A baseline made by hand, from the game's `thumb`.

    Its "chances" only carry one number, in the first column, except where a game is over.
    """

    def __init__(self, game: GameRecipe, device: Device) -> None:
        self.game, self.worth = game, game.thumb(device)
        self.points = torch.tensor(POINTS, device=device)

    def chances(self, boards: Tensor) -> Tensor:
        chances = torch.zeros((len(boards), CLASSES), device=boards.device)
        chances[:, 0] = self.worth(boards)
        return self.game.settle(chances, boards)

    def equities(self, chances: Tensor) -> Tensor:
        return chances @ self.points


class AtRandom:
    """Takes any play; its opinions are dice."""

    def __init__(self, device: Device, seed: int) -> None:
        self.generator = torch.Generator(device).manual_seed(seed)

    def chances(self, boards: Tensor) -> Tensor:
        return torch.rand((len(boards), CLASSES), generator=self.generator, device=boards.device)

    def equities(self, chances: Tensor) -> Tensor:
        return chances[:, 0]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Points a game for the first judge and its share of the games won.

    Each roll of the dice is played from both sides; errors are standard errors over the pairs.
    """

    points: float
    error: float
    share: float
    share_error: float
    games: int

    def as_list(self) -> list[float]:
        return [round(x, 4) for x in (self.points, self.error, self.share, self.share_error)] + [
            self.games
        ]


def match(
    game: GameRecipe,
    one: Judging,
    other: Judging,
    pairs: int,
    seed: int,
    device: Device,
    threads: int,
) -> MatchResult:
    """Cubeless money games in pairs with the same dice, once with each side starting."""
    ahead = _points(game, one, other, pairs, seed, device, threads)
    behind = _points(game, other, one, pairs, seed, device, threads)
    paired = (ahead - behind) / 2
    won = (np.sign(ahead) - np.sign(behind)) / 4 + 1 / 2
    root = math.sqrt(pairs)
    return MatchResult(
        float(paired.mean()),
        float(paired.std() / root),
        float(won.mean()),
        float(won.std() / root),
        2 * pairs,
    )


def _points(
    game: GameRecipe,
    first: Judging,
    second: Judging,
    games: int,
    seed: int,
    device: Device,
    threads: int,
) -> NDArray[np.float64]:
    """The points of `first` in each game; a game's n-th roll depends on seed and game alone.

    A game that training would give up counts as drawn.
    """
    rng = np.random.default_rng(seed)
    boards = np.repeat(game.kernel.start()[None], games, axis=0)
    points = np.zeros(games)
    alive = np.arange(games)
    turn = 0
    while len(alive) and turn < game.longest:
        dice = rng.integers(1, 7, size=(games, 2), dtype=np.uint8)
        if turn == 0:  # the opening roll is never a double
            same = dice[:, 0] == dice[:, 1]
            dice[same, 1] = dice[same, 0] % 6 + 1
        after, offsets = game.kernel.successors(boards, dice[alive], threads)
        judge = (first, second)[turn % 2]
        counts = torch.from_numpy(np.diff(offsets))
        pick, _ = best(judge, torch.from_numpy(after).to(device), counts.to(device))
        boards = after[pick.cpu().numpy()]
        won = -game.kernel.outcomes(boards).astype(np.float64)  # seen by who has just played
        over = won != 0
        points[alive[over]] = won[over] if turn % 2 == 0 else -won[over]
        alive, boards = alive[~over], boards[~over]
        turn += 1
    return points
