"""Thousands of games at once: the kernel's threads list what can be played, the device chooses.

The games lie in shards. While the device judges one shard's plays, a thread of each other shard
carries out what was picked there and lets the kernel list the next plays; within a window the
judging net does not change, so the order in which things happen to be ready changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablas.training.game import CLASSES, OTHER_SIDE, Boards, GameRecipe, Judging
from tablas.training.net import FrozenNet
from tablas.training.tensors import Device, Generator, Tensor, torch

ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8)
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36
SPARSE = 5  # of the rolls that were listed every so many show the smaller nets one more play


def number_of(dice: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Which of `ROLLS` each roll is, however its dice lie.

    >>> number_of(ROLLS).tolist() == number_of(ROLLS[:, ::-1]).tolist() == list(range(21))
    True
    """
    high, low = dice.max(axis=1), dice.min(axis=1)
    numbers: NDArray[np.uint8] = high * (high - 1) // 2 + low - 1
    return numbers


@dataclass(slots=True)
class Plays:
    """What can be played in each game of a shard."""

    boards: Boards
    boards_there: Tensor
    counts_there: Tensor
    counts: NDArray[np.int32]


@dataclass(slots=True)
class Listed:
    """A shard's positions before the roll, and their plays, on the device."""

    current: Tensor
    last: Tensor  # whether training gives the game up after this turn
    rolled: Tensor  # of the rolls that were listed, the one that each game goes on with
    dice: Tensor  # which of `ROLLS` that is
    plays: Plays


@dataclass(slots=True)
class Picks:
    """The rows of the best plays, on their way from the device."""

    rows: Tensor
    ready: Any = None

    def numpy(self) -> NDArray[np.int64]:
        if self.ready is not None:
            self.ready.synchronize()
        rows: NDArray[np.int64] = self.rows.numpy()
        return rows


def on_the_way(rows: Tensor) -> Picks:
    """Sends rows from the device without waiting for them."""
    if not rows.is_cuda:
        return Picks(rows)
    here = torch.empty(rows.shape, dtype=rows.dtype, pin_memory=True)
    here.copy_(rows, non_blocking=True)
    ready = torch.cuda.Event()
    ready.record()
    return Picks(here, ready)


