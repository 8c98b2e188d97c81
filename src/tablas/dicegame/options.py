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
TIMES: Final = ("fischer 3+2", "fischer 5+3", "fischer 10+5", "fischer 20+10", "delay 14+12")
USUAL_TURNS: Final = 30
