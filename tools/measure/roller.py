"""What rolling out close plays would change of the search's choices, and who judges that it gains.

    python -m tools.measure.close_plays build/close.jsonl --count 2000 --workers 16
    python -m tools.measure.roller ask build/close.jsonl build/asked.jsonl
    python tools/oracles/gnubg_rollouts.py build/asked.jsonl build/gnubg.jsonl \\
        --trials 432 --truncate 11 --workers 16
    python -m tools.measure.roller compare build/close.jsonl build/gnubg.jsonl

`ask` lists the positions on which some way of deciding differs from the search, for a judge who
shares no net with either; `compare` tells what each way gains by that judge.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tools.measure.close_plays import read

from tablas.engine.dice.rollout import BATCH

LEAST = 144
"""Trials before a play can be put aside."""


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
        means = np.full(len(searched), np.nan)
        for sets in range(1, self.trials // BATCH + 1):
            spent += len(left) * BATCH
            means[left] = rolled[left, :sets].mean(axis=1)
            if sets * BATCH < LEAST:
                continue
            best = max(left, key=lambda i: means[i])
            behind = rolled[best, :sets] - rolled[left, :sets]
            noise = behind.std(axis=1, ddof=1) / sets**0.5
            left = [i for i, gap, error in zip(left, means[best] - means[left], noise, strict=True)
                    if i == best or gap < self.apart * error]  # fmt: skip
            if len(left) == 1:
                break
        best = int(((1 - self.share) * searched + self.share * means).argmax())
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
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
