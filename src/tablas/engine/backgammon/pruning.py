"""The pruning net of backgammon: it guesses which plays are worth an evaluation."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablas import kernel
from tablas.engine.weights import layered, packaged

if TYPE_CHECKING:
    from tablas.kernel._kernel import GuessNet


@cache
def pruning_net(name: str = "backgammon-guess") -> GuessNet:
    """The pruning net of this name from the package."""
    return layered(kernel.backgammon.GuessNet, packaged(name))
