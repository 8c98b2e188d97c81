"""What rolling out close plays would change of the search's choices, and who judges that it gains.

    python -m tools.measure.close_plays build/close.jsonl --count 2000 --workers 16
    python -m tools.measure.roller ask build/close.jsonl build/asked.jsonl
    python tools/oracles/gnubg_rollouts.py build/asked.jsonl build/gnubg.jsonl \\
        --trials 432 --truncate 11 --workers 16
    python -m tools.measure.roller compare build/close.jsonl build/gnubg.jsonl

`ask` lists the positions on which some way of deciding differs from the search, for judges who
share no net with either; `compare` tells what each way gains by each of them and by their mean.
Abak, which no other program plays, has judges of its own: rollouts with other dice that go further,
and some whose players look ahead.

    python -m tools.measure.close_plays build/abak.jsonl --game abak --count 302 --trials 324
    python -m tools.measure.roller ask build/abak.jsonl build/asked.jsonl
    python -m tools.oracles.abak_reference roll build/asked.jsonl build/far.jsonl \\
        --net abak-large --truncate 25 --trials 288 --seed 7
    python -m tools.oracles.abak_reference roll build/asked.jsonl build/ahead.jsonl \\
        --net abak-large --truncate 7 --trials 180 --plies 1 --seed 9
    python -m tools.measure.roller compare build/abak.jsonl build/far.jsonl build/ahead.jsonl

    python -m tools.measure.roller ask build/close.jsonl build/asked.jsonl --all
    python tools/oracles/bgsage_rollouts.py build/asked.jsonl build/first.jsonl \\
        --trials 432 --truncate 7 --seed 1
    python tools/oracles/bgsage_rollouts.py build/asked.jsonl build/second.jsonl \\
        --trials 432 --truncate 7 --seed 2
    python -m tools.measure.roller rate build/close.jsonl \\
        build/first.jsonl build/second.jsonl

`ask --all` lists every play that may be the best one, so that `rate` can tell what a choice gives
away. The best play is picked by one half of the judge's trials and compared with the choice in the
other half, and the other way round: the luck by which it came out best is not in the other half. A
half that picks wrongly makes the choice look better than it is, so the rate is a little too low,
by as much for every way.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tools.measure.close_plays import read

from tablas.engine.dice.rollout import BATCH

LEAST = 144
"""Trials before a play can be put aside."""
WITHIN = 0.02
"""Points behind the best by the search with which a play may still be the best one."""
APART = 3.0
"""Standard errors behind the best by the rollouts with which it may no longer."""


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


def chosen(told: dict[str, Any]) -> set[str]:
    """What the search and the ways reach."""
    return {told["strongest"], *(way.choose(told)[0] for way in WAYS)}


def plausible(told: dict[str, Any]) -> set[str]:
    """The plays that may be the best one, by the search or by the rollouts."""
    searched = np.array([one["equity"] for one in told["plays"]])
    may = searched >= searched.max() - WITHIN
    if "rolled" in told:
        rolled = np.array(told["rolled"])
        best = rolled.mean(axis=1).argmax()
        behind = rolled[best] - rolled
        noise = behind.std(axis=1, ddof=1) / rolled.shape[1] ** 0.5
        may |= behind.mean(axis=1) < APART * noise
        may[best] = True
    return {one["reached"] for one, is_so in zip(told["plays"], may, strict=True) if is_so}


def contested(told: dict[str, Any]) -> set[str]:
    """What a judge must see to tell what the choices give away; nothing if there is one play.

    Choices belong to it even where they cannot be the best play.
    """
    positions = plausible(told) | chosen(told)
    return positions if len(positions) > 1 else set()


def ask(options: argparse.Namespace) -> None:
    """The positions that a judge must see: choices that differ, or all that may be best."""
    with options.asked.open("w", encoding="utf-8") as out:
        for told in read(options.decisions):
            positions = contested(told) if options.all else chosen(told)
            for position in sorted(positions) if len(positions) > 1 else ():
                out.write(json.dumps({"position": position}) + "\n")


def worths(path: Path) -> dict[str, float]:
    """What the judge gives for each position to the player who has reached it, in thousandths."""
    return {one["position"]: -1000 * one["equity"] for one in read(path)}


def compare(options: argparse.Namespace) -> None:
    """What each way gains over the search by each judge and by their mean."""
    decisions = read(options.decisions)
    choices = {way: [way.choose(told) for told in decisions] for way in WAYS}
    judges = [(str(path), worths(path)) for path in options.judged]
    if len(judges) > 1:
        judges.append(("the mean of the judges", _mean([judged for _, judged in judges])))
    print(f"{len(decisions)} decisions; thousandths a decision")
    for name, judged in judges:
        print(f"\n{name}:\n")
        _tell_gains(decisions, choices, judged)


def _mean(judges: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Of the positions that all judges have seen."""
    seen = set.intersection(*map(set, judges))
    return {position: float(np.mean([one[position] for one in judges])) for position in seen}


