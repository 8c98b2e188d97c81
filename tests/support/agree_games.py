"""Whole games of Abak played by the kernel, every turn of them checked by the Python rules.

    make agree-games GAMES=100000          or:
    PYTHONPATH=. python tests/support/agree_games.py --games 100000 --processes 16

Games are played in pieces; a piece that is done is one line of the log, so that a run that was
stopped goes on where it was. The rules follow each game with positions of their own. In every turn
they must find a play, movement by movement, from their position to exactly the board that the
kernel reached, `why_illegal` must have nothing against it (as many dice as possible, the larger
one, …), and both must agree on whether the game is over and for how many points. In one turn of
LISTED, drawn by lot, the rules also list all plays of the roll: they must be exactly the boards
that the kernel lists.
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
from research.abak.self_play import SideBySide, Turns, seeds_from

from abak_ways import way
from agreement import difference
from tablas import kernel
from tablas.abak import codec, rules
from tablas.abak.position import Position
from tablas.engine.abak.choosers import Chooser, at_random, greedy, heuristic
from tablas.engine.weights import net
from tablas.values import Dice
from tree import ROOT

PIECE = 50  # games
LISTED = 64  # one turn of so many has all its plays compared
PLAYERS = ("mixed", "net", "heuristic", "greedy", "random")


def player(name: str, seed: int) -> Chooser:
    """Who plays both sides; `mixed` is the quick net, but every tenth turn is random."""
    if name == "greedy":
        return greedy(seed)
    if name == "random":
        return at_random(seed)
    if name == "heuristic":
        return heuristic()
    quick, wild, rng = net("abak-quick"), at_random(seed), np.random.default_rng(seed)

    def sensible(boards: np.ndarray, dice: np.ndarray) -> np.ndarray:
        return quick.choose(boards, dice)[0]

    def mixed(boards: np.ndarray, dice: np.ndarray) -> np.ndarray:
        after, strange = sensible(boards, dice), rng.random(len(boards)) < 0.1
        if strange.any():
            after[strange] = wild(boards[strange], dice[strange])
        return after

    return mixed if name == "mixed" else sensible


class Followed:
    """Games that the rules follow: their positions, and what has been compared."""

    def __init__(self, count: int, seed: int) -> None:
        self.positions = [rules.start()] * count
        self.turns = self.listed = self.plays = 0
        self._lots = np.random.default_rng([seed, LISTED])

    def check(self, turn: Turns) -> None:
        """One turn of every game that goes on."""
        ended = kernel.abak.outcomes(turn.after)
        drawn = self._lots.integers(0, LISTED, len(turn.games)) == 0
        for at, game in enumerate(turn.games):
            position, dice = self.positions[game], Dice(*map(int, turn.dice[at]))
            if drawn[at]:
                self._compare_lists(position, dice)
            self.positions[game] = reached(position, dice, turn.after[at].tobytes(), ended[at])
        self.turns += len(turn.games)

    def _compare_lists(self, position: Position, dice: Dice) -> None:
        row = np.frombuffer(codec.pack(position), np.uint8)[None]
        rows, _ = kernel.abak.successors(row, np.array([[dice.high, dice.low]], np.uint8))
        ours, theirs = set(map(codec.pack, rules.plays(position, dice))), set(map(bytes, rows))
        if len(rows) != len(ours) or theirs != ours:
            raise difference(f"abak {position} {dice}: {len(ours)} and {len(rows)} results")
        self.listed += 1
        self.plays += len(ours)


def reached(position: Position, dice: Dice, packed: bytes, points: int) -> Position:
    """What the rules make of the turn that led to this board; raises unless they agree to it."""
    found = way(position, dice, packed)
    if found is None:
        raise difference(f"abak {position} {dice}: no play leads to {packed.hex()}")
    play, after = found
    if refused := rules.why_illegal(position, dice, play):
        raise difference(f"abak {position} {dice}: {play} is not legal: {refused}")
    outcome = rules.outcome(after)
    if points != (outcome.points if outcome else 0):
        raise difference(f"abak {after}: the outcome differs, {points} and {outcome}")
    return after


def piece(number: int, name: str) -> dict[str, int | str]:
    """Play and check the games of one piece: what they were is decided by number and player."""
    games, followed = SideBySide.of(PIECE), Followed(PIECE, number)
    start = np.repeat(kernel.abak.start()[None], PIECE, 0)
    one = player(name, number)
    for turn in games.turns(start, (one, one), seeds_from(number, PIECE)):
        followed.check(turn)
    return {
        "piece": number, "player": name, "games": PIECE, "turns": followed.turns,
        "listed": followed.listed, "plays": followed.plays,
        "unfinished": int((games.points == 0).sum()),
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
    options.add_argument("--log", type=Path, default=ROOT / "build" / "agree-games.jsonl")
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
        f"all plays of {total(pieces, 'listed')} of them ({total(pieces, 'plays')} plays), "
        f"{total(pieces, 'unfinished')} games without an end; 0 differences\n"
    )


if __name__ == "__main__":
    main()
