"""What a byte for a weight costs the nets of browsers, and whether browsers judge as we do.

    python -m tools.measure.nets.browser_nets backgammon --games 4000
    python -m tools.measure.nets.browser_nets abak --games 0 --positions 10000

Positions of games of the net against itself are judged by the net of the package, by the kernel
with the weights as browsers have them, and by the kernel for browsers in Node. Then both nets play
each other, every roll once for each side, the luck of the dice taken away.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.checks.slim_nets import boards

from tablas import kernel
from tablas.duel.runner import Duel
from tablas.duel.setting import Setting
from tablas.engine import weights
from tablas.engine.abalone.network import abalone_net
from tablas.engine.browser_nets import rounded
from tablas.engine.dice.evaluator import equities
from tablas.engine.stored_nets import written

ROOT = Path(__file__).resolve().parents[3]
ROWS = 500  # judged by one question to Node


def met(game: str, count: int) -> NDArray[np.uint8]:
    """So many boards: of games of the net against itself, or at random without dice."""
    if game in weights_of_dice():
        found = boards(game, weights.net(game))
        while len(found) < count:
            found = np.concatenate([found, boards(game, weights.net(game), seed=len(found))])
        return found[:count]
    rng = np.random.default_rng(1)
    mirror = kernel.abalone
    now = np.repeat(mirror.start()[None], count, 0)
    for _ in range(40):
        reached, offsets = mirror.successors(now)
        chosen = offsets[:-1] + (rng.random(len(now)) * np.diff(offsets)).astype(np.int64)
        goes_on = np.diff(offsets)[:, None] > 0
        now = np.where(goes_on, reached[np.minimum(chosen, len(reached) - 1)], now)
    return now


def weights_of_dice() -> tuple[str, ...]:
    return ("backgammon", "abak")


def in_node(game: str, positions: NDArray[np.uint8]) -> NDArray[Any]:
    """What the kernel for browsers says."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from wasm_kernel import wasm_kernel  # type: ignore[import-not-found]  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, wasm_kernel("simd", Path(folder)) as node:
        told = [
            node.ask("judged", game=game, boards=positions[at : at + ROWS].tolist())
            for at in range(0, len(positions), ROWS)
        ]
    return np.array([row for part in told for row in part])


def judged(game: str, count: int) -> None:
    positions = met(game, count)
    there = in_node(game, positions)
    if game not in weights_of_dice():
        same = int((there == abalone_net().evaluate(positions)).sum())
        print(f"{game}: {same} of {len(positions)} scores are the same")
        return
    net = weights.layered(getattr(kernel, game).Net, rounded(weights.packaged(game)))
    here = net.evaluate(positions, path="portable")
    exact = weights.net(game).evaluate(positions)
    apart = np.abs(there - here).max()
    lost = np.abs(equities(exact) - equities(here))
    print(f"{game}: {len(positions)} positions; browser and kernel at most {apart:.1e} apart")
    rare = np.quantile(lost, 0.99)
    print(f"rounding moves equities by {lost.mean():.4f}, one in 100 by {rare:.4f} or more")


def played(game: str, games: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{game}-browser.safetensors"
        path.write_bytes(written(rounded(weights.packaged(game))))
        began = time.monotonic()
        with Duel(Setting(game=game, first=str(path), second="expert", seed=seed)) as duel:
            for _ in duel.play(games):
                pass
        print(json.dumps(duel.summary()), f"{time.monotonic() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.positions:
        judged(asked.game, asked.positions)
    if asked.games and asked.game in weights_of_dice():
        played(asked.game, asked.games, asked.seed)


if __name__ == "__main__":
    main()
