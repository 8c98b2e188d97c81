"""The engine of backgammon: nets, bear-off tables and a cache."""

from __future__ import annotations

from typing import Final

from tablas import kernel
from tablas.backgammon import KIND
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.pruning import pruning_net
from tablas.engine.dice.search import MEGABYTES, DiceEngine, Widths
from tablas.engine.weights import net

RANKED: Final[Widths] = [(12, 0.2), (5, 0.08), (3, 0.04), (2, 0.02)]
"""The plays that go on to 1, 2, 3 and 4 plies where all are ranked: with twelve at the first ply a
right play is found that eight cut (tests/corpus/backgammon_hard.jsonl), for 2 % of the time."""

CLOSE: Final[Widths] = [(12, 0.2), (5, 0.08), (2, 0.01), (2, 0.005)]
"""The same where only the best one is asked for: the third ply, which costs most, only where the
second left two plays close to each other."""


class BackgammonEngine(DiceEngine):
    """Looks ahead with its nets, and knows the endgame exactly.

    `net` judges, `chooser` picks the plays inside the tree, the same net if it is not given.
    """

    def __init__(
        self,
        *,
        net_name: str = "backgammon-large",
        chooser: str | None = None,
        threads: int = 1,
        megabytes: int = MEGABYTES,
        tables: bool = True,
        path: str = "fastest",
    ) -> None:
        judge = net(net_name)
        searcher = kernel.backgammon.Searcher(
            judge,
            net(chooser or net_name),
            pruning_net(),
            bearoff() if tables else None,
            megabytes,
            path,
        )
        super().__init__(KIND, judge, searcher, threads, choosing=CLOSE, ranking=RANKED)
