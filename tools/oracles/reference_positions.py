"""Draws the positions on which engines are compared, from games of the package's own net.

    python tools/oracles/reference_positions.py --general 150 --back 100 > positions.jsonl

General positions: one from each game of the net against itself, at a turn drawn evenly. Back
games: one side plays at random until it holds two points of the other's home, trails by seventy
pips or more and the other has borne nothing off; then both play by the net for up to eight turns
while that stays true. Every position is seen by the player to roll, cubeless money play.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator

import numpy as np

from tablas.backgammon.codec import decode, encode
from tablas.backgammon.formats import position_id
from tablas.backgammon.rules import Position, outcome, start
from tablas.engine.weights import net
from tablas.kernel import backgammon

BEHIND = 70
PLAYED_ON = 8
SETS = ("general", "back")


def general(rng: random.Random) -> Position:
    """A position of one game, each of its turns equally likely."""
    met = [start()]
    while not outcome(met[-1]):
        met.append(by_net(met[-1], rng))
    return rng.choice(met[1:-1])


def back_game(rng: random.Random) -> Position:
    """A position in which either side plays a back game."""
    while True:
        position, turn = start(), 0
        while not outcome(position) and not is_back_game(position):
            position = at_random(position, rng) if turn % 2 else by_net(position, rng)
            turn += 1
        if outcome(position):
            continue
        for _ in range(rng.randrange(PLAYED_ON + 1)):
            after = by_net(position, rng)
            if outcome(after) or not is_back_game(after):
                break
            position = after
        return position


def is_back_game(position: Position) -> bool:
    """Whether a side holds two points of the other's home and is far behind."""
    sides = ((position.own, position.opp), (position.opp, position.own))
    return any(
        sum(own[point] >= 2 for point in range(19, 25)) >= 2
        and pips(own) - pips(opp) >= BEHIND
        and opp[0] == 0
        for own, opp in sides
    )


def pips(side: tuple[int, ...]) -> int:
    return sum(place * count for place, count in enumerate(side))


def by_net(position: Position, rng: random.Random) -> Position:
    boards, _ = net("backgammon").choose(_row(position), _roll(rng))
    return decode(boards[0].tobytes())


def at_random(position: Position, rng: random.Random) -> Position:
    boards, _ = backgammon.successors(_row(position), _roll(rng))
    return decode(boards[rng.randrange(len(boards))].tobytes())


def _row(position: Position) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.frombuffer(bytearray(encode(position)), np.uint8)[None]


def _roll(rng: random.Random) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array([[rng.randint(1, 6), rng.randint(1, 6)]], np.uint8)


def drawn(counts: dict[str, int], seed: int) -> Iterator[dict[str, str]]:
    """Both sets, evenly mixed: whoever stops early has some of each."""
    makers = {"general": general, "back": back_game}
    rngs = {name: random.Random(f"{seed} {name}") for name in SETS}
    order = sorted((i / counts[name], name) for name in SETS for i in range(counts[name]))
    for _, name in order:
        yield {"set": name, "position": position_id(makers[name](rngs[name]))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--general", type=int, default=150)
    parser.add_argument("--back", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for line in drawn({"general": options.general, "back": options.back}, options.seed):
        print(json.dumps(line))


if __name__ == "__main__":
    main()
