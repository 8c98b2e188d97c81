"""Which settings of Abalone's search are worth something: all at once, by lot.

    python -m tools.measure.abalone.factors build/factors.jsonl factors.json NET [NET …] \\
        --nodes 60000 --pairs 400 --processes 16

`factors.json` names the parts and their choices, the present one first, as settings of
`abalone_trainer` ("" is none): {"few": ["", "few_base=2"], "pass": ["", "pass_depth=200"]}. In
every pair of games each part of either player is drawn by lot, and so is the network of both, so
that each game speaks for all parts. A regression tells the Elo of each choice over the first one;
`PRIOR` is what a choice may plausibly be worth. Stopped, it goes on from the book. What it proposes
has to be confirmed in other games at more nodes: `tools/measure/abalone/sprt.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from tools.measure.abalone import trainer

PRIOR: Final = 20.0
"""Elo, as a standard deviation."""
ELO_A_SHARE: Final = 1600 / math.log(10)
"""Elo for a share of 1 more, near an even score."""
FIRST_SEED: Final = 90_000

Factors = Mapping[str, Sequence[str]]
Draw = dict[str, int]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a choice is worth over the first one of its part, with its standard error."""

    part: str
    choice: str
    elo: float
    error: float


def drawn(factors: Factors, rng: random.Random) -> Draw:
    """A choice for each part."""
    return {part: rng.randrange(len(choices)) for part, choices in factors.items()}


def player(net: str, factors: Factors, draw: Draw) -> str:
    """The player as `abalone_trainer` reads it."""
    chosen = [factors[part][choice] for part, choice in draw.items()]
    return ",".join([net, *(settings for settings in chosen if settings)])


def played(path: Path, factors: Factors, nets: Sequence[str], nodes: int, number: int) -> Any:
    """One pair of games; it depends on its number alone."""
    rng = random.Random(FIRST_SEED + number)
    draws, net = (drawn(factors, rng), drawn(factors, rng)), rng.choice(nets)
    players = (player(net, factors, draws[0]), player(net, factors, draws[1]))
    result = trainer.played(
        path, players, seed=FIRST_SEED + number, pairs=1, nodes=nodes, what=f"pair {number}"
    )
    return {"pair": number, "draws": draws, "share": result["pairs"][0]}


def effects(factors: Factors, rows: Sequence[Mapping[str, Any]]) -> Iterator[Effect]:
    """Every choice but the first of each part, by a regression over all pairs."""
    columns = [(part, choice) for part in factors for choice in range(1, len(factors[part]))]
    inputs = np.zeros((len(rows), len(columns)))
    for row, sign in ((row, sign) for row in range(len(rows)) for sign in (0, 1)):
        draw = rows[row]["draws"][sign]
        inputs[row] += [(1 - 2 * sign) * (draw[part] == choice) for part, choice in columns]
    scores = (np.array([row["share"] for row in rows]) - 0.5) * ELO_A_SHARE
    noise = max(float(scores.var()), 1.0)
    spread = np.linalg.inv(inputs.T @ inputs / noise + np.eye(len(columns)) / PRIOR**2)
    means = spread @ (inputs.T @ scores) / noise
    for (part, choice), mean, error in zip(columns, means, np.sqrt(np.diag(spread)), strict=True):
        yield Effect(part, factors[part][choice], float(mean), float(error))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("factors", type=Path)
    parser.add_argument("nets", nargs="+", metavar="NET")
    parser.add_argument("--nodes", type=int, default=60_000, help="a move")
    parser.add_argument("--pairs", type=int, default=400)
    asked = trainer.options_of(parser)
    factors: Factors = json.loads(asked.factors.read_text(encoding="utf-8"))
    head = json.dumps({"factors": factors, "nets": asked.nets, "nodes": asked.nodes})
    if not asked.book.exists():
        asked.book.parent.mkdir(parents=True, exist_ok=True)
        asked.book.write_text(head + "\n", encoding="utf-8")
    first, *lines = asked.book.read_text(encoding="utf-8").splitlines()
    if first != head:
        sys.exit(f"{asked.book}: the book of another trial: {first}")
    rows = [json.loads(line) for line in lines]
    missing = sorted(set(range(asked.pairs)) - {row["pair"] for row in rows})
    with (
        ThreadPoolExecutor(asked.processes) as pool,
        asked.book.open("a", encoding="utf-8") as file,
    ):
        for row in pool.map(
            lambda number: played(asked.trainer, factors, asked.nets, asked.nodes, number), missing
        ):
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    for effect in effects(factors, rows):
        print(f"{effect.part:16} {effect.choice:40} {effect.elo:+6.1f} ± {effect.error:.1f} Elo")


if __name__ == "__main__":
    main()
