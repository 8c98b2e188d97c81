"""Rolls counted and named as people do it."""

from __future__ import annotations

from collections.abc import Iterable

from tablas.values import Dice


def of_36(rolls: Iterable[Dice]) -> int:
    """How many of the 36 ways two dice fall are among these rolls.

    >>> of_36([Dice(3, 1), Dice(2, 2)])
    3
    """
    return sum(1 if roll.double else 2 for roll in rolls)


def named(rolls: Iterable[Dice], most: int = 21) -> str:
    """The rolls as a person lists them, highest first, and dots for what is left out.

    >>> named([Dice(2, 2), Dice(3, 1)]), named([Dice(2, 2), Dice(3, 1)], most=1)
    ('3-1, 2-2', '3-1 …')
    """
    order = sorted(rolls, key=lambda roll: (roll.high, roll.low), reverse=True)
    listed = ", ".join(f"{roll.high}-{roll.low}" for roll in order[:most])
    return listed if len(order) <= most else f"{listed} …"
