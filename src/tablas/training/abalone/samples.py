"""Positions from self-play: made by `abalone_trainer`, kept in shards, held on the device."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablas.training.abalone.games import (
    LARGEST_SCORE,
    SAMPLE,
    UNSCORED,
    SearchingSide,
    play_shard,
)
from tablas.training.abalone.lines import CELLS
from tablas.training.abalone.returns import returns
from tablas.training.tensors import Device, Tensor, functional, torch

HELD_OUT = 0.03
"""The last part of each shard is never learned from: whole games, but for one that is cut."""


@dataclass(frozen=True, slots=True)
class SelfPlayRound:
    """A round of self-play: shards of games, numbered on."""

    player: str  # hand, the net of the round before (last), or a file
    nodes: int
    shards: int  # at most
    games: int  # a shard
    guests: tuple[str, ...] = ("",)  # shard by shard: styles, hand, or "" for the player itself
    leaves: bool = False  # a leaf of each search is searched and learnt as well


def make(
    trainer: Path | None,
    folder: Path,
    number: int,
    games: SelfPlayRound,
    *,
    player: str,
    seed: int,
    threads: int,
    seconds: float,
    styles: Mapping[str, Path],
) -> Iterator[tuple[Path, float]]:
    """The shards of a round: those that are there, and more while the time lasts.

    Each comes with the seconds that it took, zero where it was there.
    """
    began = time.monotonic()
    for shard in range(games.shards):
        path, spent = folder / f"round{number}-{shard:04d}.bin", 0.0
        if not path.exists():
            begun = time.monotonic()
            if begun - began > seconds:
                break
            partial = path.with_suffix(".part")
            guest = games.guests[shard % len(games.guests)]
            both = f"{player}+{styles.get(guest, guest)}" if guest else player
            if trainer is None:
                _play_here(both, [seed + number, shard], games, partial)
            else:
                order = ["play", both, seed + number, shard * games.games, games.games, games.nodes]
                command = [str(trainer), *map(str, order), str(threads), str(partial)]
                command += ["leaves"] if games.leaves else []
                done = subprocess.run(  # noqa: S603 (our own trainer)
                    command, check=True, capture_output=True, text=True
                )
                json.loads(done.stdout)
            partial.rename(path)
            spent = time.monotonic() - begun
        yield path, spent


def _play_here(both: str, seed: list[int], games: SelfPlayRound, path: Path) -> None:
    """A shard by the kernel of this process."""
    players = [SearchingSide(judge, games.nodes) for judge in both.split("+")]
    play_shard(players, seed, games.games).tofile(path)


@dataclass(frozen=True, slots=True)
class LaterScores:
    """How much the scores of the positions after one count in its own."""

    share: float  # of the position a ply later: λ
    unit: float

    def seen_from(self, rows: NDArray[np.void]) -> NDArray[np.int16]:
        """The scores that say what the λ-returns of the samples are."""
        least = 1 / (1 + np.exp(LARGEST_SCORE / self.unit))
        chances = returns(rows, self.unit, self.share).clip(least, 1 - least)
        scores = np.rint(self.unit * np.log(chances / (1 - chances))).astype(np.int16)
        return np.where(rows["score"] == UNSCORED, rows["score"], scores)


class Samples:
    """Positions on the device, packed as they came; unpacked batch by batch."""

    def __init__(
        self,
        paths: list[Path],
        device: Device,
        *,
        held_out: bool,
        scored_only: bool = False,
        later: LaterScores | None = None,
    ) -> None:
        parts = []
        for path in paths:
            rows = np.fromfile(path, dtype=SAMPLE)
            if later:
                rows["score"] = later.seen_from(rows)
            cut = int(len(rows) * (1 - HELD_OUT))
            parts.append(rows[cut:] if held_out else rows[:cut])
        rows = np.concatenate(parts)
        if scored_only:
            rows = rows[rows["score"] != UNSCORED]

        def column(name: str, kind: str) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(rows[name]).astype(kind)).to(device)

        self.own, self.opp = column("own", "<i8"), column("opp", "<i8")
        self.score, self.still = column("score", "f4"), column("still", "f4")
        self.result = column("result", "f4")
        self.scored = self.score != UNSCORED
        self.bits = torch.arange(CELLS, device=device)

    def __len__(self) -> int:
        return len(self.own)

    def boards(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Marbles as zeros and ones, and ejected marbles, of some samples."""
        own, opp = self.own[rows], self.opp[rows]
        mine = ((own[:, None] >> self.bits) & 1).float()
        theirs = ((opp[:, None] >> self.bits) & 1).float()
        return mine, theirs, (own >> CELLS) & 7, (opp >> CELLS) & 7

    def targets(self, rows: Tensor, unit: float, trust: float, trust_drawn: float) -> Tensor:
        """What a position was worth, 0 to 1: the search's view and the result, mixed.

        In the turns of guests, which have tastes of their own, the result alone. Drawn games may
        trust the search less: two blocks that wait for each other look good to one of them, and no
        search is deep enough to see that nothing will come of it.
        """
        seen, won = torch.sigmoid(self.score[rows] / unit), (self.result[rows] + 1) / 2
        share = torch.where(won == 0.5, trust_drawn, trust)
        return torch.where(self.scored[rows], share * seen + (1 - share) * won, won)

    def unit(self) -> float:
        """The score, in hundredths, at which a player wins e times as often as it loses."""
        won, score = (self.result[self.scored] + 1) / 2, self.score[self.scored]
        best, least = 200.0, float("inf")
        with torch.no_grad():
            for tried in range(30, 600, 5):
                loss = functional.binary_cross_entropy_with_logits(score / tried, won).item()
                if loss < least:
                    best, least = float(tried), loss
        return best
