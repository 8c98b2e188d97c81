"""A match between two Abalone players of any build, at equal processor time, that keeps its book.

    python -m tools.measure.abalone.match build/book.jsonl now pool/package-2026-11-15 \\
        --milliseconds 100 --games 400 --processes 2

A player is `now` (the package's network with the search of `build/kernel/abalone_trainer`, which
`make cpp` builds), another NET,name=value for the same search, or `pool/NAME` (`pool.py`).
Both are processes of their own, with a neutral referee. Each gets the nodes that the time is worth
to it: they are measured in games between both before the first one counts, and stand in the book.

Pair n begins at start n mod 16 (three to six random plies on) with colours swapped, so all starts
have the same number of games. Games go to six ejections; a position met for the third time and 200
plies without an ejection are draws, the defaults of the rules page; nothing is adjudicated. With
`--quiet 0 --plies 350` it is the rule of engine matches: then more ejections win.
Stopped, it goes on from the book; a book of another match is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from tools.measure.abalone.pool import player_called
from tools.measure.abalone.referee import (
    GameEnds,
    PlayerFile,
    fingerprint,
    opening,
    play_game,
    speeds,
)
from tools.measure.json_book import JsonBook

from tablas.abalone import KIND
from tablas.duel.elo import as_text, estimate, rounded

SEED: Final = 19


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is played; the first line of the book."""

    players: tuple[str, str]
    fingerprints: tuple[str, str]  # of their searches: builds and networks are told apart
    milliseconds: float
    nodes: tuple[int, int]
    ends: GameEnds
    megabytes: int
    seed: int = SEED
    starts: tuple[str, ...] = ()  # none: all of them

    def head(self) -> dict[str, Any]:
        """The first line of the book; books of all starts have never named them."""
        line = asdict(self)
        return line if self.starts else {name: line[name] for name in line if name != "starts"}


def planned(
    names: tuple[str, str],
    players: Sequence[PlayerFile],
    milliseconds: float,
    ends: GameEnds,
    megabytes: int,
    begun: Path,
    nodes: tuple[int, int] | None = None,
) -> MatchPlan:
    """The plan of a new match, or that of the book if it has begun: its nodes stay."""
    with players[0].thinker(megabytes) as one, players[1].thinker(megabytes) as other:
        prints = (fingerprint(one), fingerprint(other))
        if begun.exists():
            first = json.loads(begun.read_text(encoding="utf-8").partition("\n")[0])
            nodes = (int(first["nodes"][0]), int(first["nodes"][1]))
        elif nodes is None:
            fast = speeds((one, other))
            nodes = (round(fast[0] * milliseconds / 1000), round(fast[1] * milliseconds / 1000))
    return MatchPlan(names, prints, milliseconds, nodes, ends, megabytes)


def play_pair(plan: MatchPlan, players: Sequence[PlayerFile], number: int) -> dict[str, Any]:
    """Both games of a pair, which depend on its number alone."""
    rng = np.random.default_rng([plan.seed, number])
    starts = plan.starts or KIND.start_names
    start = starts[number % len(starts)]
    board = opening(start, rng, 3 + int(rng.integers(4)))
    with players[0].thinker(plan.megabytes) as one, players[1].thinker(plan.megabytes) as other:
        games = [
            asdict(play_game((one, other), plan.nodes, board, plan.ends, begins=begins))
            for begins in (True, False)
        ]
    return {"pair": number, "start": start, "games": games}


@dataclass(slots=True)
class OpenMatch:
    """A match that goes on: its book, and which pairs nobody has begun to play."""

    plan: MatchPlan
    book: JsonBook
    players: Sequence[PlayerFile]
    pairs: int
    missing: list[int] = field(init=False)

    def __post_init__(self) -> None:
        there = {line["pair"] for line in self.book.lines}
        self.missing = [number for number in range(self.pairs) if number not in there]

    def behind(self) -> float:
        """The share of it that is still to be begun."""
        return len(self.missing) / self.pairs


def play_all(
    matches: Sequence[OpenMatch], pool: ProcessPoolExecutor, processes: int
) -> Iterator[OpenMatch]:
    """Plays what is missing, the match furthest behind first; gives the match of every pair."""
    running: dict[Future[dict[str, Any]], OpenMatch] = {}
    while running or any(match.missing for match in matches):
        while len(running) < processes and any(match.missing for match in matches):
            match = max(matches, key=OpenMatch.behind)
            pair = pool.submit(play_pair, match.plan, match.players, match.missing.pop(0))
            running[pair] = match
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for pair in done:
            match = running.pop(pair)
            match.book.add(pair.result())
            yield match


