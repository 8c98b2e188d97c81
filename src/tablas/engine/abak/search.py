"""The engine of Abak: nets and a cache."""

from __future__ import annotations

from typing import Final

from tablas import kernel
from tablas.abak import KIND
from tablas.engine.dice.search import MEGABYTES, DiceEngine, Widths
from tablas.engine.weights import net

REPLIES: Final[Widths] = [(6, 0.3), (8, 0.4)]
"""The plays of a roll that are judged inside the tree, at the last ply and before it: wider than in
backgammon, since the guesses of its pruning net are rougher."""


class AbakEngine(DiceEngine):
    """Looks ahead with its nets; a small one names the plays worth judging inside the tree.

    `net` judges, `chooser` picks the plays inside the tree, the same net if it is not given.
    """

    def __init__(
        self,
        *,
        net_name: str = "abak",
        chooser: str | None = None,
        threads: int = 1,
        megabytes: int = MEGABYTES,
        path: str = "fastest",
        replies: Widths = REPLIES,
        choosing: Widths | None = None,
    ) -> None:
        searcher = kernel.abak.Searcher(
            net(net_name), net(chooser or net_name), net("abak-quick"), megabytes, path
        )
        super().__init__(KIND, searcher, threads, replies, choosing)
