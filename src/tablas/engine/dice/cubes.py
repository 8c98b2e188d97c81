"""Boards and cubes of many games of a duel at once, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Boards = NDArray[np.uint8]
"""Rows of bytes as the kernel reads them, seen by the player to move; dice are rows, too."""
Yes = NDArray[np.bool_]


@dataclass(slots=True)
class Cubes:
    """The cubes of many games: values, and owners 1 the player to move, -1 the other, 0 nobody.

    `used` says whether the games are played with one at all.
    """

    values: NDArray[np.int64]
    owners: NDArray[np.int8]
    used: bool

    @classmethod
    def fresh(cls, games: int, *, used: bool) -> Cubes:
        return cls(np.ones(games, np.int64), np.zeros(games, np.int8), used)

    def of(self, which: NDArray[Any]) -> Cubes:
        """Those of some of the games."""
        return Cubes(self.values[which], self.owners[which], self.used)

    def by_owner(self) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """The games whose cube is in the middle, the mover's, and the other's."""
        for name, owner in (("centred", 0), ("own", 1), ("opponent", -1)):
            which = np.flatnonzero(self.owners == owner)
            if len(which):
                yield name, which

    def turned(self) -> Cubes:
        """The same cubes seen by the other players."""
        return Cubes(self.values, -self.owners, self.used)
