"""The play that leads from one Abak position to another, found by what differs between them.

`rules.plays` lists everything that a roll can do, thousands of plays for a double. Whoever knows
where a turn ended can ask for less: only movements from places that are not yet as they will be.
The movements are those of the rules. Where no such way is found all plays are looked through, so
that nothing is missed; what is found is not yet known to be legal (too few dice may be used).
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Final

from tablas.abak import codec, rules
from tablas.abak.movements import Turn, begun, candidates, ended, moved
from tablas.abak.position import BAR, OFF, Play, Position
from tablas.values import Dice
from tablas.words import Reason

_WORDS: Final = struct.Struct("<8Q")
_LETTERS: Final = str.maketrans("1234569abcde", "sgndeoSGNDEO")
_POINT: Final = (1 << 20) - 1
FEWEST_PLACES: Final = 2  # that one movement changes: where it begins and where it ends


@cache
def _stack(bits: int) -> str:
    """The letters of a point of the other side's board, as the mover sees them."""
    return f"{bits:x}".translate(_LETTERS) if bits else ""


def points_after(packed: bytes) -> tuple[str, ...]:
    """The stacks of a packed board, seen by who has just moved: `points[p]` is that side's p."""
    stacks = [
        _stack(word >> shift & _POINT)
        for word in reversed(_WORDS.unpack(packed))
        for shift in (40, 20, 0)
    ]
    return ("", *stacks)


def way(position: Position, dice: Dice, packed: bytes) -> tuple[Play, Position] | None:
    """A play of the roll that leads to the packed board, and that board as the rules reach it."""
    found = _further(begun(position), dice.movements, points_after(packed), packed)
    if found is not None:
        return found
    for end, play in rules.plays(position, dice).items():
        if codec.pack(end) == packed:
            return play, end
    return None


def _further(
    turn: Turn, left: tuple[int, ...], goal: tuple[str, ...], packed: bytes
) -> tuple[Play, Position] | None:
    points = turn.points
    open_places = [place for place in range(1, BAR) if points[place] != goal[place]]
    if not open_places and not turn.assault:
        end = ended(turn)
        if codec.pack(end) == packed:
            return (), end
    if len(open_places) > FEWEST_PLACES * len(left):
        return None
    for die in dict.fromkeys(left):
        rest = list(left)
        rest.remove(die)
        for letter, source, target in candidates(turn, die):
            if source != BAR and source not in open_places:
                continue
            if not rest and target not in (OFF, *open_places):
                continue  # the last movement would change what is right already
            if turn.assault and target != turn.assault:
                continue
            made = moved(turn, letter, source, target, die)
            if isinstance(made, Reason):
                continue
            step, after = made
            found = _further(after, tuple(rest), goal, packed)
            if found is not None:
                return (step, *found[0]), found[1]
    return None
