"""A shortlist of plays: a small net names those that the large one judges."""

from __future__ import annotations

import numpy as np

from tablas.training.game import Judging
from tablas.training.selfplay import Choice, Plays, least_of
from tablas.training.tensors import Generator, Tensor, torch


class Shortlist:
    """A small net's choice: of each game's plays the `most` that it likes best."""

    def __init__(self, judge: Judging, most: int) -> None:
        self.judge, self.most = judge, most

    def best(self, judge: Judging, plays: Plays) -> tuple[Tensor, Tensor]:
        """The row of each game's best play on the list, and the chances after it."""
        listed, short = self.named(plays)
        chances = judge.chances(plays.boards_there[listed])
        pick = least_of(judge.equities(chances), short)
        return listed[pick], chances[pick]

    def choice(self, judge: Judging, plays: Plays, heat: float, lots: Generator) -> Choice:
        """The best play of each list, one drawn by worth and one drawn from all of it."""
        listed, short = self.named(plays)
        chances = judge.chances(plays.boards_there[listed])
        value = judge.equities(chances)
        pick = least_of(value, short)
        # Gumbel's lots: a play is drawn as often as the exponential of its worth over `heat` says.
        lot = -torch.empty_like(value).exponential_(generator=lots).log()
        tried = least_of(value - heat * lot, short)
        first = short.cumsum(0) - short
        within = torch.rand(short.shape, device=short.device, generator=lots) * short
        other = first + torch.minimum(within.long(), short - 1)
        return Choice(listed[pick], chances[pick], listed[tried], listed[other], chances[other])

    def named(self, plays: Plays) -> tuple[Tensor, Tensor]:
        """The rows of all lists, game by game, and how many each game has."""
        boards, counts = plays.boards_there, plays.counts_there
        rows, games = len(boards), len(counts)
        # How many rows the list has is known here already: asking the device would stop it.
        kept = int(np.minimum(plays.counts, self.most).sum())
        value = self.judge.equities(self.judge.chances(boards))
        every = torch.arange(games, device=boards.device)
        game = torch.repeat_interleave(every, counts, output_size=rows)
        # One key for game and value: a single sort lists each game's plays, the best one first.
        order = torch.argsort((game << 20) + ((value + 3) * (2**20 / 6.001)).long())
        short = counts.clamp(max=self.most)
        game = torch.repeat_interleave(every, short, output_size=kept)
        skipped = (counts - short).cumsum(0) - (counts - short)
        return order[torch.arange(kept, device=boards.device) + skipped[game]], short
