"""Fits the efficiency of the cube to cubeful rollouts: in contact, and in races by their length.

    python tools/cube_efficiency.py --positions 60 --trials 144

Positions of the package's net against itself, their cubeless equity between -.9 and .9, money play
without Jacoby. Each is rolled out with the cube in the middle, with the player to move and with the
opponent, without doubling at the first turn. Where the interpolation E = x * live + (1 - x) * dead
holds, x is the slope of (rollout - dead) over (live - dead); it is fitted by least squares over
positions and owners. The rollouts' players look one turn ahead and use the present efficiency, so
that the fit is one step towards the number that agrees with itself.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.backgammon.codec import decode
from tablas.backgammon.rules import Position
from tablas.engine.evaluator import equities
from tablas.engine.net_player import in_contact
from tablas.engine.rollout import RolloutPlan, rollout
from tablas.engine.weights import net

OPEN = 0.9
OWNERS = ("centred", "own", "opponent")
RACES = ((1, 40), (40, 70), (70, 100), (100, 150))
Group = tuple[int, int] | None  # pips of the player to move; None is contact


def positions(count: int, group: Group, seed: int) -> Iterator[NDArray[np.uint8]]:
    """So many open positions of a group, one from each game at most."""
    rng = random.Random(f"{seed} {group}")
    found = 0
    while found < count:
        row = kernel.backgammon.start()[None]
        met = []
        while kernel.backgammon.outcomes(row)[0] == 0:
            if belongs(decode(row[0].tobytes()), group):
                met.append(row)
            dice = np.array([[rng.randint(1, 6), rng.randint(1, 6)]], np.uint8)
            row, _ = net().choose(row, dice)
        fitting = [one for one in met if abs(float(equities(net().evaluate(one))[0])) < OPEN]
        if fitting:
            found += 1
            yield rng.choice(fitting)


def belongs(position: Position, group: Group) -> bool:
    if group is None:
        return in_contact(position)
    pips = sum(place * checkers for place, checkers in enumerate(position.own))
    return not in_contact(position) and group[0] <= pips < group[1]


def fitted(boards: list[NDArray[np.uint8]], plan: RolloutPlan) -> tuple[float, float]:
    """The efficiency that fits best, and its standard error over the positions."""
    cubes = [kernel.CubeState(1, owner) for owner in OWNERS]
    tops, bottoms = [], []
    for board in boards:
        rows = np.repeat(board, len(OWNERS), axis=0)
        found = rollout(net(), rows, plan, cubes=cubes, may_double=False).starts
        slopes = [
            (cube.worth(one.chances, 1.0) - dead, one.worth - dead)
            for cube, one in zip(cubes, found, strict=True)
            for dead in (cube.worth(one.chances, 0.0),)
        ]
        tops.append(sum(live * gained for live, gained in slopes))
        bottoms.append(sum(live * live for live, _ in slopes))
    top, bottom = np.array(tops), np.array(bottoms)
    efficiency = float(top.sum() / bottom.sum())
    left = top - efficiency * bottom
    error = float(np.sqrt((left**2).sum()) / bottom.sum())
    return efficiency, error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=60, help="of each group")
    parser.add_argument("--trials", type=int, default=144)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    plan = RolloutPlan(trials=told.trials, seed=told.seed)
    for group in (*RACES, None):
        boards = list(positions(told.positions, group, told.seed))
        now = np.mean([kernel.backgammon.cube_efficiency(board)[0] for board in boards])
        found, error = fitted(boards, plan)
        name = f"race, {group[0]} to {group[1] - 1} pips" if group else "contact"
        print(f"{name}: {found:.3f} ± {error:.3f} (now {now:.3f})", flush=True)


if __name__ == "__main__":
    main()
