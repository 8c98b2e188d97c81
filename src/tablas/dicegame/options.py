"""What the players of a dice game can agree on, and the clocks that they are offered first."""

from __future__ import annotations

from typing import Final

OPTIONS: Final = (
    "length",
    "session",
    "crawford",
    "cube",
    "jacoby",
    "beavers",
    "raccoons",
    "automatic_doubles",
)
TIMES: Final = (
    "fischer 3+2",
    "fischer 5+3",
    "fischer 10+5",
    "fischer 20+10",
    "delay 2+12",  # 12 s a turn and 2 min a point: a single game, then matches to 3, 5, 7 and 11
    "delay 6+12",
    "delay 10+12",
    "delay 14+12",
    "delay 22+12",
    "bronstein 10+10",
    "sudden 10",
    "sudden 20",
    "move 0+30",
)
USUAL_TURNS: Final = 30