class Mover:
    """Brings arrays to the device through page-locked memory on a stream of its own."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.cuda = device.type == "cuda"
        self.stream = torch.cuda.Stream() if self.cuda else None
        self.main = torch.cuda.current_stream() if self.cuda else None
        self.room = torch.empty(0, dtype=torch.uint8, pin_memory=self.cuda)

    def __call__(self, *arrays: NDArray[np.uint8] | NDArray[np.int32]) -> list[Tensor]:
        if self.stream is None or self.main is None:
            return [torch.from_numpy(array) for array in arrays]
        starts = np.cumsum([0, *(-(-array.nbytes // 256) * 256 for array in arrays)])
        if self.room.numel() < starts[-1]:
            self.room = torch.empty(int(starts[-1]) * 5 // 4, dtype=torch.uint8, pin_memory=True)
        for array, start in zip(arrays, starts, strict=False):
            flat = torch.from_numpy(array.reshape(-1).view(np.uint8))
            self.room[start : start + array.nbytes].copy_(flat)
        with torch.cuda.stream(self.stream):
            there = self.room[: starts[-1]].to(self.device, non_blocking=True)
            self.stream.synchronize()
        there.record_stream(self.main)
        moved = []
        for array, start in zip(arrays, starts, strict=False):
            part = there[start : start + array.nbytes]
            dtype = torch.uint8 if array.dtype == np.uint8 else torch.int32
            moved.append(part.view(dtype).view(array.shape))
        return moved


class Shard:
    """Some of the games, with their own dice."""

    def __init__(
        self,
        game: GameRecipe,
        games: int,
        seed: Sequence[int],
        unusual: Boards,
        share: float,
        mover: Mover,
        threads: int,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.game, self.mover, self.threads = game, mover, threads
        self.unusual, self.share = unusual, share
        self.boards = self.starts(games)
        self.ages = np.zeros(games, dtype=np.int32)  # turns played in each game
        self.exact = False
        self.finished = 0
        self.points = 0
        self.given_up = 0
        self.before = self.rng.bit_generator.state  # the dice as they lay before the last roll

    def starts(self, count: int) -> Boards:
        """New games: the usual start, or an unusual position."""
        boards = np.repeat(self.game.kernel.start()[None], count, axis=0)
        odd = np.flatnonzero(self.rng.random(count) < self.share)
        boards[odd] = self.unusual[self.rng.integers(len(self.unusual), size=len(odd))]
        return boards

    def list_plays(self) -> Listed:
        """Rolls (or takes all 21 rolls) and lists what can be played."""
        count = len(self.boards)
        self.before = self.rng.bit_generator.state
        rolled = np.arange(count, dtype=np.int32)
        if self.exact:
            before = np.repeat(self.boards, len(ROLLS), axis=0)
            dice = np.tile(ROLLS, (count, 1))
            drawn = self.rng.choice(len(ROLLS), size=count, p=WEIGHTS).astype(np.uint8)
            rolled = rolled * len(ROLLS) + drawn
        else:
            before = self.boards
            dice = self.rng.integers(1, 7, size=(count, 2), dtype=np.uint8)
            drawn = number_of(dice)
        after, offsets = self.game.kernel.successors(before, dice, self.threads)
        counts = np.diff(offsets).astype(np.int32)
        last = (self.ages + 1 >= self.game.longest).astype(np.uint8)
        current, last_there, rolled_there, dice_there, after_there, counts_there = self.mover(
            self.boards, last, rolled, drawn, after, counts
        )
        plays = Plays(after, after_there, counts_there, counts)
        return Listed(current, last_there > 0, rolled_there, dice_there, plays)

    def turn(self, listed: Listed, picks: Picks) -> Listed:
        """Plays what the device picked and lists the next plays; called on another thread."""
        self.go_on(listed, picks.numpy())
        return self.list_plays()

    def go_on(self, listed: Listed, picks: NDArray[np.int64]) -> None:
        """Plays the picked plays; finished games start again."""
        boards = listed.plays.boards[picks]
        over = np.flatnonzero(self.game.over(boards))
        self.finished += len(over)
        self.points += int(np.abs(self.game.kernel.outcomes(boards[over]).astype(np.int64)).sum())
        self.ages += 1
        long = (self.ages >= self.game.longest) & ~self.game.over(boards)
        self.given_up += int(long.sum())
        ended = np.concatenate([over, np.flatnonzero(long)])
        boards[ended] = self.starts(len(ended))
        self.ages[ended] = 0
        self.boards = boards

    def resize(self, games: int) -> None:
        """Leaves games out or adds new ones."""
        more = max(games - len(self.boards), 0)
        self.boards = np.concatenate([self.boards[:games], self.starts(more)])
        self.ages = np.concatenate([self.ages[:games], np.zeros(more, dtype=np.int32)])


@dataclass(slots=True)
class Choice:
    """Each game's best play, and others that were evaluated with it; chances of who plays next."""

    best: Tensor  # rows of the plays
    after: Tensor  # the chances after it
    tried: Tensor  # rows: another play of the game, drawn by lot, the better ones more often
    other: Tensor  # rows: any play of the game that was evaluated, drawn by lot
    other_after: Tensor


def least_of(value: Tensor, counts: Tensor) -> Tensor:
    """The row of the least value of each game; the first one of equals."""
    rows, games = len(value), len(counts)
    game = torch.repeat_interleave(
        torch.arange(games, device=value.device), counts, output_size=rows
    )
    # No value reaches 90: even what lots add to it does not.
    least = torch.full((games,), 90.0, device=value.device).scatter_reduce(0, game, value, "amin")
    row = torch.arange(rows, device=value.device)
    row = torch.where(value == least[game], row, rows)
    none = torch.full((games,), rows, device=value.device)
    return none.scatter_reduce(0, game, row, "amin")


