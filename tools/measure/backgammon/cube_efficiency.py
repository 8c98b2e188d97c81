"""Fits the efficiency of the cube: to exact bear-offs, and to cubeful rollouts beyond them.

    python tools/measure/backgammon/cube_efficiency.py --positions 60 --trials 144

Bear-offs: random positions of three to six checkers a side, whose equities with the cube the
two-sided table knows. Races and contact: positions of the package's net against itself, money play
without Jacoby, each rolled out with the cube in the middle, with the player to move and with the
opponent, without doubling at the first turn. Open positions only: a cubeless equity within .8 in
bear-offs, .9 elsewhere. Where the interpolation E = x * live + (1 - x) * dead holds, x is the slope
of (E - dead) over (live - dead); it is fitted by least squares over positions and owners. The
rollouts' players look one turn ahead and use the present efficiency, so that the fit is one step
towards the number that agrees with itself.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.backgammon.codec import decode, encode_many
from tablas.backgammon.rules import Position
from tablas.engine.backgammon import in_contact
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net

OPEN, OPEN_BEAROFF = 0.9, 0.8
OWNERS = ("centred", "own", "opponent")
RACES = ((1, 40), (40, 70), (70, 100), (100, 150))
Group = tuple[int, int] | None  # pips of the player to move; None is contact


def positions(count: int, group: Group, seed: int) -> Iterator[NDArray[np.uint8]]:
    """So many open positions of a group, one from each game at most."""
    rng = random.Random(f"{seed} {group}")
    drawn = 0
    while drawn < count:
        row = kernel.backgammon.start()[None]
        met = []
        while kernel.backgammon.outcomes(row)[0] == 0:
            if belongs(decode(row[0].tobytes()), group):
                met.append(row)
            dice = np.array([[rng.randint(1, 6), rng.randint(1, 6)]], np.uint8)
            row, _ = net("backgammon").choose(row, dice)
        fitting = [
            one for one in met if abs(float(equities(net("backgammon").evaluate(one))[0])) < OPEN
        ]
        if fitting:
            drawn += 1
            yield rng.choice(fitting)


def belongs(position: Position, group: Group) -> bool:
    if group is None:
        return in_contact(position)
    return not in_contact(position) and group[0] <= pips_of(position) < group[1]


def exact_fits(count: int, seed: int) -> Iterator[tuple[int, float]]:
    """Of bear-offs the pips of the player to move, in fours, and the efficiency that fits best."""
    rng = random.Random(seed)
    some = [Position(at_home(rng), at_home(rng)) for _ in range(count)]
    sums: dict[int, list[float]] = {}
    for position, known in zip(some, bearoff().exact(encode_many(some)).tolist(), strict=True):
        cubeless, own, centred, opponent = known
        if abs(cubeless) >= OPEN_BEAROFF:
            continue
        products = sums.setdefault(pips_of(position) // 4 * 4, [0.0, 0.0])
        for owner, equity in (("own", own), ("centred", centred), ("opponent", opponent)):
            cube = kernel.CubeState(1, owner)
            chances = ((1 + cubeless) / 2, 0.0, 0.0, 0.0, 0.0)
            dead = cube.worth(chances, 0.0)
            live = cube.worth(chances, 1.0) - dead
            products[0] += live * (equity - dead)
            products[1] += live * live
    for pips, (top, bottom) in sorted(sums.items()):
        if bottom > 0:
            yield pips, top / bottom


def at_home(rng: random.Random) -> tuple[int, ...]:
    side = [0] * 26
    for _ in range(rng.randint(3, 6)):
        side[rng.randint(1, 6)] += 1
    side[0] = 15 - sum(side)
    return tuple(side)


def pips_of(position: Position) -> int:
    return sum(place * checkers for place, checkers in enumerate(position.own))


def fitted(boards: list[NDArray[np.uint8]], plan: RolloutPlan) -> tuple[float, float]:
    """The efficiency that fits best, and its standard error over the positions."""
    cubes = [kernel.CubeState(1, owner) for owner in OWNERS]
    tops, bottoms = [], []
    for board in boards:
        rows = np.repeat(board, len(OWNERS), axis=0)
        rolled = rollout(
            net("backgammon"), rows, plan, cubes=cubes, may_double=False, game="backgammon"
        ).starts
        slopes = []
        for cube, one in zip(cubes, rolled, strict=True):
            # Luck taken away can leave a rare chance a little below zero.
            win, *others = (min(max(chance, 0.0), 1.0) for chance in one.chances)
            chances = (win, others[0], others[1], others[2], others[3])
            dead = cube.worth(chances, 0.0)
            slopes.append((cube.worth(chances, 1.0) - dead, one.worth - dead))
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
    options = parser.parse_args()
    for pips, efficiency in exact_fits(20_000, options.seed):
        print(f"bear-off, {pips} to {pips + 3} pips: {efficiency:.3f}")
    plan = RolloutPlan(trials=options.trials, seed=options.seed)
    for group in (*RACES, None):
        boards = list(positions(options.positions, group, options.seed))
        now = np.mean([kernel.backgammon.cube_efficiency(board)[0] for board in boards])
        efficiency, error = fitted(boards, plan)
        name = f"race, {group[0]} to {group[1] - 1} pips" if group else "contact"
        print(f"{name}: {efficiency:.3f} ± {error:.3f} (now {now:.3f})", flush=True)


if __name__ == "__main__":
    main()
