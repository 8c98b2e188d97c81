"""What some pairs of games gave, as plain values that fit into a line of JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

Two = tuple[float, float]


@dataclass(slots=True, kw_only=True)
class PlayedPairs:
    """Of each pair the first player's results in both games, in the order of the pairs.

    `raw` are points, in a game without points 1, 0 or -1; `adjusted` the points with the luck taken
    away, empty where nobody judges it; `won` is 1, 1/2 or 0 likewise: without luck a game may count
    as a little more than won. `leads` and `endings` are there where the game counts something or
    games end in different ways. `cpu` are the processor seconds of both players. `games` are the
    games themselves where they were written down (`tablas.duel.saved`), the first player White.
    """

    raw: list[Two] = field(default_factory=list)
    adjusted: list[Two] = field(default_factory=list)
    won: list[Two] = field(default_factory=list)
    turns: int = 0
    leads: list[Two] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    cpu: Two = (0.0, 0.0)
    games: list[list[str]] = field(default_factory=list)

    def add(self, more: PlayedPairs) -> None:
        """Take over what other pairs gave."""
        self.raw += more.raw
        self.adjusted += more.adjusted
        self.won += more.won
        self.turns += more.turns
        self.leads += more.leads
        self.games += more.games
        for ending, games in more.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + games
        self.cpu = (self.cpu[0] + more.cpu[0], self.cpu[1] + more.cpu[1])
