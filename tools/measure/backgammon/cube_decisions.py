"""Compares cube decisions with GNU Backgammon 2-ply, each disagreement priced by our rollouts.

    python tools/measure/backgammon/cube_decisions.py --positions 240 --plies 2 --trials 324 \\
        --out cubes.jsonl

Money play, cube in the middle, no Jacoby. The positions are close ones of games of the net
against itself, as tools/oracles/reference_cubes.py picks them. A decision has two halves:
double or not, take or drop. Where the two programs differ in one of them, the position is rolled
out with the cube, not doubled and doubled, to its end; what an answer costs is what it falls
behind the better one there.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from tablas.engine.dice.cube_action import judge
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tools.oracles.gnubg_judgements import cube_decisions
from tools.oracles.reference_cubes import MONEY, close_positions


@dataclass(slots=True)
class Decision:
    """What both say, and what it costs by rollout: equities of one cube."""

    position: str
    ours: list[float]  # no double, double and take
    theirs: list[float]
    our_double: bool
    our_take: bool
    their_double: bool
    their_take: bool
    rolled: list[float] | None = None  # no double, double and take
    errors: list[float] | None = None
    our_cost: float = 0.0
    their_cost: float = 0.0

    @property
    def same(self) -> bool:
        return (self.our_double, self.our_take) == (self.their_double, self.their_take)


def compared(options: argparse.Namespace) -> list[Decision]:
    asked = list(islice(close_positions(options.seed), options.positions))
    theirs = cube_decisions([position for position, _ in asked], 2)
    decisions = []
    for (position, row), (_, hold, take, drop, *_) in zip(asked, theirs, strict=True):
        ours = judge(net(options.net), row, MONEY, plies=options.plies, game="backgammon")
        one = Decision(
            position=position,
            ours=[ours.no_double, ours.double_take],
            theirs=[hold, take],
            our_double=ours.doubles,
            our_take=ours.answer != "drop",
            their_double=min(take, drop) > hold,
            their_take=take <= drop,
        )
        if not one.same:
            price(one, row, options)
        decisions.append(one)
    return decisions


def price(one: Decision, row: np.ndarray, options: argparse.Namespace) -> None:
    """Rolls the position out, and says what each program's answer costs."""
    plan = RolloutPlan(trials=options.trials, seed=options.seed, threads=options.threads)
    boards = np.repeat(row, 2, axis=0)
    cubes = [MONEY, MONEY.turned()]
    rolled = rollout(
        net(options.judge), boards, plan, cubes=cubes, may_double=False, game="backgammon"
    ).starts
    hold, take = rolled[0].worth, rolled[1].worth
    one.rolled, one.errors = [hold, take], [rolled[0].worth_error, rolled[1].worth_error]
    one.our_cost = cost(hold, take, doubles=one.our_double, takes=one.our_take)
    one.their_cost = cost(hold, take, doubles=one.their_double, takes=one.their_take)


def cost(hold: float, take: float, *, doubles: bool, takes: bool) -> float:
    """What the wrong halves of a decision give away: the doubler's and the taker's."""
    doubled = min(take, 1.0)
    double_cost = max(hold, doubled) - (doubled if doubles else hold)
    take_cost = (take if takes else 1.0) - doubled
    # A take is only asked for where one of them doubles, or both would be right to.
    return double_cost + take_cost


def report(decisions: list[Decision], plies: int) -> None:
    differ = [one for one in decisions if not one.same]
    doubles = [one for one in differ if one.our_double != one.their_double]
    takes = [one for one in differ if one.our_take != one.their_take]
    ours, theirs = (
        sum(getattr(one, name) for one in differ) for name in ("our_cost", "their_cost")
    )
    count = len(decisions)
    print(f"{count} positions, {plies}-ply against gnubg 2-ply: {len(differ)} differ")
    print(f"  double or not: {len(doubles)}; take or drop: {len(takes)}")
    print(f"  cost of ours {ours:.3f}, of theirs {theirs:.3f} (sum)")
    print(f"  a decision: {1000 * ours / count:.2f} and {1000 * theirs / count:.2f} thousandths")
    gaps = [one.ours[i] - one.theirs[i] for one in decisions for i in (0, 1)]
    print(f"  equities apart: {np.sqrt(np.mean(np.square(gaps))):.4f} (root mean square)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=240)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--trials", type=int, default=324)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--net", default="backgammon", help="whose decisions are compared")
    parser.add_argument("--judge", default="backgammon", help="who plays in the rollouts")
    parser.add_argument("--out", type=Path, help="JSON lines, a decision each")
    options = parser.parse_args()
    decisions = compared(options)
    if options.out:
        lines = (json.dumps(asdict(one)) + "\n" for one in decisions)
        options.out.write_text("".join(lines), encoding="utf-8")
    report(decisions, options.plies)


if __name__ == "__main__":
    main()
