"""What rolling out close plays would change of the search's choices, and who judges that it gains.

    python -m tools.measure.roller decide build/roller.jsonl --count 2000 --workers 16
    python -m tools.measure.roller ask build/roller.jsonl build/asked.jsonl
    python tools/oracles/gnubg_rollouts.py build/asked.jsonl build/gnubg.jsonl --trials 648
    python -m tools.measure.roller compare build/roller.jsonl build/gnubg.jsonl

`decide` takes one decision from each game that the small net plays with itself, money play without
a cube, and where the two-ply search leaves plays close to each other it rolls them out with the
large net: the means of each full set of first rolls are kept, so that shorter rollouts can be read
off longer ones. `ask` lists the positions on which some way of deciding differs from the search,
for a judge who shares no net with either; `compare` tells what each way gains by that judge. Every
file is added to: work that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.backgammon import KIND, codec, formats
from tablas.engine import weights
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.dice.limit import DiceLimit
from tablas.engine.dice.rollout import BATCH
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.engines import dice_side
from tablas.engine.runners import in_processes, one_by_one
from tablas.values import Dice

PLIES = 2
LEAST = 144
MOST, WITHIN = 5, 0.08
"""The plays that are rolled out: so many at most, no more than so many points behind."""


@cache
def engine() -> BackgammonEngine:
    return BackgammonEngine()


def decision(seed: int) -> tuple[NDArray[np.uint8], Dice]:
    """One of the decisions of a game of the small net with itself, each as likely as the others."""
    rng = np.random.default_rng(seed)
    board, net, met = kernel.backgammon.start()[None], weights.net("backgammon"), []
    while kernel.backgammon.outcomes(board)[0] == 0:
        dice = rng.integers(1, 7, (1, 2), dtype=np.uint8)
        if len(kernel.backgammon.successors(board, dice)[0]) > 1:
            met.append((board, Dice(int(dice.max()), int(dice.min()))))
        board = net.choose(board, dice)[0]
    return met[int(rng.integers(len(met)))]


def decided(asked: tuple[int, int, int]) -> dict[str, Any]:
    """A decision with the plays that lie close, as the search sees them and as they roll out."""
    seed, trials, truncate = asked
    board, dice = decision(seed)
    position = codec.decode(board[0].tobytes())
    began = time.process_time()
    strongest = engine().choose(position, dice, DiceLimit(plies=PLIES))
    chosen = time.process_time()
    plays = engine().analyse(position, dice, DiceLimit(plies=PLIES)).plays
    close = [
        one for one in plays[:MOST] if one.plies == PLIES and one.equity > plays[0].equity - WITHIN
    ]
    searched = time.process_time()
    told = {
        "seed": seed,
        "position": formats.position_id(position),
        "dice": f"{dice.high}{dice.low}",
        "strongest": formats.position_id(strongest.reached),
        "plays": [
            {
                "play": one.text,
                "reached": formats.position_id(one.reached),
                "equity": round(one.equity, 5),
            }
            for one in close
        ],
        "choose_seconds": round(chosen - began, 4),
        "search_seconds": round(searched - chosen, 4),
    }
    if len(close) > 1:
        plan = RolloutPlan(trials=trials, truncate=truncate, seed=seed)
        rows = codec.encode_many([one.reached for one in close])
        rolled = dice_side(KIND.name).make_rollout(
            weights.net("backgammon-large"), rows, plan, None, may_double=True
        )
        worths = -rolled.run(0, trials, list(range(len(close))), threads=1)[:, :, 5]
        told["rolled"] = np.round(worths.reshape(-1, BATCH, len(close)).mean(axis=1), 5).T.tolist()
        told["rollout_seconds"] = round(time.process_time() - searched, 3)
    return told


def decide(options: argparse.Namespace) -> None:
    """The decisions that the file lacks."""
    done = {one["seed"] for one in read(options.decisions)}
    seeds = range(options.first, options.first + options.count)
    asked = [(seed, options.trials, options.truncate) for seed in seeds if seed not in done]
    run = in_processes(options.workers) if options.workers > 1 else one_by_one
    options.decisions.parent.mkdir(parents=True, exist_ok=True)
    with options.decisions.open("a", encoding="utf-8") as out:
        for _, told in run(decided, asked):
            out.write(json.dumps(told) + "\n")
            out.flush()


@dataclass(frozen=True, slots=True)
class Way:
    """A way to decide: the search's equity and the rollout's, mixed, after so many trials.

    Plays that fall `apart` standard errors behind the best are rolled out no further.
    """

    trials: int
    share: float = 1.0  # of the rollout; the rest is the search's
    apart: float = 3.0

    def __str__(self) -> str:
        return f"{self.trials} trials, share {self.share:.2f}, {self.apart:.0f} errors apart"

    def choose(self, told: dict[str, Any]) -> tuple[str, int]:
        """The position ID that is reached, and the trials that it took."""
        if "rolled" not in told:
            return told["plays"][0]["reached"], 0
        searched = np.array([one["equity"] for one in told["plays"]])
        rolled = np.array(told["rolled"])
        left, spent = list(range(len(searched))), 0
        for sets in range(1, self.trials // BATCH + 1):
            spent += len(left) * BATCH
            worth = (1 - self.share) * searched + self.share * rolled[:, :sets].mean(axis=1)
            best = max(left, key=lambda i: worth[i])
            if sets * BATCH < LEAST:
                continue
            behind = self.share * (rolled[best, :sets] - rolled[left, :sets])
            noise = behind.std(axis=1, ddof=1) / sets**0.5
            gaps = worth[best] - worth[left]
            left = [i for i, gap, error in zip(left, gaps, noise, strict=True)
                    if i == best or gap < self.apart * error]  # fmt: skip
            if len(left) == 1:
                break
        return told["plays"][best]["reached"], spent


WAYS = tuple(
    Way(trials, share, apart)
    for trials in (144, 216, 324, 648)
    for share in (0.25, 0.5, 0.75, 1.0)
    for apart in (2.0, 3.0)
)


def ask(options: argparse.Namespace) -> None:
    """The positions that a judge must see: of every decision the choices, where they differ."""
    with options.asked.open("w", encoding="utf-8") as out:
        for told in read(options.decisions):
            chosen = {told["strongest"], *(way.choose(told)[0] for way in WAYS)}
            for position in sorted(chosen) if len(chosen) > 1 else ():
                out.write(json.dumps({"position": position}) + "\n")


def compare(options: argparse.Namespace) -> None:
    """What each way gains over the search by the judge, in thousandths a decision.

    Choices that he has not seen yet count as the mean of those that he has.
    """
    decisions = read(options.decisions)
    judged = {one["position"]: -1000 * one["equity"] for one in read(options.judged)}
    print(f"{len(decisions)} decisions; thousandths a decision\n")
    print("| way | other | judged | better | worse | gain | trials |")
    print("|---|---|---|---|---|---|---|")
    for way in WAYS:
        other, gains, trials = 0, [], 0
        for told in decisions:
            chosen, spent = way.choose(told)
            trials += spent
            other += chosen != told["strongest"]
            if chosen != told["strongest"] and {chosen, told["strongest"]} <= judged.keys():
                gains.append(judged[chosen] - judged[told["strongest"]])
        print(
            f"| {way} | {other} | {len(gains)} | {sum(gain > 0 for gain in gains)} | "
            f"{sum(gain < 0 for gain in gains)} | {_spread(gains, other / len(decisions))} | "
            f"{trials / len(decisions):.0f} |"
        )


def _spread(gains: list[float], share: float) -> str:
    """The mean gain a decision with its standard error, where this share of them differs."""
    if not gains:
        return ""
    mean, square = float(np.mean(gains)), float(np.mean(np.square(gains)))
    variance = share * square - (share * mean) ** 2
    return f"{share * mean:+.3f} ± {(variance * share / len(gains)) ** 0.5:.3f}"


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    parts = commands.add_parser("decide")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("--count", type=int, default=1000)
    parts.add_argument("--first", type=int, default=1, help="seed of the first game")
    parts.add_argument("--trials", type=int, default=648, help="a multiple of 36")
    parts.add_argument("--truncate", type=int, default=7, help="turns, then the net judges")
    parts.add_argument("--workers", type=int, default=1)
    parts.set_defaults(run=decide)
    parts = commands.add_parser("ask")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("asked", type=Path)
    parts.set_defaults(run=ask)
    parts = commands.add_parser("compare")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("judged", type=Path)
    parts.set_defaults(run=compare)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
