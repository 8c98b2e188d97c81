"""A shortlist of plays: a small net names those that the large one judges."""

from __future__ import annotations

import numpy as np

from tablas.training.game import Judging
from tablas.training.selfplay import Plays, best
from tablas.training.tensors import Tensor, torch


class Shortlist:
    """A small net's choice: of each game's plays the `most` that it likes best."""

    def __init__(self, judge: Judging, most: int) -> None:
        self.judge, self.most = judge, most

    def best(self, judge: Judging, plays: Plays) -> tuple[Tensor, Tensor]:
        """The row of each game's best play on the list, and the chances after it."""
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
        chosen = order[torch.arange(kept, device=boards.device) + skipped[game]]
        pick, chances = best(judge, boards[chosen], short)
        return chosen[pick], chances
