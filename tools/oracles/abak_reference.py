"""The frozen positions on which Abak's judges are compared, and their rollouts.

    python -m tools.oracles.abak_reference draw > positions.jsonl
    python -m tools.oracles.abak_reference roll positions.jsonl cut.jsonl --truncate 11 --trials 36
    python -m tools.oracles.abak_reference roll positions.jsonl end.jsonl --trials 18
    python -m tools.oracles.abak_reference join positions.jsonl cut=cut.jsonl end=end.jsonl

One position from each game, its turns equally likely, from the ninth on: the first ones are met in
every training run. The players of a game are drawn by lot from the net, the small net, the
heuristic player and a net that plays every fifth turn at random, each side its own. A rollout is
played by the net on both sides with the luck of the dice taken away, to the end or up to a number
of turns; lines that are there already are not done again. `join` prints the frozen file,
tests/corpus/abak_reference.jsonl, which `tools/measure/abak/errors.py` reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from research.abak.self_play import SideBySide, seeds_from

from tablas import kernel
from tablas.abak import codec, formats
from tablas.abak.position import Position
from tablas.abak.shape import contact
from tablas.engine import weights
from tablas.engine.abak.choosers import Boards, Chooser, at_random, heuristic
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.values import Setup, Side

FIRST: Final = 8  # turns of a game that are left out
WILD: Final = 0.2
BATCH: Final = 32  # games of one pair of players
SEED: Final = 20_261_115
DRAWN: Final = ("phase", "position")  # what a position has before any rollout


def by_net(name: str) -> Chooser:
    net = weights.net(name)
    return lambda boards, dice: net.choose(boards, dice)[0]


def now_and_then_wild(seed: int) -> Chooser:
    sensible, wild, rng = by_net("abak"), at_random(seed), np.random.default_rng(seed)

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        after, strange = sensible(boards, dice), rng.random(len(boards)) < WILD
        if strange.any():
            after[strange] = wild(boards[strange], dice[strange])
        return after

    return choose


def drawn(count: int, seed: int) -> Iterator[dict[str, str]]:
    """One position of each game, the games of a pair of players side by side."""
    rng = np.random.default_rng(seed)
    players = [by_net("abak"), by_net("abak-quick"), heuristic(), now_and_then_wild(seed)]
    starts = np.repeat(kernel.abak.start()[None], BATCH, 0)
    drawn_count = number = 0
    while drawn_count < count:
        number += 1
        sides = players[rng.integers(len(players))], players[rng.integers(len(players))]
        met: list[list[Boards]] = [[] for _ in range(BATCH)]
        games = SideBySide.of(BATCH).turns(starts, sides, seeds_from(seed + number, BATCH))
        for turn in games:
            for at, game in enumerate(turn.games):
                met[game].append(turn.before[at])
        for boards in met[: count - drawn_count]:
            if len(boards) > FIRST:
                board = boards[rng.integers(FIRST, len(boards))]
                position = codec.decode(board.tobytes())
                drawn_count += 1
                yield {"phase": phase(position), "position": text(position)}


def text(position: Position) -> str:
    return formats.write(Setup(position, Side.WHITE))


def phase(position: Position) -> str:
    """`race` with no enemy in the way of either side, `end` once a checker is off, `middle`."""
    if not contact(position):
        return "race"
    return "end" if position.off or position.opp_off else "middle"


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def roll(options: argparse.Namespace) -> None:
    """Roll out what has not been rolled out yet, a line for each position."""
    done = {one["position"] for one in read(options.results)}
    options.results.parent.mkdir(parents=True, exist_ok=True)
    with options.results.open("a", encoding="utf-8") as out:
        for number, one in enumerate(read(options.positions)):
            if one["position"] in done:
                continue
            # Each with dice of its own: errors of different positions are then independent.
            plan = RolloutPlan(
                trials=options.trials,
                truncate=options.truncate,
                plies=options.plies,
                seed=options.seed * 10_000 + number,
            )
            board = codec.encode_many([formats.read(one["position"]).position])
            drawn_count = rollout(weights.net(options.net), board, plan, game="abak").starts[0]
            line = {
                "position": one["position"],
                "equity": round(drawn_count.equity, 4),
                "error": round(drawn_count.error, 4),
                "trials": drawn_count.trials,
            }
            out.write(json.dumps(line) + "\n")
            out.flush()


def join(options: argparse.Namespace) -> None:
    """Print the positions, each with the equities and standard errors of the rollouts it has."""
    rolled = {}
    for part in options.rollouts:
        name, _, path = part.partition("=")
        rolled[name] = {one["position"]: one for one in read(Path(path))}
    for one in read(options.positions):
        for name, results in rolled.items():
            if line := results.get(one["position"]):
                one[name] = [line["equity"], line["error"]]
        if len(one) > len(DRAWN):
            print(json.dumps(one))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("--count", type=int, default=1000)
    drawing.add_argument("--seed", type=int, default=SEED)
    drawing.set_defaults(
        run=lambda options: sys.stdout.writelines(
            json.dumps(line) + "\n" for line in drawn(options.count, options.seed)
        )
    )
    rolling = commands.add_parser("roll")
    rolling.add_argument("positions", type=Path)
    rolling.add_argument("results", type=Path)
    rolling.add_argument("--net", default="abak")
    rolling.add_argument("--trials", type=int, default=72)
    rolling.add_argument("--truncate", type=int, default=0, help="turns; 0: to the end")
    rolling.add_argument("--plies", type=int, default=0, help="that the players look ahead")
    rolling.add_argument("--seed", type=int, default=1)
    rolling.set_defaults(run=roll)
    joining = commands.add_parser("join")
    joining.add_argument("positions", type=Path)
    joining.add_argument("rollouts", nargs="+", help="NAME=FILE")
    joining.set_defaults(run=join)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
