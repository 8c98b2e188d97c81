"""How well races are judged before they come home: our nets and GNU Backgammon beside rollouts.

    python -m tools.measure.backgammon.race_errors build/races.jsonl --positions 200 --trials 1296

Positions of the net against itself in which nobody can be hit any more and somebody has a checker
outside: one of a game. Each is rolled out to the bear-off tables without luck; a line for each goes
to the file, and lines that are there are not done again. Then everybody judges all of them without
looking ahead: root mean squares of the chance to win and of the equity, the noise of the rollouts
taken out, and the mean difference.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.oracles import gnubg_judgements

from tablas import kernel
from tablas.backgammon.codec import decode
from tablas.backgammon.formats import from_position_id, position_id
from tablas.engine.backgammon.bearoff import bearoff
from tablas.engine.backgammon.search import BackgammonEngine
from tablas.engine.dice.evaluator import equities
from tablas.engine.dice.rollout import rollout
from tablas.engine.dice.rollout_plan import RolloutPlan
from tablas.engine.weights import net

Boards = NDArray[np.uint8]


def races(count: int, seed: int) -> Iterator[Boards]:
    """So many boards, one from each game at most."""
    rng, drawn = np.random.default_rng(seed), 0
    while drawn < count:
        board = kernel.backgammon.start()[None]
        met: list[Boards] = []
        while kernel.backgammon.outcomes(board)[0] == 0:
            if _is_outside(board):
                met.append(board[0])
            dice = rng.integers(1, 7, size=(1, 2), dtype=np.uint8)
            board, _ = net("backgammon").choose(board, dice)
        if met:
            drawn += 1
            yield met[rng.integers(len(met))]


def _is_outside(board: Boards) -> bool:
    """Whether the race net is asked: the tables do not reach."""
    tables = bearoff()
    return bool(np.isnan(tables.chances(board)[0, 0]) and not np.isnan(tables.race(board)[0, 0]))


def rolled_out(board: Boards, plan: RolloutPlan) -> dict[str, object]:
    """The line of a position."""
    (one,) = rollout(net("backgammon"), board[None], plan, game="backgammon").starts
    return {
        "position": position_id(decode(board.tobytes())),
        "board": board.tobytes().hex(),
        "chances": one.chances,
        "equity": one.equity,
        "win_error": one.chances_error[0],
        "error": one.error,
    }


def read(path: Path) -> list[dict[str, object]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _by_engine(ids: Sequence[str]) -> NDArray[np.float64]:
    """As bots, analysis and reviews judge: where gammons are near, its net instead."""
    engine = BackgammonEngine()
    all_chances = [engine.chances(from_position_id(text), 0) for text in ids]
    return np.array(
        [
            [one.win, one.win_gammon, one.win_backgammon, one.lose_gammon, one.lose_backgammon]
            for one in all_chances
        ]
    )


def errors(
    judged: NDArray[np.float64], truth: NDArray[np.float64], noise: NDArray[np.float64]
) -> str:
    """Root mean square without the noise, its standard error, and the mean."""
    off = judged - truth
    square = off**2 - noise**2
    mean = float(square.mean())
    spread = float(square.std() / math.sqrt(len(square)))
    root = math.sqrt(max(mean, 0))
    return f"{root:.5f} ± {spread / (2 * max(root, 1e-4)):.5f}, mean {off.mean():+.5f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.file.parent.mkdir(parents=True, exist_ok=True)
    there = {line["board"] for line in read(asked.file)}
    with asked.file.open("a", encoding="utf-8") as out:
        for board in races(asked.positions, asked.seed):
            if board.tobytes().hex() in there:
                continue
            plan = RolloutPlan(trials=asked.trials, seed=asked.seed)
            out.write(json.dumps(rolled_out(board, plan)) + "\n")
            out.flush()
    lines = read(asked.file)
    boards = np.array([list(bytes.fromhex(str(line["board"]))) for line in lines], np.uint8)
    win = np.array([line["chances"][0] for line in lines])  # type: ignore[index]
    equity, noise, win_noise = (
        np.array([line[name] for line in lines]) for name in ("equity", "error", "win_error")
    )
    ids = [str(line["position"]) for line in lines]
    asked_of: dict[str, NDArray[np.float64]] = {
        "race net": bearoff().race(boards).astype(np.float64),
        "the engine, tables and race net": _by_engine(ids),
        "backgammon": net("backgammon").evaluate(boards).astype(np.float64),
        "backgammon-large": net("backgammon-large").evaluate(boards).astype(np.float64),
        "GNU Backgammon": np.array(gnubg_judgements.chances(ids, 0))[:, :5],
    }
    print(f"{len(lines)} races; noise of the rollouts: win {np.sqrt((win_noise**2).mean()):.5f}, "
          f"equity {np.sqrt((noise**2).mean()):.5f}")  # fmt: skip
    for name, chances in asked_of.items():
        worth = equities(chances.astype(np.float32)).astype(np.float64)
        print(f"{name}: win {errors(chances[:, 0], win, win_noise)}; "
              f"equity {errors(worth, equity, noise)}")  # fmt: skip


if __name__ == "__main__":
    main()
