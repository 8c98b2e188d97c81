"""Whole games of Abak played over the kernel, every turn checked by the Python rules.

    make agree-games GAMES=100000          or, in tests/:
    python agree_games.py --games 100000 --processes 16 --log ../build/agree-games.jsonl

Games are played in pieces; a piece that is done is one line of the log, so that a run that was
stopped goes on where it was. In each turn the rules list all plays of the position and the roll:
they must be exactly the boards that the kernel lists, the board that the player chose must be among
them, and both must agree on whether the game is over and how.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from tablas import kernel
from tablas.abak import codec, rules
from tablas.engine.abak.choosers import at_random, greedy, heuristic
from tablas.engine.abak.games import Chooser, Games, Turns, seeds_from
from tablas.errors import KernelDisagrees
from tablas.values import Dice

PIECE = 50  # games
PLAYERS = ("heuristic", "greedy", "random", "mixed")


def player(name: str, seed: int) -> Chooser:
    """Who plays both sides; `mixed` is the heuristic player, but every tenth turn is random."""
    if name == "greedy":
        return greedy(seed)
    if name == "random":
        return at_random(seed)
    sensible, wild, rng = heuristic(), at_random(seed), np.random.default_rng(seed)
    if name == "heuristic":
        return sensible

    def mixed(boards: np.ndarray, dice: np.ndarray) -> np.ndarray:
        after, strange = sensible(boards, dice), rng.random(len(boards)) < 0.1
        if strange.any():
            after[strange] = wild(boards[strange], dice[strange])
        return after

    return mixed


def checked(turns: Turns) -> int:
    """Check one turn of every game; gives how many plays the rules had in all."""
    rows, offsets = kernel.abak.successors(turns.before, turns.dice)
    ended, found = kernel.abak.outcomes(turns.after), 0
    for at, (board, roll) in enumerate(zip(turns.before, turns.dice, strict=True)):
        position, dice = codec.decode(board.tobytes()), Dice(int(roll[0]), int(roll[1]))
        ours = {codec.pack(end): end for end in rules.plays(position, dice)}
        theirs = [row.tobytes() for row in rows[offsets[at] : offsets[at + 1]]]
        if len(theirs) != len(ours) or set(theirs) != set(ours):
            raise KernelDisagrees(f"abak {position} {dice}: {len(ours)} and {len(theirs)} results")
        chosen = ours.get(turns.after[at].tobytes())
        if chosen is None:
            raise KernelDisagrees(f"abak {position} {dice}: the play chosen is not legal")
        outcome = rules.outcome(chosen)
        if ended[at] != (outcome.points if outcome else 0):
            raise KernelDisagrees(f"abak {chosen}: the outcome differs")
        found += len(ours)
    return found


def piece(number: int, name: str) -> dict[str, int | str]:
    """Play and check the games of one piece: what they were is decided by number and player."""
    games, found = Games.of(PIECE), 0
    start = np.repeat(kernel.abak.start()[None], PIECE, 0)
    one = player(name, number)
    for turns in games.turns(start, (one, one), seeds_from(number, PIECE)):
        found += checked(turns)
    turns_played, drawn = int(games.length.sum()), int((games.points == 0).sum())
    return {
        "piece": number, "player": name, "games": PIECE,
        "turns": turns_played, "plays": found, "unfinished": drawn,
    }  # fmt: skip


def done_before(log: Path, name: str) -> dict[int, dict[str, int | str]]:
    """The pieces that an earlier run finished; a line that was cut off does not count."""
    found = {}
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else ():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if told["player"] == name:
            found[told["piece"]] = told
    return found


def work(missing: list[int], name: str, processes: int) -> Iterator[dict[str, int | str]]:
    if processes == 1:
        yield from (piece(number, name) for number in missing)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(piece, number, name) for number in missing]):
            yield future.result()


def total(pieces: dict[int, dict[str, int | str]], what: str) -> int:
    return sum(int(told[what]) for told in pieces.values())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--player", choices=PLAYERS, default="mixed")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--log", type=Path, default=Path("../build/agree-games.jsonl"))
    asked = options.parse_args()
    asked.log.parent.mkdir(parents=True, exist_ok=True)
    pieces = done_before(asked.log, asked.player)
    wanted = range(1, 1 + -(-asked.games // PIECE))
    missing = [number for number in wanted if number not in pieces]
    begun, before = time.monotonic(), len(pieces)
    with asked.log.open("a", encoding="utf-8") as log:
        for told in work(missing, asked.player, asked.processes):
            log.write(json.dumps(told) + "\n")
            log.flush()
            pieces[int(told["piece"])] = told
            left = (time.monotonic() - begun) / (len(pieces) - before) * (len(wanted) - len(pieces))
            sys.stdout.write(
                f"{total(pieces, 'games')} games, about {left / 60:.0f} minutes left\n"
            )
            sys.stdout.flush()
    sys.stdout.write(
        f"abak: {total(pieces, 'games')} games ({asked.player}), {total(pieces, 'turns')} turns, "
        f"{total(pieces, 'plays')} plays, {total(pieces, 'unfinished')} games without an end; "
        "0 differences\n"
    )


if __name__ == "__main__":
    main()
