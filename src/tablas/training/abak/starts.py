"""Set-ups that play seldom reaches: traps, back games, several on the bar, lone guards, buried
generals, odd races; and positions of random games, where all of that happens by chance.

A set-up gives each side a plan, a weight for every place; the weights are made uneven by chance, so
that checkers gather in stacks, and the team is dealt out by them in random order. Where both sides
stand on a point one makes room, or holds the other under its druid.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tablas.abak.codec import pack
from tablas.abak.position import TEAM as COUNTS
from tablas.abak.rules import Position
from tablas.kernel import abak

Boards = NDArray[np.uint8]

TEAM = "".join(letter * count for letter, count in COUNTS.items())
BAR, OFF = 25, 0
FULL = 5
SET_UPS = 12000  # made one by one; the rest of a pool comes from random games
TURNS = 90  # of a random game, at most

# Spans of places with the weight of all of them together. The opening, back games, primes,
# containment after bearing off, bearing in, several on the bar, anything.
PLANS = (
    (0.20, ((23, 24, 3), (13, 13, 4), (8, 8, 3), (6, 6, 4), (3, 10, 2))),
    (0.25, ((20, 24, 5), (1, 6, 5), (7, 13, 4), (25, 25, 0.3))),
    (0.15, ((19, 24, 3), (3, 9, 10), (10, 16, 2))),
    (0.12, ((20, 25, 1.5), (1, 6, 6), (0, 0, 7))),
    (0.10, ((1, 6, 9), (7, 12, 3), (0, 0, 3))),
    (0.08, ((25, 25, 3), (1, 8, 7), (13, 24, 5))),
    (0.10, ((0, 25, 15),)),
)
TRAPPED = 0.4  # share of set-ups with a checker under a druid


def unusual(rng: np.random.Generator, count: int) -> Boards:
    """Packed boards, all valid, none of them over."""
    dice = random.Random(int(rng.integers(1 << 62)))
    made = [pack(set_up(dice)) for _ in range(min(count // 2, SET_UPS))]
    rows = np.frombuffer(bytearray().join(made), dtype=np.uint8).reshape(-1, abak.start().size)
    boards = np.concatenate([rows, from_random_games(rng, count - len(rows))])
    return rng.permutation(boards, axis=0)


def from_random_games(rng: np.random.Generator, count: int) -> Boards:
    """One position from each of many games between players who take any play."""
    at_once = min(count, 4096)
    boards = np.repeat(abak.start()[None], at_once, axis=0)
    rows: list[Boards] = []
    kept = turn = 0
    while kept < count:
        dice = rng.integers(1, 7, (len(boards), 2), dtype=np.uint8)
        after, offsets = abak.successors(boards, dice)
        boards = after[rng.integers(offsets[:-1], offsets[1:])]
        boards[abak.outcomes(boards) != 0] = abak.start()
        turn += 1
        if turn > 2:
            taken = boards[rng.random(len(boards)) < 1 / TURNS]
            rows.append(taken)
            kept += len(taken)
            boards[rng.random(len(boards)) < 1 / TURNS] = abak.start()
    return np.concatenate(rows)[:count]


def set_up(dice: random.Random) -> Position:
    """A position by two plans; whoever finds no room goes to the bar."""
    while True:
        points: list[str] = [""] * 25
        bars, trays = ["", ""], ["", ""]
        if dice.random() < TRAPPED:
            _trap(points, dice)
        for side in (0, 1):
            _deal(side, points, bars, trays, dice)
        own, opp = bars[0], bars[1].lower()
        if max(map(len, trays)) < len(TEAM):
            return Position(
                tuple(points),
                _sorted(own),
                _sorted(trays[0]),
                _sorted(opp),
                _sorted(trays[1].lower()),
            )


def _trap(points: list[str], dice: random.Random) -> None:
    """A druid on a checker of the other side, in the midfield, with or without company."""
    prey = dice.choice("SSSSGGNDEO")
    company = "".join(dice.sample("SSG", dice.randint(0, 2)))
    stack = prey.lower() + "D" + company
    points[dice.randint(7, 18)] = stack if dice.random() < 1 / 2 else stack.swapcase()


def _deal(
    side: int, points: list[str], bars: list[str], trays: list[str], dice: random.Random
) -> None:
    team = list(TEAM)
    for checker in "".join(points):
        if checker.isupper() == (side == 0):
            team.remove(checker.upper())
    dice.shuffle(team)
    (plan,) = dice.choices([spans for _, spans in PLANS], [share for share, _ in PLANS])
    weights = [0.0] * 26
    for first, last, weight in plan:
        for place in range(first, last + 1):
            weights[place] += weight / (last - first + 1) * dice.gammavariate(0.6, 1)
    if not any(weights):
        weights[6] = 1.0
    for checker, place in zip(team, dice.choices(range(26), weights, k=len(team)), strict=True):
        if place == OFF:
            trays[side] += checker
            continue
        here = place if side == 0 else 25 - place
        fits = place != BAR and _has_room(points[here], side)
        point = here if fits else _another(points, side, dice)
        if point is None:
            bars[side] += checker
        else:
            points[point] += checker if side == 0 else checker.lower()


def _has_room(stack: str, side: int) -> bool:
    return len(stack) < FULL and (not stack or stack[-1].isupper() == (side == 0))


def _another(points: list[str], side: int, dice: random.Random) -> int | None:
    """Some other point, or None: the bar."""
    for _ in range(2):
        point = dice.randint(1, 24)
        if _has_room(points[point], side):
            return point
    return None


def _sorted(letters: str) -> str:
    return "".join(sorted(letters))
