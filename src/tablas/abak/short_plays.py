"""Plays that are written with fewer landings than they have: `D3/off` for `D3/2/off`.

Section "A turn" of the rules page: such a text is the full play if exactly one way of the most dice
fits it; the record always keeps the full play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tablas.abak.movements import Turn, begun, ended
from tablas.abak.position import BAR, OFF, SOLDIER, Effect, Play, Position, Step, is_own
from tablas.abak.refusals import why_not_now
from tablas.abak.rules import made, why_not_enough
from tablas.dicegame.graph import without
from tablas.errors import NotationError
from tablas.values import Dice

MARKS: Final = {
    Effect.PLAIN: "",
    Effect.HIT: "*",
    Effect.TRAP: "^",
    Effect.FIRST_HALF: "+",
    Effect.ASSAULT: "*",
}
"""What a movement does where it lands, as plays write it."""


class WrittenStep(NamedTuple):
    """One movement as written: class and mark may be left out."""

    letter: str
    source: int
    target: int
    mark: str

    def fits(self, die: int) -> bool:
        """Whether this die can make the movement, as far as the distance goes."""
        return die >= self.source if self.target == OFF else die == self.distance

    @property
    def distance(self) -> int:
        return abs(self.source - self.target)


def class_at(turn: Turn, source: int) -> str:
    """The class that a movement without letter means; if none can, the rules will say so."""
    if source == BAR:
        if len(set(turn.bar)) > 1:
            raise NotationError(
                f"play: several classes wait on the bar ({turn.bar}), "
                f"expected a letter such as {turn.bar[0]}bar/20",
                f"jugada: varias clases esperan en la barra ({turn.bar}), se esperaba "
                f"una letra como {turn.bar[0]}bar/20",
            )
        return turn.bar[:1] or SOLDIER
    return next(filter(is_own, reversed(turn.points[source])), SOLDIER)


def short_plays(
    position: Position, dice: Dice, movements: tuple[WrittenStep, ...]
) -> dict[Position, Play]:
    """Every full legal play that passes through the written landings, by what it reaches."""
    return {
        ended(turn): play
        for play, turn in _ways(begun(position), dice.movements, movements, ())
        if why_not_enough(position, dice, play, turn) is None
    }


def _ways(
    turn: Turn, left: tuple[int, ...], movements: tuple[WrittenStep, ...], play: Play
) -> Iterator[tuple[Play, Turn]]:
    """Each way to make the movements in their order, with any landings in between."""
    if not movements:
        yield play, turn
        return
    first, rest = movements[0], movements[1:]
    letter = first.letter or class_at(turn, first.source)
    for die in dict.fromkeys(left):
        for target in _targets(first, die):
            step = Step(letter, first.source, target, die)
            if why_not_now(turn, list(left), step):
                continue
            done, after = made(turn, step)
            dice_left = without(left, die)
            if target == first.target:
                if first.mark in ("", MARKS[done.effect]):
                    yield from _ways(after, dice_left, rest, (*play, done))
            else:  # the same checker goes on from here
                onward = WrittenStep(letter, target, first.target, first.mark)
                yield from _ways(after, dice_left, (onward, *rest), (*play, done))


def _targets(movement: WrittenStep, die: int) -> Iterator[int]:
    """Where this die may take the checker without passing where it is to land."""
    if movement.target > movement.source:  # the general's way back is one movement
        if movement.source + die == movement.target:
            yield movement.target
        return
    landing = max(movement.source - die, OFF)
    if landing >= movement.target:
        yield landing
