"""Rolls out whole games at scores of a match, to see whether the match equity table is right.

    python -m tools.measure.backgammon.match_scores 2-3 2-4 3-4 --trials 72

A score is what either side still needs; with one point on a side it is the Crawford game, with
`post:3` the game of a trailer who needs three after it. Either side begins, with each of the
fifteen opening rolls, played one ply ahead; then every trial plays the game to its end at the
score, cube and drops included, luck taken away. What follows the game is the table's. Beside the
table stand, where they are known, the numbers of Kazaross and Rockwell (XG2), by rollouts too.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from tablas import games, kernel
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.ranking import shared_engine
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.engine.weights import net
from tablas.kernel import CubeState
from tablas.values import Dice

KIND = games.kind("backgammon")
OPENINGS = [Dice(high, low) for high in range(2, 7) for low in range(1, high)]
XG2 = {
    (1, 2): 67.7, (1, 3): 75.1, (1, 4): 81.4, (1, 5): 84.2,
    (2, 3): 59.9, (2, 4): 66.9, (2, 5): 74.3,
    (3, 4): 57.1, (3, 5): 64.8, (4, 5): 57.7,
}  # fmt: skip


def cube_at(own: int, opp: int, *, post: bool) -> CubeState:
    """The cube before the first roll, as who needs `own` sees it."""
    return CubeState(1, "centred", own, opp, crawford=1 in (own, opp) and not post)


def starts(cube: CubeState) -> tuple[NDArray[np.uint8], list[CubeState], NDArray[np.int8]]:
    """The boards after every opening play of either side, and whose turn it is: 1, or -1."""
    engine, reached, cubes, signs = shared_engine(KIND.name), [], [], []
    for beginner, sign in ((cube, 1), (cube.swapped(), -1)):
        for dice in OPENINGS:
            play = engine.choose(KIND.start().position, dice, DiceLimit(plies=1), cube=beginner)
            reached.append(play.reached)
            cubes.append(beginner.swapped())
            signs.append(-sign)
    return KIND.codec.encode_many(reached), cubes, np.array(signs, np.int8)


def rolled(cube: CubeState, trials: int, seed: int, name: str) -> tuple[float, float]:
    """The chance of the first side to win the match, with its standard error."""
    boards, cubes, signs = starts(cube)
    plan = RolloutPlan(trials=trials, seed=seed)
    game = dice_side(KIND.name).make_rollout(net(name), boards, plan, cubes, may_double=True)
    worths = game.run(0, trials, list(range(len(boards))))[:, :, 5] * signs
    chances = (1 + worths.mean(axis=1)) / 2  # of each trial: the starts share its dice
    return float(chances.mean()), float(chances.std(ddof=1) / np.sqrt(trials))


def score_of(text: str) -> tuple[int, int, bool]:
    if text.startswith("post:"):
        return int(text[5:]), 1, True
    own, opp = map(int, text.split("-"))
    return own, opp, False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scores", nargs="+", help="such as 2-4, or post:3")
    parser.add_argument("--trials", type=int, default=72, help="of each of the 30 starts")
    parser.add_argument("--net", default="backgammon", help="who plays")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| score | rolled out | table | XG2 | games | CPU s |\n|---|---|---|---|---|---|")
    for text in options.scores:
        own, opp, post = score_of(text)
        begun = time.process_time()
        cube = cube_at(own, opp, post=post)
        chance, error = rolled(cube, options.trials, options.seed, options.net)
        table = 100 * kernel.match_equity(own, opp, crawford_over=post)
        known = XG2.get((own, opp)) if not post else None
        print(
            f"| {text} | {100 * chance:.2f} ± {100 * error:.2f} | {table:.2f} "
            f"| {known or ''} | {30 * options.trials} | {time.process_time() - begun:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
