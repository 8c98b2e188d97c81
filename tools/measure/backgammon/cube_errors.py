"""How far cube decisions lie from rollouts: of our plies, of the levels, of GNU Backgammon.

    python -m tools.measure.backgammon.cube_errors tests/corpus/backgammon_cubes.jsonl

The file is made by tools/oracles/reference_cubes.py: close money cubes, in the middle. For each of
who is compared: the mean of equity less rollout (bias) and its root mean square, both without and
with a double; what wrong doubles and wrong answers give away by the rollouts, in thousandths a
decision; how that compares with GNU Backgammon at two plies, with the standard error; CPU
milliseconds of one thread, all in one run. A level decides twice, whether to double and the answer.
The rollouts' noise is part of every figure but the difference: it makes right decisions look wrong
as often as the other way round.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from tools.oracles.gnubg_judgements import timed_cube_decisions

from tablas import games
from tablas.engine import weights
from tablas.engine.bot import bot
from tablas.engine.dice.cube_action import judge, state_of
from tablas.engine.player import Answer
from tablas.play.actions import Doubled
from tablas.play.game import Game
from tablas.values import Setup, Side

KIND: Final = games.kind("backgammon")
NET: Final = "backgammon-large"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one of them would do, and the equities of no double and take where it tells them."""

    doubles: bool
    takes: bool
    equities: tuple[float, float] | None = None


Decides = Callable[[Game[Any, Any]], Judgement]


@dataclass(slots=True)
class Compared:
    """Somebody who decides, and everything that they said."""

    name: str
    said: list[Judgement] = field(default_factory=list)
    seconds: float = 0.0

    def ask(self, decides: Decides, game: Game[Any, Any]) -> None:
        begun = time.process_time()
        self.said.append(decides(game))
        self.seconds += time.process_time() - begun


def searched(plies: int) -> Decides:
    """Our decision, so many plies ahead."""

    def decide(game: Game[Any, Any]) -> Judgement:
        row = KIND.codec.encode_many([game.state.position])
        state = state_of(game.state)
        seen = judge(weights.net(NET), row, state, plies=plies, game=KIND.name)
        takes = seen.answer != "drop"
        return Judgement(seen.doubles, takes, (seen.no_double, seen.double_take))

    return decide


def of_level(level: str) -> Decides:
    """What a level does at the table, on either side of it."""
    player = bot(KIND.name, level, 1)

    def decide(game: Game[Any, Any]) -> Judgement:
        offered = game.apply(Doubled(Side.WHITE)).state
        return Judgement(player.doubles(game.state), player.answer(offered) is not Answer.DROP)

    return decide


def gnubg(lines: list[dict[str, Any]]) -> Compared:
    """GNU Backgammon at two plies, asked now."""
    answers = timed_cube_decisions([line["position"] for line in lines], 2)
    said = [
        Judgement(min(take, 1.0) > hold, take <= 1.0, (hold, take))
        for (_, hold, take, *_), _ in answers
    ]
    return Compared("gnubg 2-ply", said=said, seconds=sum(seconds for _, seconds in answers))


def costs(said: Judgement, rolled: dict[str, Any]) -> tuple[float, float]:
    """What the doubler's and the taker's decision give away."""
    hold, take = rolled["no_double"], rolled["double_take"]
    doubled = min(take, 1.0)
    double_cost = max(hold, doubled) - (doubled if said.doubles else hold)
    return double_cost, (take if said.takes else 1.0) - doubled


def row_of(one: Compared, lines: list[dict[str, Any]], theirs: Compared) -> str:
    rolled = [line["rolled"] for line in lines]
    ours = np.array([costs(*pair) for pair in zip(one.said, rolled, strict=True)])
    other = np.array([costs(*pair) for pair in zip(theirs.said, rolled, strict=True)])
    ahead = 1000 * (other - ours).sum(axis=1)
    error = ahead.std(ddof=1) / np.sqrt(len(ahead))
    double_cost, take_cost = 1000 * ours.mean(axis=0)
    spent = 1000 * one.seconds / len(lines)
    return (
        f"| {one.name} | {apart(one, rolled)} | {double_cost:.2f} | {take_cost:.2f} "
        f"| {ahead.mean():+.2f} ± {error:.2f} | {spent:.1f} |"
    )


def apart(one: Compared, rolled: list[dict[str, Any]]) -> str:
    """Bias with its standard error, then root mean square; not doubled, and doubled."""
    if one.said[0].equities is None:
        return " | | | "
    told = np.array([judgement.equities for judgement in one.said])
    truth = np.array([[line["no_double"], line["double_take"]] for line in rolled])
    gaps = told - truth
    errors = gaps.std(axis=0, ddof=1) / np.sqrt(len(gaps))
    biases = (
        f"{mean:+.4f} ± {error:.4f}" for mean, error in zip(gaps.mean(axis=0), errors, strict=True)
    )
    roots = (f"{root:.4f}" for root in np.sqrt((gaps**2).mean(axis=0)))
    return " | ".join((*biases, *roots))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path)
    parser.add_argument("--plies", type=int, nargs="*", default=[0, 1, 2])
    parser.add_argument("--levels", nargs="*", default=["expert", "master", "strongest"])
    options = parser.parse_args()
    lines = [json.loads(line) for line in options.positions.read_text("utf-8").splitlines()]
    theirs = gnubg(lines)
    compared = [theirs]
    for name, decides in (
        *((f"{plies}-ply", searched(plies)) for plies in options.plies),
        *((f"`{level}`", of_level(level)) for level in options.levels),
    ):
        compared.append(Compared(name))
        for line in lines:
            position = KIND.formats.read(line["position"]).position
            compared[-1].ask(decides, Game.begin(KIND, setup=Setup(position, Side.WHITE)))
    print(f"{len(lines)} positions")
    print("| | bias, no double | bias, take | error, no double | error, take ", end="")
    print("| doubles cost | answers cost | ahead of gnubg 2-ply | CPU ms |")
    print("|---" * 9 + "|")
    for one in compared:
        print(row_of(one, lines, theirs))


if __name__ == "__main__":
    main()
