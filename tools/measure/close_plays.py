"""Decisions of dice games with the plays that lie close: as the search sees them, and rolled out.

    python -m tools.measure.close_plays build/close.jsonl --count 1000 --workers 16
    python -m tools.measure.close_plays build/abak.jsonl --game abak --truncate 11 --trials 216

One decision from each game that the small net plays with itself, money play without a cube. Where
the two-ply search of the large net leaves plays close to each other, they are rolled out with that
net: the means of each full set of first rolls are kept, so that shorter rollouts can be read off
longer ones. The file is added to: work that was stopped goes on. It is read by
`tools/measure/roller.py` and `bench/strong_levels.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import games
from tablas.backgammon.formats import position_id
from tablas.engine import weights
from tablas.engine.dice.evaluator import kernel_rules
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.rollout import BATCH
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.dice.search import DiceEngine, RankedPlay
from tablas.engine.engines import dice_side
from tablas.engine.runners import in_processes, one_by_one
from tablas.values import Dice, Setup, Side

PLIES = 2
MOST = 5
"""Plays that are rolled out."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Which decision, and how it is rolled out: plays `within` so many points of the best."""

    game: str
    seed: int
    trials: int
    truncate: int
    within: float
    inside: int = 0  # plies that the players of the rollouts look ahead


@cache
def engine(game: str) -> DiceEngine:
    return dice_side(game).search(net_name=f"{game}-large")


def decision(game: str, seed: int) -> tuple[NDArray[np.uint8], Dice]:
    """One of the decisions of a game of the small net with itself, each as likely as the others."""
    rng, rules = np.random.default_rng(seed), kernel_rules(game)
    board, net, met = rules.start()[None], weights.net(game), []
    while rules.outcomes(board)[0] == 0:
        dice = rng.integers(1, 7, (1, 2), dtype=np.uint8)
        if len(rules.successors(board, dice)[0]) > 1:
            met.append((board, Dice(int(dice.max()), int(dice.min()))))
        board = net.choose(board, dice)[0]
    return met[int(rng.integers(len(met)))]


def text_of(game: str, position: Any) -> str:
    """GNU Backgammon's position ID where there is one, so that it can be asked."""
    if game == "backgammon":
        return position_id(position)
    return games.kind(game).formats.write(Setup(position, Side.WHITE))


def decided(asked: Sampling) -> dict[str, Any]:
    """A decision with the plays that lie close, as the search sees them and as they roll out."""
    game = asked.game
    board, dice = decision(game, asked.seed)
    position = games.kind(game).codec.decode(board[0].tobytes())
    began = time.process_time()
    strongest = engine(game).choose(position, dice, DiceLimit(plies=PLIES))
    chosen = time.process_time()
    plays = engine(game).analyse(position, dice, DiceLimit(plies=PLIES)).plays
    least = plays[0].equity - asked.within
    close = [one for one in plays[:MOST] if one.plies == PLIES and one.equity > least]
    searched = time.process_time()
    told = {
        "game": game,
        "seed": asked.seed,
        "position": text_of(game, position),
        "dice": f"{dice.high}{dice.low}",
        "strongest": text_of(game, strongest.reached),
        "plays": [
            {
                "play": one.text,
                "reached": text_of(game, one.reached),
                "equity": round(one.equity, 5),
            }
            for one in close
        ],
        "choose_seconds": round(chosen - began, 4),
        "search_seconds": round(searched - chosen, 4),
    }
    if len(close) > 1:
        plan = RolloutPlan(
            trials=asked.trials, truncate=asked.truncate, plies=asked.inside, seed=asked.seed
        )
        told["rolled"] = rolled_out(game, close, plan)
        told["rollout_seconds"] = round(time.process_time() - searched, 3)
    return told


def rolled_out(game: str, plays: list[RankedPlay], plan: RolloutPlan) -> list[list[float]]:
    """Of each play the mean of every full set of first rolls."""
    rows = games.kind(game).codec.encode_many([one.reached for one in plays])
    net = weights.net(f"{game}-large")
    trials = dice_side(game).make_rollout(net, rows, plan, None, may_double=True)
    worths = -trials.run(0, plan.trials, list(range(len(plays))), threads=1)[:, :, 5]
    means: list[list[float]] = np.round(
        worths.reshape(-1, BATCH, len(plays)).mean(axis=1), 5
    ).T.tolist()
    return means


def decide(options: argparse.Namespace) -> None:
    """The decisions that the file lacks."""
    done = {one["seed"] for one in read(options.decisions)}
    seeds = range(options.first, options.first + options.count)
    asked = [
        Sampling(
            options.game, seed, options.trials, options.truncate, options.within, options.inside
        )
        for seed in seeds
        if seed not in done
    ]
    run = in_processes(options.workers) if options.workers > 1 else one_by_one
    until = time.monotonic() + 60 * options.minutes
    options.decisions.parent.mkdir(parents=True, exist_ok=True)
    with options.decisions.open("a", encoding="utf-8") as out:
        for _, told in run(decided, asked):
            out.write(json.dumps(told) + "\n")
            out.flush()
            if time.monotonic() > until:
                break


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decisions", type=Path)
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--trials", type=int, default=648, help="a multiple of 36")
    parser.add_argument("--truncate", type=int, default=7, help="turns, then the net judges")
    parser.add_argument("--within", type=float, default=0.08, help="points behind the best")
    parser.add_argument("--inside", type=int, default=0, help="plies that its players look ahead")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    decide(parser.parse_args())


if __name__ == "__main__":
    main()
