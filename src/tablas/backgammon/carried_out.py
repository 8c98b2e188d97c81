"""Plays as somebody made them, legal or not: what a file tells is carried out step by step.

Real files hold illegal plays, some of them backwards. They are followed as far as the checkers
allow: each step needs a checker where it starts, and the end must be a valid position.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tablas.backgammon.reasons import BAR, OFF, place_name
from tablas.backgammon.rules import Play, Position, faults, moved
from tablas.dicegame.spelling import movements
from tablas.errors import NotationError
from tablas.values import Dice
from tablas.words import quoted


def as_written(position: Position, dice: Dice | None, text: str) -> Play:
    """The steps that `text` names, in its order; NotationError if they cannot be carried out.

    >>> from tablas.backgammon.rules import start
    >>> [(step.source, step.target) for step in as_written(start(), Dice(6, 5), "24/23 13/4")]
    [(24, 23), (13, 4)]
    """
    ways = [way for movement in movements(text, None) for way in pairwise(movement.places)]
    return carried_out(position, dice, ways)


def carried_out(position: Position, dice: Dice | None, ways: Sequence[tuple[int, int]]) -> Play:
    """The steps between these points, each with the die that it takes, if one is left for it."""
    left = list(dice.movements) if dice else []
    steps = []
    for source, target in ways:
        on_board = source in range(1, BAR + 1) and target in range(OFF, BAR)
        if not on_board or source == target or not position.own[source]:
            raise _impossible(source, target)
        die = _die_for(source, target, left)
        if die in left:
            left.remove(die)
        step, position = moved(position, source, die)
        steps.append(step)
    if wrong := faults(position):
        raise NotationError(
            f"the play leaves no valid position: {wrong[0]}",
            f"la jugada no deja una posición válida: {wrong[0].spoken('es')}",
        )
    return tuple(steps)


def written(play: Play) -> str:
    """Every step of a play by itself, in its order; the way back of `as_written`."""
    return " ".join(
        f"{place_name(step.source).en}/{place_name(step.target).en}{'*' * step.hit}"
        for step in play
    )


def _die_for(source: int, target: int, left: Sequence[int]) -> int:
    """What the step needs; bearing off takes a larger die where the exact one is not left."""
    exact = source - target
    if target != OFF or exact in left:
        return exact
    return min((die for die in left if die > exact), default=exact)


def _impossible(source: int, target: int) -> NotationError:
    way = quoted(f"{source}/{target}")
    return NotationError(
        f"step {way}: no checker can go that way", f"paso {way}: ninguna ficha puede ir así"
    )
