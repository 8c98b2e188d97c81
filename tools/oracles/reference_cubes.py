"""Close money cubes with what they are worth by rollouts, to judge cube decisions by.

    python -m tools.oracles.reference_cubes cubes.jsonl --positions 120 --trials 144

Cube in the middle, no Jacoby. The positions come from games of the package's net against itself,
one of each game at most, where its judgement without looking ahead finds doubling and not doubling
within .15 of each other or a take within .2 of a drop. Each is rolled out to its end with the
cube, not doubled and doubled, over the same dice; beside it what GNU Backgammon finds at two plies.
What stands in the file already is not done again.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.oracles.gnubg_judgements import cube_decisions

from tablas import kernel
from tablas.backgammon.codec import decode
from tablas.backgammon.formats import position_id
from tablas.engine.dice.cube_action import CubeAction, judge
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net

CLOSE_DOUBLE, CLOSE_TAKE = 0.15, 0.2
CHANCE_OF_A_TURN = 0.25
MONEY = kernel.CubeState()


def close_positions(seed: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Positions with something to decide, from games of the net against itself."""
    rng = random.Random(seed)
    while True:
        row = kernel.backgammon.start()[None]
        while kernel.backgammon.outcomes(row)[0] == 0:
            if rng.random() < CHANCE_OF_A_TURN and is_close(
                judge(net("backgammon"), row, MONEY, game="backgammon")
            ):
                yield position_id(decode(row[0].tobytes())), row
                break
            dice = np.array([[rng.randint(1, 6), rng.randint(1, 6)]], np.uint8)
            row, _ = net("backgammon").choose(row, dice)


def is_close(action: CubeAction) -> bool:
    doubled = min(action.double_take, action.double_drop)
    if action.no_double > 1.1 or doubled < 0:
        return False
    take = abs(action.double_take - action.double_drop) < CLOSE_TAKE
    return take or abs(doubled - action.no_double) < CLOSE_DOUBLE


def rolled(row: NDArray[np.uint8], options: argparse.Namespace) -> dict[str, Any]:
    """Equities of no double and of double and take, with their standard errors."""
    plan = RolloutPlan(trials=options.trials, seed=options.seed)
    cubes = [MONEY, MONEY.turned()]
    hold, take = rollout(
        net(options.net),
        np.repeat(row, 2, axis=0),
        plan,
        cubes=cubes,
        may_double=False,
        game="backgammon",
    ).starts
    return {
        "no_double": round(hold.worth, 4),
        "double_take": round(take.worth, 4),
        "errors": [round(hold.worth_error, 4), round(take.worth_error, 4)],
        "chances": [round(chance, 4) for chance in hold.chances],
        "trials": options.trials,
        "net": options.net,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--trials", type=int, default=144)
    parser.add_argument("--net", default="backgammon", help="who plays in the rollouts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done = 0
    if options.results.exists():
        done = len(options.results.read_text(encoding="utf-8").splitlines())
    with options.results.open("a", encoding="utf-8") as out:
        for position, row in islice(close_positions(options.seed), done, options.positions):
            ((_, hold, take, *_),) = cube_decisions([position], 2)
            gnubg = {"no_double": round(hold, 4), "double_take": round(take, 4)}
            line = {"position": position, "rolled": rolled(row, options), "gnubg": gnubg}
            out.write(json.dumps(line) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
