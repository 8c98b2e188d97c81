"""Kernel against Python rules on positions nobody chose; also `make agree N=1000000`.

A fifth of the positions are valid set-ups that play may never reach. The others are met in random
games, half of whose turns prefer what is rare: hits and bars, traps, assaults, the general's way
back, pushes and ejections.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from setups import SETUPS
from tablas import kernel
from tablas.abak import codec as abak_codec
from tablas.abak.position import Effect
from tablas.abalone import codec as abalone_codec
from tablas.abalone import rules as abalone_rules
from tablas.backgammon import codec as backgammon_codec
from tablas.errors import KernelDisagrees
from tablas.games import NAMES, kind
from tablas.values import ROLLS, Dice

CODECS: dict[str, Any] = {
    "backgammon": backgammon_codec,
    "abak": abak_codec,
    "abalone": abalone_codec,
}
LONGEST_GAME = 400  # turns; then another game begins


def rare(game: str, position: Any, play: Any) -> bool:
    """Whether a play does something that random games seldom do."""
    if game == "backgammon":
        return any(step.hit for step in play)
    if game == "abak":
        return any(step.effect is not Effect.PLAIN or step.target > step.source for step in play)
    return abalone_rules.ejects(position, play)


def questions(game: str, rng: random.Random) -> Iterator[tuple[Any, Dice | None]]:
    """Positions with dice, without end; the caller's answer to each is not needed."""
    rules = kind(game).rules
    rolls = ROLLS if kind(game).dice else (None,)
    while True:
        # Every other walk begins in a set-up, so that rare places are also walked through.
        position = rules.start() if rng.random() < 0.5 else SETUPS[game](rng)
        for _ in range(rng.randint(1, LONGEST_GAME)):
            if rng.random() < 0.2:
                yield SETUPS[game](rng), rng.choice(rolls)
            dice = rng.choice(rolls)
            yield position, dice
            plays = rules.plays(position, dice)
            if not plays:
                break
            position = chosen(game, position, plays, rng)


def chosen(game: str, position: Any, plays: dict[Any, Any], rng: random.Random) -> Any:
    if rng.random() < 0.5:
        special = [end for end, play in plays.items() if rare(game, position, play)]
        if special:
            return rng.choice(special)
    return rng.choice(list(plays))


def compare(game: str, position: Any, dice: Dice | None) -> None:
    """Raise KernelDisagrees where kernel and Python differ on what comes next or on the end."""
    rules, codec, mirror = kind(game).rules, CODECS[game], getattr(kernel, game)
    board = np.frombuffer(codec.encode(position), dtype=np.uint8).reshape(1, -1)
    if dice is None:
        rows, _ = mirror.successors(board)
    else:
        rows, _ = mirror.successors(board, np.array([[dice.high, dice.low]], dtype=np.uint8))
    packed = rows.tobytes()
    theirs = [packed[at : at + codec.SIZE] for at in range(0, len(packed), codec.SIZE)]
    ours = {codec.pack(end) for end in rules.plays(position, dice)}
    if len(theirs) != len(ours) or set(theirs) != ours:
        raise difference(f"{game} {position} {dice}: {len(ours)} and {len(theirs)} results")
    outcome = rules.outcome(position)
    if mirror.outcomes(board)[0] != (outcome.points if outcome else 0):
        raise difference(f"{game} {position}: the outcome differs")


def difference(told: str) -> KernelDisagrees:
    """For whoever runs the comparison, who reads English."""
    return KernelDisagrees(told, told)


def agree(game: str, positions: int, seed: int) -> int:
    """Compare so many positions; gives how many results the rules had in all."""
    asked = questions(game, random.Random(f"{game} {seed}"))
    for _ in range(positions):
        compare(game, *next(asked))
    return positions


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=1_000_000, help="for each game")
    options.add_argument("--seed", type=int, default=1)
    chosen_options = options.parse_args()
    chunk = 10_000
    pieces = -(-chosen_options.positions // chunk)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for game in NAMES:
            seeds = range(chosen_options.seed, chosen_options.seed + pieces)
            done = sum(pool.map(agree, [game] * pieces, [chunk] * pieces, seeds))
            sys.stdout.write(f"{game}: {done} positions, 0 differences\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
