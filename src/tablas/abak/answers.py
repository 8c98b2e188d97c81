"""What each of the 36 rolls lets the next player do, counted exactly by the rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tablas.abak.position import BAR, Effect, Position
from tablas.abak.rules import plays
from tablas.values import ROLLS, Dice

HARM = (Effect.HIT, Effect.TRAP, Effect.ASSAULT)


@dataclass(frozen=True, slots=True)
class Answers:
    """The rolls that harm somebody, and the rolls that cannot be played at all.

    `harm[point, effect]` holds the rolls with which some legal play hits, traps or assaults the
    checker there; points are numbered from the side of who has just played.
    """

    harm: dict[tuple[int, Effect], frozenset[Dice]]
    stuck: frozenset[Dice]

    def rolls(self, point: int, *effects: Effect) -> frozenset[Dice]:
        """The rolls that do any of these things to the checker on `point`."""
        return frozenset().union(*(self.harm.get((point, effect), ()) for effect in effects))

    @property
    def harmful(self) -> frozenset[Dice]:
        return frozenset().union(*self.harm.values())


def answers(position: Position) -> Answers:
    """Every answer of the player to move in `position`, who answers a play.

    Two plays to the same position hit the same checkers, so one play for each position is enough.
    """
    harm: defaultdict[tuple[int, Effect], set[Dice]] = defaultdict(set)
    stuck = set()
    for roll in ROLLS:
        replies = plays(position, roll)
        if all(not play for play in replies.values()):
            stuck.add(roll)
        for play in replies.values():
            for step in play:
                if step.effect in HARM:
                    harm[BAR - step.target, step.effect].add(roll)
    return Answers({what: frozenset(rolls) for what, rolls in harm.items()}, frozenset(stuck))