def best(judge: Judging, boards: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    """The row of each game's best play, and the chances after it, seen by the next player."""
    chances = judge.chances(boards)
    pick = least_of(judge.equities(chances), counts)
    return pick, chances[pick]


class Choosing(Protocol):
    """Finds each game's best play, as `best` does, without judging all of them."""

    def best(self, judge: Judging, plays: Plays) -> tuple[Tensor, Tensor]: ...

    def choice(self, judge: Judging, plays: Plays, heat: float, lots: Generator) -> Choice: ...


@dataclass(slots=True)
class SeenTurn:
    """One turn of a shard: positions before the roll, and chances after it for the next player."""

    boards: Tensor
    expected: Tensor  # chances after each roll's best play, over all rolls where they were listed
    after: Tensor  # the same after the roll that the game went on with
    over: Tensor
    dice: Tensor  # which of `ROLLS` that roll is
    luck: Tensor | None = None  # what it alone has done for who was to move, where that is known
    others: Tensor | None = None  # plays that could have been made, and what the net thinks of them
    others_after: Tensor | None = None


class SelfPlay:
    """All shards, and the loop that keeps the kernel and the device busy."""

    def __init__(self, shards: list[Shard], device: Device) -> None:
        self.shards = shards
        self.device = device
        self.pool = ThreadPoolExecutor(len(shards))
        self.pending: list[Future[Listed]] = []
        self.weights = torch.tensor(WEIGHTS, dtype=torch.float32, device=device)
        self.flip = torch.tensor(OTHER_SIDE, device=device)
        self.waited = 0.0  # seconds that this loop waited for the shards
        self.shortlist: Choosing | None = None
        self.visitor: Judging | None = None  # plays every other turn in the last shard
        self.explore = 0.0  # share of the turns in which a play is drawn by lot
        self.heat = 0.0  # points: how much worse a play may well be that is drawn
        self.lots = torch.Generator(device)

    def list_ahead(self) -> None:
        """Starts listing the plays of every shard."""
        self.pending = [self.pool.submit(shard.list_plays) for shard in self.shards]

    def settled(self) -> None:
        """Waits until every shard's plays are listed."""
        for pending in self.pending:
            pending.result()

    def window(self, judge: FrozenNet, turns: int) -> list[list[SeenTurn]]:
        """Plays `turns` turns in every game; what was seen, by shard."""
        seen: list[list[SeenTurn]] = [[] for _ in self.shards]
        for turn in range(turns):
            for index, shard in enumerate(self.shards):
                visited = turn % 2 == 1 and index == len(self.shards) - 1
                begun = time.monotonic()
                listed = self.pending[index].result()
                self.waited += time.monotonic() - begun
                visitor = self.visitor if visited and not shard.exact else None
                picks = self._judge(judge, shard, listed, seen[index], visitor)
                self.pending[index] = self.pool.submit(shard.turn, listed, picks)
        return seen

    def _best(self, judge: Judging, plays: Plays) -> tuple[Tensor, Tensor]:
        if self.shortlist is None:
            return best(judge, plays.boards_there, plays.counts_there)
        return self.shortlist.best(judge, plays)

    def _judge(
        self, judge: FrozenNet, shard: Shard, listed: Listed, seen: list[SeenTurn],
        visitor: Judging | None,
    ) -> Picks:  # fmt: skip
        """What the net picks, or the visitor in its place; what is learnt is the net's choice."""
        others: Choice | None = None
        if self.shortlist is not None and self.heat:
            others = self.shortlist.choice(judge, listed.plays, self.heat, self.lots)
            pick, after = others.best, others.after
        else:
            pick, after = self._best(judge, listed.plays)
        expected = after
        if shard.exact:
            every = after.view(-1, len(ROLLS), CLASSES)
            expected = (every * self.weights[:, None]).sum(dim=1)
            pick, after = pick[listed.rolled], after[listed.rolled]
        over = shard.game.over(listed.plays.boards_there[pick]) | listed.last
        if visitor is not None:
            pick, _ = self._best(visitor, listed.plays)
            over = torch.ones_like(over)  # what follows is not the net's own doing
        elif others is not None:
            drawn = torch.rand(pick.shape, device=self.device, generator=self.lots)
            lot = drawn < self.explore
            pick = torch.where(lot, others.tried[listed.rolled], pick)
            over = over | lot
        turn = SeenTurn(listed.current, expected, after, over, listed.dice)
        if others is not None:
            shown = slice(len(seen) % SPARSE, None, SPARSE) if shard.exact else slice(None)
            turn.others = listed.plays.boards_there[others.other[shown]]
            turn.others_after = others.other_after[shown]
        seen.append(turn)
        return on_the_way(pick)

    def targets(self, turns: list[SeenTurn], trust: float) -> Tensor:
        """TD(lambda) targets of a shard's turns, seen by who was to move; lambda = `trust`.

        What comes after a turn is worth the net's chances there and, with weight lambda, what the
        next turn's target says beyond them; at the end of the window the net's chances alone. Where
        all rolls were listed the luck of the one that was rolled stays out of it: the net's chances
        over all of them, and what it learnt of the path beyond its own opinion. Else what is known
        of that luck (`luck.py`) is taken away, which leaves the mean as it is.
        """
        backwards: list[Tensor] = []
        for turn in reversed(turns):
            ahead = turn.expected
            if backwards and trust > 0:
                later = ahead + trust * (backwards[-1] - turn.after)
                ahead = torch.where(turn.over[:, None], ahead, later)
            goal = ahead[:, self.flip]
            backwards.append(goal if turn.luck is None else goal - turn.luck)
        return torch.cat(backwards[::-1])
