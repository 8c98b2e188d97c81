"""Tunes settings of Abalone's search by SPSA, unattended and in several processes.

    python -m tools.measure.abalone.spsa build/spsa.jsonl settings.json NET [NET …] \\
        --nodes 60000 --pairs 4000 --processes 16

Simultaneous perturbation (Spall, 1992), as chess engines use it: in every pair of games one player
has each setting a step higher or lower by lot, the other one the opposite, and all settings move a
little towards the winner. `settings.json` says where each begins, its limits and its step:
{"still_margin": {"begin": 20, "least": 5, "most": 60, "step": 4}}. A step should be worth a few
Elo: smaller ones drown in noise. Steps shrink slowly to that size, and so do the moves.

Every pair depends on its number and on what was known when it began, and stands in the book with
the settings that played, so that a tuning can be stopped and goes on. What it proposes is the mean
of the second half of its way; confirm it in other games (`tools/measure/abalone/sprt.py`), at the
nodes of 100 ms: what helps with few nodes may harm with many.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tools.measure.abalone import trainer
from tools.measure.json_book import JsonBook

FIRST_SEED: Final = 400_000
# How steps and moves shrink, as Spall advises; moves do so after a tenth of the pairs.
GAMMA, ALPHA, LATE = 0.101, 0.602, 0.1
PAIRS_A_LINE: Final = 20

Values = dict[str, float]


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of the search that is tuned."""

    begin: float
    least: float
    most: float
    step: float  # at the end: what a player differs by

    def inside(self, value: float) -> float:
        return min(max(value, self.least), self.most)


@dataclass(frozen=True, slots=True)
class SpsaPlan:
    """What is tuned; the first line of the book."""

    settings: dict[str, Setting]
    nets: tuple[str, ...]
    nodes: int
    pairs: int
    rate: float  # part of a step that a won pair moves a setting by, at the end

    def step(self, name: str, number: int) -> float:
        """How far both players of a pair are from the middle."""
        return self.settings[name].step * float((self.pairs / (number + 1)) ** GAMMA)

    def moved(self, name: str, number: int, result: float) -> float:
        """How far a pair moves a setting whose first player was higher; `result` from -1 to 1."""
        late = LATE * self.pairs
        falls = float(((late + self.pairs) / (late + number + 1)) ** ALPHA)
        return self.rate * falls * self.settings[name].step ** 2 / self.step(name, number) * result


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games that were or will be played."""

    number: int
    net: str
    signs: dict[str, int]
    players: tuple[dict[str, int], dict[str, int]]

    def player(self, which: int) -> str:
        """As `abalone_trainer` reads it."""
        values = [f"{name}={value}" for name, value in self.players[which].items()]
        return ",".join([self.net, *values])


def begun(plan: SpsaPlan, middle: Mapping[str, float], number: int) -> Pair:
    """The pair of this number from where the settings stand; whole numbers are drawn by lot."""
    rng = random.Random(FIRST_SEED + number)
    net = rng.choice(plan.nets)
    signs = {name: rng.choice((-1, 1)) for name in plan.settings}
    players: list[dict[str, int]] = []
    for side in (1, -1):
        chosen = {}
        for name, setting in plan.settings.items():
            value = setting.inside(middle[name] + side * signs[name] * plan.step(name, number))
            chosen[name] = int(value // 1) + (rng.random() < value % 1)
        players.append(chosen)
    return Pair(number, net, signs, (players[0], players[1]))


def way(plan: SpsaPlan, lines: Sequence[Mapping[str, Any]]) -> Iterator[Values]:
    """Where the settings stood at first and after each line of the book."""
    middle = {name: setting.begin for name, setting in plan.settings.items()}
    yield dict(middle)
    for line in lines:
        for name, setting in plan.settings.items():
            moved = plan.moved(name, line["pair"], 2 * line["share"] - 1)
            middle[name] = setting.inside(middle[name] + line["signs"][name] * moved)
        yield dict(middle)


def proposed(plan: SpsaPlan, lines: Sequence[Mapping[str, Any]]) -> Values:
    """The mean of the second half of the way."""
    stood = list(way(plan, lines))
    half = stood[len(stood) // 2 :]
    return {name: sum(values[name] for values in half) / len(half) for name in plan.settings}


def played(path: Path, plan: SpsaPlan, pair: Pair) -> dict[str, Any]:
    """Both games, by one process; the share of the points is that of the first player."""
    players, seed = (pair.player(0), pair.player(1)), FIRST_SEED + pair.number
    what = f"pair {pair.number}"
    result = trainer.played(path, players, seed=seed, pairs=1, nodes=plan.nodes, what=what)
    facts = {"pair": pair.number, "signs": pair.signs, "players": pair.players}
    return {**facts, "share": result["pairs"][0]}


def tune(book: JsonBook, plan: SpsaPlan, path: Path, processes: int) -> Iterator[str]:
    """Plays the pairs that are missing; says now and then where the settings stand."""
    there = {line["pair"] for line in book.lines}
    missing = [number for number in range(plan.pairs) if number not in there]
    *_, middle = way(plan, book.lines)
    running: set[Future[dict[str, Any]]] = set()
    with ThreadPoolExecutor(processes) as pool:
        while missing or running:
            while missing and len(running) < processes:
                pair = begun(plan, middle, missing.pop(0))
                running.add(pool.submit(played, path, plan, pair))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                book.add(one.result())
            *_, middle = way(plan, book.lines)
            if len(book.lines) % PAIRS_A_LINE == 0 or not (missing or running):
                yield f"{len(book.lines)} pairs: {as_settings(middle)}"


def as_settings(values: Mapping[str, float]) -> str:
    """As behind the name of a network, in whole numbers.

    >>> as_settings({"still_margin": 21.6, "few_base": 3.0})
    'still_margin=22,few_base=3'
    """
    return ",".join(f"{name}={round(value)}" for name, value in values.items())


def read_settings(path: Path) -> dict[str, Setting]:
    """The settings of a file; one that says something else is refused."""
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        settings = {name: Setting(**numbers) for name, numbers in facts.items()}
    except (AttributeError, OSError, TypeError, ValueError) as error:
        sys.exit(f"{path}: not settings to tune: {error}")
    for name, one in settings.items():
        if not (one.least <= one.begin <= one.most and one.step > 0):
            sys.exit(f"{path}: {name} begins at {one.begin}, expected {one.least} to {one.most}")
    return settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("settings", type=Path)
    parser.add_argument("nets", nargs="+", metavar="NET")
    parser.add_argument("--nodes", type=int, default=60_000, help="a move")
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=0.06)
    asked = trainer.options_of(parser)
    settings = read_settings(asked.settings)
    plan = SpsaPlan(settings, tuple(asked.nets), asked.nodes, asked.pairs, asked.rate)
    book = JsonBook(asked.book, asdict(plan))
    for line in tune(book, plan, asked.trainer, asked.processes):
        print(line, flush=True)
    print(f"proposed: {as_settings(proposed(plan, book.lines))}")


if __name__ == "__main__":
    main()