def _tell_gains(
    decisions: Sequence[dict[str, Any]],
    choices: Mapping[Way, Sequence[tuple[str, int]]],
    judged: Mapping[str, float],
) -> None:
    """A row a way; choices that the judge has not seen yet count as the mean of those he has."""
    print("| way | other | judged | better | worse | gain | trials |")
    print("|---|---|---|---|---|---|---|")
    for way, made in choices.items():
        other, gains = 0, []
        for told, (reached, _) in zip(decisions, made, strict=True):
            other += reached != told["strongest"]
            if reached != told["strongest"] and {reached, told["strongest"]} <= judged.keys():
                gains.append(judged[reached] - judged[told["strongest"]])
        gained = ""
        if gains:
            gained = "{:+.3f} ± {:.3f}".format(*_spread(gains, other / len(decisions)))
        print(
            f"| {way} | {other} | {len(gains)} | {sum(gain > 0 for gain in gains)} | "
            f"{sum(gain < 0 for gain in gains)} | {gained} | "
            f"{sum(spent for _, spent in made) / len(decisions):.0f} |"
        )


def rate(options: argparse.Namespace) -> None:
    """What the search and each way give away, and the performance rating that it makes.

    Decisions of which a half has not seen everything yet count as the mean of the others.
    """
    decisions = read(options.decisions)
    halves = worths(options.first), worths(options.second)
    found = [(told, asked) for told in decisions if (asked := contested(told))]
    judged = [one for one in found if all(one[1] <= half.keys() for half in halves)]
    print(f"{len(decisions)} decisions, {len(found)} with plays to judge, {len(judged)} judged\n")
    if not judged:
        return
    choices = {"strongest": [told["strongest"] for told, _ in judged]}
    choices |= {str(way): [way.choose(told)[0] for told, _ in judged] for way in WAYS}
    print("| way | thousandths a decision | performance rating |")
    print("|---|---|---|")
    for way, made in choices.items():
        costs = [
            given_away(reached, asked, halves)
            for reached, (_, asked) in zip(made, judged, strict=True)
        ]
        mean, error = _spread(costs, len(found) / len(decisions))
        print(f"| {way} | {mean:.3f} ± {error:.3f} | {mean / 2:.3f} ± {error / 2:.3f} |")


def given_away(
    reached: str, asked: set[str], halves: tuple[Mapping[str, float], Mapping[str, float]]
) -> float:
    """What the best play of one half is better by in the other half, both ways round."""
    costs = [
        there[max(sorted(asked), key=here.__getitem__)] - there[reached]
        for here, there in (halves, halves[::-1])
    ]
    return float(np.mean(costs))


def _spread(gains: Sequence[float], share: float) -> tuple[float, float]:
    """The mean gain a decision with its standard error, where this share of them differs."""
    mean, square = float(np.mean(gains)), float(np.mean(np.square(gains)))
    variance = max(share * square - (share * mean) ** 2, 0.0)
    return share * mean, (variance * share / len(gains)) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    parts = commands.add_parser("ask")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("asked", type=Path)
    parts.add_argument("--all", action="store_true", help="every play that may be the best one")
    parts.set_defaults(run=ask)
    parts = commands.add_parser("compare")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("judged", type=Path, nargs="+")
    parts.set_defaults(run=compare)
    parts = commands.add_parser("rate")
    parts.add_argument("decisions", type=Path)
    parts.add_argument("first", type=Path)
    parts.add_argument("second", type=Path)
    parts.set_defaults(run=rate)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
