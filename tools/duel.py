"""Plays a net at 0-ply against GNU Backgammon 0-ply, or another net: money games without a cube.

    python tools/duel.py --games 2000                         (the package's net, Debian's gnubg)
    python tools/duel.py --net mine.safetensors --other older.safetensors

Games come in pairs with the same dice, each side starting once. Beside the raw result stands the
luck-adjusted one: from the points of a game the luck of every roll is taken away, that is what the
roll made of the best play's equity, by the net's own judgement, beyond the mean over all 21 rolls.
That mean is exact, so the adjustment is fair to both sides whatever the net believes; it only
narrows the error. The interval is 1.96 standard errors of the pairs' means.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from tablas.backgammon.codec import decode, encode
from tablas.backgammon.rules import Position
from tablas.engine.evaluator import equities
from tablas.engine.weights import net, net_from
from tablas.errors import KernelDisagrees
from tablas.kernel import backgammon

if TYPE_CHECKING:
    from tablas.kernel._kernel import Net

Boards = NDArray[np.uint8]
ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8)
WEIGHTS = np.array([1 if high == low else 2 for high, low in ROLLS]) / 36
INDEX = {(int(high), int(low)): i for i, (high, low) in enumerate(ROLLS)}
GNUBG = "/usr/games/gnubg"
SETTINGS = (
    "set automatic game off",
    "set jacoby off",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation cubeful off",
    "set evaluation chequerplay evaluation noise 0",
)


class Side(Protocol):
    """One of the two players."""

    def play(self, boards: Boards, dice: Boards) -> Boards: ...


@dataclass(frozen=True, slots=True)
class NetSide:
    """A net that looks at its own plays only."""

    net: Net
    threads: int

    def play(self, boards: Boards, dice: Boards) -> Boards:
        return self.net.choose(boards, dice, self.threads)[0]


@dataclass(frozen=True, slots=True)
class GnubgSide:
    """GNU Backgammon's external player: a FIBS board for every turn, a move in answer."""

    to: socket.socket

    def play(self, boards: Boards, dice: Boards) -> Boards:
        reached, offsets = backgammon.successors(boards, dice)
        answers = self.to.makefile("r", encoding="ascii")
        rows = []
        for i in range(len(boards)):
            plays = reached[offsets[i] : offsets[i + 1]]
            if len(plays) == 1:
                rows.append(plays[0])
                continue
            position = decode(boards[i].tobytes())
            self.to.sendall(fibs_board(position, *map(int, dice[i])).encode("ascii"))
            end = after(position, answers.readline())
            row = np.frombuffer(encode(end), np.uint8)
            if not (plays == row).all(axis=1).any():
                raise KernelDisagrees(f"gnubg plays {dice[i]} from {position} to {end}")
            rows.append(row)
        return np.stack(rows)


def fibs_board(position: Position, die: int, other: int) -> str:
    """The position as FIBS writes it: unlimited match, cube in the middle, mover going down."""
    own, opp = position.own, position.opp
    points = [own[p] - (opp[25 - p] if 1 <= p <= 24 else 0) for p in range(1, 26)]
    places = ":".join(map(str, (-opp[25], *points)))
    return (
        f"board:one:two:9999:0:0:{places}:1:{die}:{other}:0:0:1:1:1:0:1:-1:0:25:"
        f"{own[0]}:{opp[0]}:{own[25]}:{opp[25]}:2:0:0:0\n"
    )


def after(position: Position, move: str) -> Position:
    """The position after a move in GNU Backgammon's words, seen by the opponent.

    A way like 13/7*/5 is written out where it hits between.
    """
    own, opp = list(position.own), list(position.opp)
    for part in move.split():
        way, _, times = part.partition("(")
        names = way.replace("*", "").replace("bar", "25").replace("off", "0").split("/")
        places = [int(name) for name in names]
        for _ in range(int(times.rstrip(")") or 1)):
            for source, target in itertools.pairwise(places):
                own[source] -= 1
                own[target] += 1
                if target and opp[25 - target]:
                    opp[25 - target] -= 1
                    opp[25] += 1
    return Position(tuple(opp), tuple(own))


