"""Measures the cube of Abak: how live it is, and what the match equity table assumes of a game.

    python -m tools.measure.abak.cube efficiency build/abak_cube.jsonl --positions 60 --trials 36
    python -m tools.measure.abak.cube model --games 4000

Efficiency, as cube_efficiency.py has it for backgammon: open positions of the net against
itself (a cubeless equity within .9), money play without Jacoby, each rolled out to the end with the
cube in the middle, with the player to move and with the opponent, without doubling at the first
turn. Where E = x * live + (1 - x) * dead holds, x is the slope of (E - dead) over (live - dead),
fitted by least squares over positions and owners. A line for each position goes to the file; lines
that are there are not done again, and only `--fit` is printed from them.

The model: gammons and backgammons of plain games; the same of a trailer two away in a Crawford
game, who wants wins and gammons, against a leader who wants a win or a plain loss; and the chances
of whoever doubles first, over all opening rolls, the other side having begun, and having begun.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from research.abak.rollouts import EVERY_ROLL, WEIGHT
from research.abak.self_play import SideBySide, play, seeds_from

from tablas import kernel
from tablas.abak import codec, formats
from tablas.abak.position import Position
from tablas.abak.shape import contact
from tablas.engine import weights
from tablas.engine.abak.choosers import Boards, Chooser
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.values import Setup, Side

OPEN: Final = 0.9
OWNERS: Final = ("centred", "own", "opponent")
RACES: Final = ((1, 20), (20, 40), (40, 120))
GROUPS: Final = ("contact", *(f"race {low}-{high - 1}" for low, high in RACES))
BATCH: Final = 32


def group_of(position: Position) -> str | None:
    """Contact, or a race by the pips of the player to move; None beyond all groups."""
    if contact(position):
        return "contact"
    fitting = [f"race {low}-{high - 1}" for low, high in RACES if low <= position.pips < high]
    return fitting[0] if fitting else None


def drawn(count: int, seed: int, wanted: Sequence[str] = GROUPS) -> dict[str, list[Boards]]:
    """So many open positions of each group, one of a game in each group at most."""
    rng, net = np.random.default_rng(seed), weights.net("abak")
    boards_of: dict[str, list[Boards]] = {name: [] for name in wanted}
    starts = np.repeat(kernel.abak.start()[None], BATCH, 0)
    number = 0
    while min(map(len, boards_of.values())) < count:
        number += 1
        met: list[dict[str, list[Boards]]] = [{} for _ in range(BATCH)]
        sides = (_by_net, _by_net)
        for turn in SideBySide.of(BATCH).turns(
            starts, sides, seeds_from(seed * 1000 + number, BATCH)
        ):
            still_open = np.abs(equities(net.evaluate(turn.before))) < OPEN
            for game, board in zip(turn.games[still_open], turn.before[still_open], strict=True):
                name = group_of(codec.decode(board.tobytes()))
                if name in wanted:
                    met[game].setdefault(name, []).append(board)
        for groups in met:
            for name, boards in groups.items():
                boards_of[name].append(boards[rng.integers(len(boards))])
    return {name: boards[:count] for name, boards in boards_of.items()}


def _by_net(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
    return weights.net("abak").choose(boards, dice)[0]


def slopes(board: Boards, plan: RolloutPlan) -> tuple[float, float]:
    """Of one position: the sums of live * gained and live * live over the owners."""
    cubes = [kernel.CubeState(1, owner) for owner in OWNERS]
    rows = np.repeat(board[None], len(OWNERS), axis=0)
    rolled = rollout(
        weights.net("abak"), rows, plan, game="abak", cubes=cubes, may_double=False
    ).starts
    top = bottom = 0.0
    for cube, one in zip(cubes, rolled, strict=True):
        # Luck taken away can leave a rare chance a little below zero.
        win, *others = (min(max(chance, 0.0), 1.0) for chance in one.chances)
        chances = (win, others[0], others[1], others[2], others[3])
        dead = cube.worth(chances, 0.0)
        live = cube.worth(chances, 1.0) - dead
        top += live * (one.worth - dead)
        bottom += live * live
    return top, bottom


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def efficiency(options: argparse.Namespace) -> None:
    if not options.fit:
        done = {one["position"] for one in read(options.file)}
        options.file.parent.mkdir(parents=True, exist_ok=True)
        with options.file.open("a", encoding="utf-8") as out:
            groups = drawn(options.positions, options.seed, options.groups)
            for number, (name, board) in enumerate(in_turn(groups)):
                text = formats.write(Setup(codec.decode(board.tobytes()), Side.WHITE))
                if text in done:
                    continue
                plan = RolloutPlan(trials=options.trials, seed=options.seed * 10_000 + number)
                top, bottom = slopes(board, plan)
                line = {"group": name, "position": text, "top": top, "bottom": bottom}
                out.write(json.dumps(line) + "\n")
                out.flush()
    for name in GROUPS:
        lines = [one for one in read(options.file) if one["group"] == name]
        if lines:
            fit, error = fitted(lines)
            print(f"{name}: {fit:.3f} ± {error:.3f}, {len(lines)} positions")


def in_turn(groups: dict[str, list[Boards]]) -> Iterator[tuple[str, Boards]]:
    """The first of each group, then the second of each: whoever stops early has some of all."""
    for boards in zip(*groups.values(), strict=True):
        yield from zip(groups, boards, strict=True)


def fitted(lines: list[dict[str, Any]]) -> tuple[float, float]:
    """The efficiency that fits best, and its standard error over the positions."""
    top = np.array([one["top"] for one in lines])
    bottom = np.array([one["bottom"] for one in lines])
    slope = float(top.sum() / bottom.sum())
    return slope, float(np.sqrt(((top - slope * bottom) ** 2).sum()) / bottom.sum())


# ---- The model of the match equity table -----------------------------------------------------

POINTS: Final = (2.0, 1.0, 1.0, -1.0, -1.0)
TRAILER: Final = (0.5, 0.5, 0.0, 0.0, 0.0)  # two away against one away: a game is half a match
LEADER: Final = (0.5, 0.0, 0.0, -0.5, 0.0)


def wanting(worth: tuple[float, ...]) -> Chooser:
    """The net's player for whom each of the five chances is worth so much."""
    net, by = weights.net("abak"), np.array(worth, np.float32)

    def choose(boards: Boards, dice: NDArray[np.uint8]) -> Boards:
        after, offsets = kernel.abak.successors(boards, dice)
        chances = net.evaluate(after)[:, [0, 3, 4, 1, 2]]
        chances[:, 0] = 1 - chances[:, 0]
        value = chances @ by
        best = [first + int(value[first:last].argmax()) for first, last in pairwise(offsets)]
        return after[best]

    return choose


