"""What looking ahead at cube and score is worth, beside points with a formula at the end.

    python -m tools.measure.backgammon.score_plays --decisions 600 --trials 144

Positions and rolls of games of the package's net against itself, at each of some stakes. Both look
equally far ahead with the same nets: one by what cube and score make of the chances wherever it
looks, the other by points, and only its best plays are weighed at the stake in the end. Where they
choose different plays, both are rolled out at the stake to the end, over the same dice; the mean
difference is what a decision gains, in thousandths of the equity at that stake.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import games, kernel
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.net_player import worths_of
from tablas.engine.dice.ranking import shared_engine
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net
from tablas.kernel import CubeState
from tablas.values import Dice

KIND = games.kind("backgammon")
STAKES = {
    "money, cube in the middle": CubeState(),
    "money, own cube": CubeState(2, "own"),
    "2 away, 4 away": CubeState(1, "centred", 2, 4),
    "4 away, 2 away": CubeState(1, "centred", 4, 2),
    "3 away, 5 away": CubeState(1, "centred", 3, 5),
}


def decisions(seed: int) -> Iterator[tuple[Any, Dice]]:
    """Positions with a roll, every fourth of each game on the average."""
    rng = random.Random(seed)
    while True:
        row = kernel.backgammon.start()[None]
        while kernel.backgammon.outcomes(row)[0] == 0:
            dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
            if rng.random() < 0.25:
                yield KIND.codec.decode(row[0].tobytes()), dice
            row, _ = net("backgammon").choose(row, np.array([[dice.high, dice.low]], np.uint8))


def by_points(position: Any, dice: Dice, cube: CubeState, limit: DiceLimit) -> Any:
    """The play of the deepest that a formula likes best; they were found by points."""
    found = shared_engine(KIND.name).analyse(position, dice, limit)
    deepest = [one for one in found.plays if one.plies == found.plies]
    boards = KIND.codec.encode_many([one.reached for one in deepest])
    chances = np.array([turned(one.chances) for one in deepest], np.float32)
    worths = worths_of(chances.clip(0, 1), boards, cube, KIND.name)
    return deepest[int(np.argmax(worths))].reached


def turned(chances: Any) -> tuple[float, ...]:
    lost = chances.lose_gammon, chances.lose_backgammon
    return 1 - chances.win, *lost, chances.win_gammon, chances.win_backgammon


def gained(reached: list[Any], cube: CubeState, options: argparse.Namespace) -> tuple[float, float]:
    """What the first of two plays is worth beyond the second, with its standard error."""
    rows: NDArray[np.uint8] = KIND.codec.encode_many(reached)
    plan = RolloutPlan(trials=options.trials, seed=options.seed)
    cubes = [cube.swapped()] * 2
    ours, theirs = rollout(
        net("backgammon"), rows, plan, game=KIND.name, cubes=cubes, of_opponent=True
    ).starts
    return ours.equity - theirs.equity, float(np.hypot(ours.error, theirs.error))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=600, help="at each of the stakes")
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--trials", type=int, default=144)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limit = DiceLimit(plies=options.plies)
    for name, cube in STAKES.items():
        gains: list[float] = []
        errors: list[float] = []
        asked = decisions(options.seed)
        for _ in range(options.decisions):
            position, dice = next(asked)
            engine = shared_engine(KIND.name)
            new = engine.analyse(position, dice, limit, cube=cube).best.reached
            old = by_points(position, dice, cube, limit)
            if new != old:
                gain, error = gained([new, old], cube, options)
                gains.append(gain)
                errors.append(error)
        mean = 1000 * sum(gains) / options.decisions
        noise = 1000 * float(np.sqrt(np.square(errors).sum())) / options.decisions
        print(
            f"{name}: {len(gains)} of {options.decisions} differ, "
            f"gained a decision {mean:+.2f} ± {noise:.2f} thousandths",
            flush=True,
        )


if __name__ == "__main__":
    main()