def play(
    book: JsonBook, plan: MatchPlan, players: Sequence[PlayerFile], pairs: int, processes: int
) -> Iterator[str]:
    """Plays the pairs that are missing; says how it stands after each."""
    with ProcessPoolExecutor(processes) as pool:
        for match in play_all([OpenMatch(plan, book, players, pairs)], pool, processes):
            yield summary(match.book.lines)


def summary(pairs: Sequence[dict[str, Any]]) -> str:
    """How the match stands: Elo with its 95 % interval, both halves of it, and how they played."""
    pairs = sorted(pairs, key=lambda pair: int(pair["pair"]))
    games = [game for pair in pairs for game in pair["games"]]
    if not games:
        return "no games yet"
    results = Counter(game["result"] for game in games)
    endings = Counter(game["ending"] for game in games)
    return (
        f"{len(games)} games, +{results[1]} ={results[0]} -{results[-1]}, Elo {elo_of(pairs)}, "
        f"halves {halves_of(pairs)}; neighbours a marble {both_of(games, 'pairs', 'marbles', 2)}, "
        f"depth {both_of(games, 'depth', 'turns', 1)}, "
        f"seconds a move {both_of(games, 'seconds', 'turns', 3)}, "
        f"plies {sum(game['plies'] for game in games) / len(games):.0f}, "
        + ", ".join(f"{ending} {count}" for ending, count in endings.most_common())
    )


def elo_of(pairs: Sequence[dict[str, Any]]) -> str:
    """Elo of the first player with its 95 % interval."""
    seen = estimate([sum(game["result"] for game in pair["games"]) / 4 + 0.5 for pair in pairs])
    one, low, high = (as_text(rounded(number)) for number in (seen.elo, seen.low, seen.high))
    return f"{one} [{low}, {high}]"


def halves_of(pairs: Sequence[dict[str, Any]]) -> str:
    """The same of the first and the second half of the pairs."""
    half = len(pairs) // 2
    return ", ".join(elo_of(part) for part in (pairs[:half], pairs[half:]) if part)


def both_of(games: Sequence[dict[str, Any]], part: str, whole: str, digits: int) -> str:
    """A mean of both players over all games, such as `1.52 : 1.48`."""
    means = []
    for side in (0, 1):
        parts = sum(game["sides"][side][part] for game in games)
        means.append(parts / max(1, sum(game["sides"][side][whole] for game in games)))
    return " : ".join(f"{mean:.{digits}f}" for mean in means)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path)
    parser.add_argument("players", nargs=2, metavar="PLAYER")
    parser.add_argument("--milliseconds", type=float, default=100, help="of the processor, a move")
    parser.add_argument("--games", type=int, default=416, help="26 a start")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--nodes", type=int, nargs=2, help="of both a move, instead of the time")
    parser.add_argument("--quiet", type=int, default=200, help="plies that draw; 0: none do")
    parser.add_argument("--plies", type=int, default=0, help="then more ejections win; 0: never")
    parser.add_argument(
        "--starts", nargs="+", default=[], choices=KIND.start_names, metavar="START", help="alone"
    )
    parser.add_argument("--megabytes", type=int, default=64, help="of each player's memory")
    parser.add_argument("--summary", action="store_true", help="only say how it stands")
    options = parser.parse_args()
    if options.summary:
        lines = options.book.read_text(encoding="utf-8").splitlines()[1:]
        sys.exit(print(summary([json.loads(line) for line in lines])))
    names = (options.players[0], options.players[1])
    players = [player_called(name) for name in names]
    ends = GameEnds(options.quiet, options.plies)
    nodes = (options.nodes[0], options.nodes[1]) if options.nodes else None
    plan = planned(
        names, players, options.milliseconds, ends, options.megabytes, options.book, nodes
    )
    plan = replace(plan, starts=tuple(options.starts))
    book = JsonBook(options.book, plan.head())
    print(f"{names[0]} against {names[1]}, nodes {plan.nodes[0]} : {plan.nodes[1]}", flush=True)
    for line in play(book, plan, players, -(-options.games // 2), options.processes):
        print(line, flush=True)


if __name__ == "__main__":
    main()