def rates(name: str, first: Chooser, second: Chooser, games: int, seed: int) -> None:
    """How games end for the first player, who begins every other one."""
    starts = np.repeat(kernel.abak.start()[None], games // 2, 0)
    begun = play((first, second), starts, seeds_from(seed, games // 2)).points
    answered = -play((second, first), starts, seeds_from(seed + 1, games // 2)).points
    points = np.concatenate([begun, answered])
    ends = {
        "win": points > 0,
        "win gammon": points >= 2,
        "win backgammon": points >= 3,
        "lose gammon": points <= -2,
        "lose backgammon": points <= -3,
    }
    shares = ", ".join(
        f"{word} {hit.mean():.4f} ± {(hit.std() / np.sqrt(len(points))):.4f}"
        for word, hit in ends.items()
    )
    print(f"{name}, {len(points)} games: {shares}", flush=True)


def first_doubles() -> None:
    """Chances of whoever may double first: mean and spread, the other side having begun, or not."""
    net = weights.net("abak")
    openings = np.array([(h, low) for h in range(2, 7) for low in range(1, h)], np.uint8)
    after, _ = net.choose(np.repeat(kernel.abak.start()[None], len(openings), 0), openings)
    doubler = net.evaluate(after)[:, 0].astype(np.float64)
    print(f"the other side began: win {doubler.mean():.4f}, spread {doubler.std():.4f}")
    rolls = np.tile(EVERY_ROLL, (len(after), 1))
    replies, _ = net.choose(np.repeat(after, len(EVERY_ROLL), 0), rolls)
    later = net.evaluate(replies)[:, 0].astype(np.float64)
    by = np.tile(WEIGHT, len(after)) / len(after)
    mean = later @ by
    print(f"who doubles began: win {mean:.4f}, spread {np.sqrt((later - mean) ** 2 @ by):.4f}")


def model(options: argparse.Namespace) -> None:
    plain = wanting(POINTS)
    rates("plain", plain, plain, options.games, options.seed)
    rates(
        "Crawford game, the trailer", wanting(TRAILER), wanting(LEADER), options.games, options.seed
    )
    first_doubles()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    fitting = commands.add_parser("efficiency")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("--positions", type=int, default=60, help="of each group")
    fitting.add_argument("--groups", nargs="+", default=GROUPS, choices=GROUPS)
    fitting.add_argument("--trials", type=int, default=36)
    fitting.add_argument("--fit", action="store_true", help="only print what the file says")
    fitting.set_defaults(run=efficiency)
    modelling = commands.add_parser("model")
    modelling.add_argument("--games", type=int, default=4000)
    modelling.set_defaults(run=model)
    for one in (fitting, modelling):
        one.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