@contextmanager
def gnubg(port: int) -> Iterator[GnubgSide]:
    """GNU Backgammon as a process of its own that waits for boards."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as commands:
        commands.write("\n".join((*SETTINGS, f"external 127.0.0.1:{port}")) + "\n")
        commands.flush()
        process = subprocess.Popen(
            [GNUBG, "-t", "-q", "-r", "-c", commands.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with _connected(port) as to:
                to.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                yield GnubgSide(to)
        finally:
            process.kill()
            process.wait()


def _connected(port: int) -> socket.socket:
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError(f"gnubg does not listen on port {port}")


def lucks(judge: Net, boards: Boards, dice: Boards, threads: int) -> NDArray[np.float64]:
    """How lucky each roll is for who throws it: the best equity after it, less the mean."""
    every = np.repeat(boards, len(ROLLS), axis=0)
    _, chances = judge.choose(every, np.tile(ROLLS, (len(boards), 1)), threads)
    table = equities(chances).astype(np.float64).reshape(len(boards), len(ROLLS))
    rolled = [INDEX[(max(a, b), min(a, b))] for a, b in dice.tolist()]
    found: NDArray[np.float64] = table[np.arange(len(boards)), rolled] - table @ WEIGHTS
    return found


def opening_rolls(rng: np.random.Generator, count: int) -> Boards:
    """Two different dice each, all thirty throws equally likely."""
    high = rng.integers(1, 7, count)
    low = (high - 1 + rng.integers(1, 6, count)) % 6 + 1
    return np.stack([high, low], axis=1).astype(np.uint8)


def points(
    first: Side, second: Side, judge: Net, games: int, seed: int, threads: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The first side's points in each game, raw and without luck.

    Roll n of game i depends on the seed alone, so that a second call with the sides exchanged
    plays the same dice.
    """
    rng = np.random.default_rng(seed)
    boards = np.repeat(backgammon.start()[None], games, axis=0)
    raw, luck = np.zeros(games), np.zeros(games)
    alive = np.arange(games)
    turn = 0
    while len(alive):
        sign = 1 if turn % 2 == 0 else -1
        thrown = rng.integers(1, 7, (games, 2), dtype=np.uint8)
        if turn == 0:
            thrown = opening_rolls(rng, games)  # who starts is paired: this roll is nobody's luck
        else:
            luck[alive] += sign * lucks(judge, boards, thrown[alive], threads)
        boards = (first if sign > 0 else second).play(boards, thrown[alive])
        won = -backgammon.outcomes(boards).astype(np.float64)
        raw[alive] = sign * won
        alive, boards = alive[won == 0], boards[won == 0]
        turn += 1
    return raw, raw - luck


@dataclass(frozen=True, slots=True)
class Result:
    """Points a game for the first player, with standard error."""

    mean: float
    error: float

    @staticmethod
    def of(ahead: NDArray[np.float64], behind: NDArray[np.float64]) -> Result:
        pairs = (ahead - behind) / 2
        return Result(float(pairs.mean()), float(pairs.std(ddof=1) / math.sqrt(len(pairs))))

    def __str__(self) -> str:
        low, high = self.mean - 1.96 * self.error, self.mean + 1.96 * self.error
        return f"{self.mean:+.4f} ± {self.error:.4f} points a game, 95 % [{low:+.4f}, {high:+.4f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", type=Path, help="safetensors; without it the package's net")
    parser.add_argument("--other", type=Path, help="a net to play against instead of gnubg")
    parser.add_argument("--judge", type=Path, help="a net that tells luck; without it the first")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--port", type=int, default=17700)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    ours = net_from(told.net) if told.net else net("backgammon")
    judge = net_from(told.judge) if told.judge else ours
    begun = time.monotonic()
    if told.other:
        side = NetSide(net_from(told.other), told.threads)
        results = duel(NetSide(ours, told.threads), side, judge, told)
    else:
        with gnubg(told.port) as side_of_gnubg:
            results = duel(NetSide(ours, told.threads), side_of_gnubg, judge, told)
    report(told, *results, time.monotonic() - begun)


def duel(one: Side, other: Side, judge: Net, told: argparse.Namespace) -> tuple[Result, Result]:
    """The raw and the luck-adjusted result for the first side."""
    pairs = told.games // 2
    ahead = points(one, other, judge, pairs, told.seed, told.threads)
    behind = points(other, one, judge, pairs, told.seed, told.threads)
    return Result.of(ahead[0], behind[0]), Result.of(ahead[1], behind[1])


def report(told: argparse.Namespace, raw: Result, adjusted: Result, seconds: float) -> None:
    first = told.net.name if told.net else "package"
    second = told.other.name if told.other else "gnubg 0-ply"
    if told.json:
        found = {
            "first": first,
            "second": second,
            "games": told.games // 2 * 2,
            "points_per_game": adjusted.mean,
            "standard_error": adjusted.error,
            "raw_points_per_game": raw.mean,
            "raw_standard_error": raw.error,
            "seed": told.seed,
            "seconds": round(seconds, 1),
        }
        print(json.dumps(found))
        return
    print(f"{first} against {second}: {told.games // 2 * 2} money games without a cube")
    print(f"  raw           {raw}")
    print(f"  luck-adjusted {adjusted}")
    print(f"  {seconds:.0f} s; again: python tools/duel.py {shlex.join(sys.argv[1:])}")


if __name__ == "__main__":
    main()
