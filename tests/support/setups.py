"""Valid set-ups at random, most of which play cannot reach."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tablas.abak.rules import Position as AbakPosition
from tablas.abak.rules import faults as abak_faults
from tablas.abalone.board import CELLS
from tablas.abalone.rules import Position as AbalonePosition
from tablas.backgammon.rules import Position as BackgammonPosition

TEAM = "SSSSSSSSSGGNDEO"


def backgammon(rng: random.Random) -> BackgammonPosition:
    """Both sides on points of their own, crowded or spread, some on the bar, some off."""
    while True:
        points = rng.sample(range(1, 25), 24)
        border = rng.randint(1, 23)
        # A third of them is a bear-off against what may be left of the other side.
        home = rng.random() < 0.33
        mine = [point for point in points[:border] if not home or point <= 6] or [1]
        theirs = [25 - point for point in points[border:] if point not in mine]
        own, opp = _thrown(mine, rng), _thrown(theirs, rng)
        if home and rng.random() < 0.8:
            own[0], own[25] = own[0] + own[25], 0
        if not own[0] == opp[0] == 15:
            return BackgammonPosition(tuple(own), tuple(opp))


def _thrown(places: list[int], rng: random.Random) -> list[int]:
    side = [0] * 26
    away = rng.choice((0.0, 0.05, 0.3, 0.7))
    some = rng.sample(places, rng.randint(1, len(places))) if places else []
    for _ in range(15):
        if some and rng.random() >= away:
            side[rng.choice(some)] += 1
        else:
            side[rng.choice((0, 25))] += 1
    return side


def abak(rng: random.Random) -> AbakPosition:
    """Both teams thrown on the board in stacks of any order, mixed runs included."""
    while True:
        checkers = [*TEAM, *TEAM.lower()]
        rng.shuffle(checkers)
        places = rng.sample(range(1, 25), rng.randint(6, 24))
        near_home = rng.random() < 0.3
        stacks = [""] * 25
        waiting = {"bar": "", "off": "", "opp_bar": "", "opp_off": ""}
        away = rng.choice((0.0, 0.05, 0.2, 0.6))
        for letter in checkers:
            own = letter.isupper()
            room = [p for p in places if len(stacks[p]) < 5]
            if near_home:  # where bearing off, and the general's last condition, come into play
                room = [p for p in range(1, 8) if len(stacks[p if own else 25 - p]) < 5]
                room = [p if own else 25 - p for p in room]
            if room and rng.random() >= away:
                stacks[rng.choice(room)] += letter
            else:
                waiting[
                    rng.choice(("bar", "off")) if own else rng.choice(("opp_bar", "opp_off"))
                ] += letter
        position = AbakPosition(
            tuple(stacks), **{name: "".join(sorted(letters)) for name, letters in waiting.items()}
        )
        if not abak_faults(position):
            return position


def abalone(rng: random.Random) -> AbalonePosition:
    """Marbles anywhere, few or many, in the middle or at the rim."""
    cells = rng.sample(CELLS, len(CELLS))
    own_lost, opp_lost = rng.randint(0, 5), rng.randint(0, 5)
    own, opp = rng.randint(1, 14 - own_lost), rng.randint(1, 14 - opp_lost)
    return AbalonePosition(
        frozenset(cells[:own]), frozenset(cells[own : own + opp]), own_lost, opp_lost
    )


SETUPS: dict[str, Callable[[random.Random], Any]] = {
    "backgammon": backgammon,
    "abak": abak,
    "abalone": abalone,
}
