"""Some legal play, found without looking for all of them: clients of tests and loads are quick.

A client that lists every play of a double in Abak stands still for a third of a second, and what
the server sent meanwhile looks late.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from tablas import games
from tablas.abak import movements as abak
from tablas.abalone.board import DIRECTIONS, RAYS
from tablas.abalone.movement import Move
from tablas.backgammon import rules as backgammon
from tablas.values import Dice

Steps = Callable[[Any, int], Iterable[tuple[Any, Any]]]
# How a turn begins, and the single movements from there.
TURNS: Final[dict[str, tuple[Callable[[Any], Any], Steps]]] = {
    "backgammon": (lambda position: position, backgammon.steps),
    "abak": (abak.begun, abak.steps),
}
TRIES: Final = 40


def some_play(name: str, text: str, dice: Dice | None, rng: random.Random) -> str:
    """A legal play in the position `text`, in the notation of the game."""
    kind = games.kind(name)
    position = kind.formats.read(text).position
    tries = (
        _steps(name, position, dice, rng) if dice else _push(position, rng) for _ in range(TRIES)
    )
    for play in tries:
        if play is not None and kind.rules.why_illegal(position, dice, play) is None:
            return kind.notation.write(position, play)
    return kind.notation.write(position, rng.choice([*kind.rules.plays(position, dice).values()]))


def _steps(name: str, position: Any, dice: Dice, rng: random.Random) -> tuple[Any, ...] | None:
    """All dice, one step after the other; None where that leads nowhere."""
    begun, steps = TURNS[name]
    turn, play = begun(position), []
    for die in rng.choice((dice.movements, dice.movements[::-1])):
        found = [*steps(turn, die)]
        if not found:
            return None
        step, turn = rng.choice(found)
        play.append(step)
    return tuple(play)


def _push(position: Any, rng: random.Random) -> Move | None:
    """A marble and up to two before it, in any direction."""
    tail, way = rng.choice(sorted(position.own)), rng.choice(DIRECTIONS)
    line = (tail, *RAYS[way][tail][: rng.randrange(3)])
    return Move(line, way) if position.own.issuperset(line) else None
