"""How levels of the dice games misjudge on purpose."""

from __future__ import annotations

from typing import Final

RACE_NOISE: Final = 0.2
"""The part of the noise that is left once the sides have passed each other."""
