"""What a duel is: everything that decides its games, and the file in which it can go on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tablas.duel.pairs import PlayedPairs
from tablas.engine.engines import engine
from tablas.engine.seats import BoardDuel, DuelSide, SeatOptions
from tablas.errors import NotationError, system_words

NOBODY = "none"
"""The judge of luck where no luck shall be taken away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Everything that decides the games of a duel; limits of 0 are none."""

    game: str
    first: str
    second: str
    cube: bool = False
    seed: int = 1
    judge: str = ""  # of luck: a net; the usual one of the game if nobody is named
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    written: bool = field(default=False, compare=False)  # whether the games themselves are kept

    def __post_init__(self) -> None:
        side = self.side
        if isinstance(side, BoardDuel):
            if self.cube or self.judge not in ("", NOBODY):
                raise NotationError(
                    "--cube and --judge are for the games with dice",
                    "--cube y --judge son para los juegos con dados",
                )
            object.__setattr__(self, "judge", NOBODY)
        elif not self.judge:
            object.__setattr__(self, "judge", side.judge)

    @property
    def side(self) -> DuelSide:
        """What the game brings to the duel."""
        return engine(self.game).duel()

    @property
    def options(self) -> SeatOptions:
        """What the players are told of it."""
        return SeatOptions(cube=self.cube, seconds=self.seconds, nodes=self.nodes, depth=self.depth)


class DuelFile:
    """A file that keeps a duel: a line that says what it is, then a line for some pairs each."""

    def __init__(self, path: Path, setting: Setting) -> None:
        self.path, self.setting = path, setting

    def begun(self) -> PlayedPairs:
        """What the file holds of this duel; a new one gets its first line.

        At once, so that a place where nothing can be written is known before the first game.
        """
        try:
            if self.path.exists():
                return self.read()
            self.path.write_text(json.dumps(asdict(self.setting)) + "\n", encoding="utf-8")
        except OSError as error:
            raise NotationError(
                f"{self.path}: the games cannot be kept there: {system_words(error).en}",
                f"{self.path}: ahí no se pueden guardar las partidas: {system_words(error).es}",
            ) from None
        return PlayedPairs()

    def read(self) -> PlayedPairs:
        """What the file holds; one of another duel is refused."""
        played = PlayedPairs()
        try:
            head, *lines = self.path.read_text(encoding="utf-8").splitlines()
            if Setting(**json.loads(head)) != self.setting:
                raise NotationError(
                    f"{self.path}: holds another duel: {head}",
                    f"{self.path}: contiene otro duelo: {head}",
                )
            for line in lines:
                played.add(_pairs(json.loads(line)))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(
                f"{self.path}: not the file of a duel: {error}",
                f"{self.path}: no es el archivo de un duelo: {error}",
            ) from None
        return played

    def add(self, played: PlayedPairs) -> None:
        """A line for pairs that have been played."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(played)) + "\n")


def _pairs(line: dict[str, Any]) -> PlayedPairs:
    """A line as it was written; lines of former versions leave some fields out."""
    for name in ("raw", "adjusted", "won", "leads"):
        line[name] = [(first, second) for first, second in line.get(name, [])]
    line["cpu"] = tuple(line.get("cpu", (0.0, 0.0)))
    return PlayedPairs(**line)
