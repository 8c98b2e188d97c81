"""The net that guesses which plays of backgammon are worth judging."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablas import kernel
from tablas.engine.weights import layered, packaged

if TYPE_CHECKING:
    from tablas.kernel._kernel import GuessNet


@cache
def guess_net(name: str = "backgammon-guess") -> GuessNet:
    """The guessing net of this name from the package."""
    return layered(kernel.backgammon.GuessNet, packaged(name))
