"""The engine of Abak: nets and a cache."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablas import kernel
from tablas.abak import KIND
from tablas.engine.dice.search import MEGABYTES, DiceEngine, Widths
from tablas.engine.weights import net, net_from

REPLIES: Final[Widths] = [(6, 0.3), (8, 0.4)]
"""The plays of a roll that are judged inside the tree, at the last ply and before it: wider than in
backgammon, since the guesses of its pruning net are rougher."""


class AbakEngine(DiceEngine):
    """Looks ahead with its nets; a small one names the plays worth judging inside the tree.

    The net called `net_name`, or the one in a file, judges; `chooser` picks the plays inside the
    tree, the same net if it is not given.
    """

    def __init__(
        self,
        *,
        net_name: str | Path = "abak-large",
        chooser: str | None = None,
        threads: int = 1,
        megabytes: int = MEGABYTES,
        path: str = "fastest",
        replies: Widths = REPLIES,
        choosing: Widths | None = None,
    ) -> None:
        judge = net(net_name) if isinstance(net_name, str) else net_from(net_name, KIND.name)
        picks = net(chooser) if chooser else judge
        searcher = kernel.abak.Searcher(judge, picks, net("abak-quick"), megabytes, path)
        super().__init__(KIND, judge, searcher, threads, replies, choosing)
