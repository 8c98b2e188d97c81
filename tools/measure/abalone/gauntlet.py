"""The package against the whole pool: many matches at once, all processors busy, one table.

    python -m tools.measure.abalone.gauntlet build/gauntlet --milliseconds 100 1000 \\
        --games 416 112 --processes 16

Every player of the pool (`--players` names some) has a match at each time, by the rule of engine
matches (`--quiet 0 --plies 350` of `match.py`), with a book of its own in the folder:
`NAME-100ms.jsonl`. The next pair always belongs to the match that is furthest behind, so that all
of them grow alike and a stop at any time leaves something of each. Run again, it goes on from the
books; `--summary` only prints the table.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from tools.measure.abalone.match import OpenMatch, both_of, elo_of, halves_of, planned, play_all
from tools.measure.abalone.pool import POOL, PREFIX, player_called
from tools.measure.abalone.referee import GameEnds
from tools.measure.json_book import JsonBook

ENDS: Final = GameEnds(quiet=0, plies=350)
MEGABYTES: Final = 64
HEADING: Final = (
    "| against | time, nodes a move | games | + = − | Elo (95 %) | halves | neighbours a marble | "
    "depth |\n|---|---|---|---|---|---|---|---|"
)


def book_of(folder: Path, name: str, milliseconds: float) -> Path:
    """Where a match has its book.

    >>> book_of(Path("books"), "hand", 100.0).name
    'hand-100ms.jsonl'
    """
    return folder / f"{name}-{milliseconds:g}ms.jsonl"


def prepared(
    folder: Path, names: Sequence[str], times: Sequence[tuple[float, int]],
    pool: ProcessPoolExecutor,
) -> list[OpenMatch]:  # fmt: skip
    """All matches; how many nodes a time is worth is measured side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = [
        (book_of(folder, name, time), ("now", PREFIX + name), time, games)
        for time, games in times
        for name in names
    ]
    seats = [[player_called(name) for name in both] for _, both, _, _ in asked]
    plans = [
        pool.submit(planned, both, seat, time, ENDS, MEGABYTES, path)
        for (path, both, time, _), seat in zip(asked, seats, strict=True)
    ]
    return [
        OpenMatch(plan.result(), JsonBook(path, plan.result().head()), seat, -(-games // 2))
        for (path, _, _, games), seat, plan in zip(asked, seats, plans, strict=True)
    ]


def row(head: dict[str, Any], lines: Sequence[dict[str, Any]]) -> str:
    """A match as a row of the table."""
    name = head["players"][1].removeprefix(PREFIX)
    time = f"{head['milliseconds']:g} ms, {head['nodes'][0]:,} : {head['nodes'][1]:,}"
    pairs = sorted(lines, key=lambda pair: int(pair["pair"]))
    games = [game for pair in pairs for game in pair["games"]]
    if not games:
        return f"| {name} | {time} | 0 | | | | | |"
    results = Counter(game["result"] for game in games)
    cells = [
        name, time, f"{len(games)}", f"{results[1]} {results[0]} {results[-1]}",
        f"**{elo_of(pairs)}**", halves_of(pairs), both_of(games, "pairs", "marbles", 2),
        both_of(games, "depth", "turns", 1),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def table(folder: Path) -> str:
    """All books of a folder."""
    rows = []
    for path in sorted(folder.glob("*ms.jsonl")):
        head, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        rows.append(row(head, lines))
    return "\n".join([HEADING, *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="of the books")
    parser.add_argument("--milliseconds", type=float, nargs="+", default=[100.0], metavar="TIME")
    parser.add_argument("--games", type=int, nargs="+", default=[416], help="one for each time")
    parser.add_argument("--players", nargs="+", default=list(POOL["players"]), metavar="NAME")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--summary", action="store_true", help="only say how it stands")
    asked = parser.parse_args()
    if len(asked.games) != len(asked.milliseconds):
        parser.error(f"{len(asked.milliseconds)} times need as many numbers of games")
    if not asked.summary:
        times = list(zip(asked.milliseconds, asked.games, strict=True))
        with ProcessPoolExecutor(asked.processes) as pool:
            matches = prepared(asked.folder, asked.players, times, pool)
            for match in play_all(matches, pool, asked.processes):
                print(row(match.plan.head(), match.book.lines), flush=True)
    print(table(asked.folder))


if __name__ == "__main__":
    main()
