"""Nets to be measured: those of the package, those of files, and means of several."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas.engine import weights
from tablas.engine.dice.evaluator import equities


def net_called(name: str, game: str) -> Any:
    """A net of the package by its name, or the net of a file."""
    path = Path(name)
    return weights.net_from(path, game) if path.suffix else weights.net(name)


class MeanNet:
    """Nets whose names `+` joins, as one opinion: the mean of their chances."""

    def __init__(self, names: str, game: str) -> None:
        self.nets = [net_called(name, game) for name in names.split("+")]

    def equities(self, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Of who is to move, without looking ahead."""
        chances = sum(net.evaluate(boards).astype(np.float64) for net in self.nets)
        return equities(chances / len(self.nets)).astype(np.float64)
