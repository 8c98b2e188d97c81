"""The suite "fewer marbles win": Abalone positions in which counting marbles misleads.

    python -m tools.measure.abalone.fewer mine build/fewer/1.jsonl --seed 1 --hard --threads 2
    python -m tools.measure.abalone.fewer choose build/fewer/*.jsonl
    python -m tools.measure.abalone.fewer score now --milliseconds 100

`mine` lets the players of the pool look for such positions and judge them (`abalone_trainer fewer`;
cpp/tools/abalone_fewer.hpp says how); a process has a seed and a book of its own, and goes on
where it stopped. With `--hard` a short search by the package of 2026-11-15 must be misled as well
as the hand-written terms. `choose` makes tests/corpus/abalone_fewer.txt of what was found: one of
each game, none that is a mirror image or a turn of another. `score` asks any player of
`match.py` which side it thinks better, each position with an empty memory.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Final

from tools.measure.abalone.pool import POOL, PREFIX, TRAINER, player_called
from tools.measure.abalone.referee import ROOT, PlayerFile, Thinker, from_words, speeds
from tools.measure.json_book import JsonBook

from tablas.abalone import KIND
from tablas.engine.abalone.book import usual
from tablas.values import Setup, Side

SUITE: Final = ROOT / "tests" / "corpus" / "abalone_fewer.txt"
# The first four play out in all ordered pairs, the others each against itself.
PLAYERS: Final = (
    "package-2026-11-16", "package-2026-11-15", "cohesive", "sacrificer",
    "hand", "hoarder", "sitter", "chaser", "runner",
)  # fmt: skip
PLAYOUTS: Final = 4 * 4 + len(PLAYERS) - 4
LEAST: Final = 0.8
MISLED: Final = 20  # hundredths of a marble, as in cpp/tools/abalone_fewer.hpp
LAST: Final = 5  # marbles lost: one more decides
CHUNK: Final = 64  # games that one call of the trainer plays
KINDS: Final = ("played", "given")
HEAD: Final = """\
# Positions that the side with fewer marbles wins, and that counting misjudges: position; the side
# that wins; how it was found (played: in a game; given: some of its outermost marbles were taken
# from it); who is misled (counting: the hand-written terms at 5,000 nodes; network: these, and the
# package of 2026-11-15 at 1,000); what became of that side in each play-out, 5,000 nodes a move;
# the start of the game. The pool judged them (tools/measure/abalone/fewer.py): networks of
# 2026-11-16 and -15, cohesive and sacrificer in all ordered pairs, the side that wins first; then
# hand, hoarder, sitter, chaser and runner each against itself.
"""


@dataclass(frozen=True, slots=True)
class FewerPlan:
    """What decides which positions are found; the first line of a book."""

    seed: int
    most: int  # marbles that the side that wins may have lost
    hard: bool  # a short search by a network must be misled, too
    commit: str = POOL["commit"]
    players: tuple[str, ...] = PLAYERS


@dataclass(frozen=True, slots=True)
class FewerPosition:
    """A line of the suite."""

    setup: Setup[Any]
    winner: Side
    kind: str
    misled: str
    playouts: str
    start: str

    @property
    def deficit(self) -> int:
        """How many marbles more the winner has lost."""
        position = self.setup.position
        more = int(position.own_lost - position.opp_lost)
        return more if self.winner is self.setup.mover else -more

    @property
    def board(self) -> bytes:
        return bytes(KIND.codec.encode(self.setup.position))

    def line(self) -> str:
        text = KIND.formats.write(self.setup)
        fields = (text, self.winner.value[0], self.kind, self.misled, self.playouts, self.start)
        return ";".join(fields) + "\n"


def read_suite(path: Path = SUITE) -> list[FewerPosition]:
    """The positions of the file."""
    suite = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text, winner, *rest = line.split(";")
            side = Side.BLACK if winner == "b" else Side.WHITE
            suite.append(FewerPosition(KIND.formats.read(text), side, *rest))
    return suite


def share(playouts: str) -> float:
    """What the side behind scored, of all play-outs that there should be; a draw is half."""
    return (playouts.count("+") + playouts.count("=") / 2) / PLAYOUTS


def chosen(lines: Sequence[dict[str, Any]]) -> list[FewerPosition]:
    """The positions that count, one of each game, each only once however the board is turned."""
    suite: dict[str, FewerPosition] = {}
    for line in lines:
        good = [(kind, line[kind]) for kind in KINDS if kind in line]
        good = [(kind, found) for kind, found in good if share(found["playouts"]) >= LEAST]
        for kind, found in good[:1]:
            position = KIND.codec.decode(from_words(found["board"]))
            winner = Side.BLACK if found["behind_moves"] else Side.WHITE
            misled = "network" if found["shallow"] >= MISLED else "counting"
            one = FewerPosition(
                Setup(position, Side.BLACK), winner, kind, misled, found["playouts"], line["start"]
            )
            suite.setdefault(usual(position)[0], one)
    return sorted(suite.values(), key=lambda one: (one.misled, one.kind, one.start))


def missing(there: set[int], first: int) -> Iterator[range]:
    """The runs of games of a chunk that are not in the book."""
    begun: int | None = None
    for number in range(first, first + CHUNK + 1):
        absent = number < first + CHUNK and number not in there
        if absent and begun is None:
            begun = number
        elif not absent and begun is not None:
            yield range(begun, number)
            begun = None


def mine(book: JsonBook, plan: FewerPlan, minutes: float, threads: int) -> Iterator[str]:
    """Looks on from where the book stands."""
    nets = [player_called(PREFIX + name).net for name in PLAYERS]
    until, first = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        for games in missing({line["game"] for line in book.lines}, first):
            order = [
                "fewer",
                plan.seed,
                games.start,
                len(games),
                threads,
                plan.most,
                int(plan.hard),
            ]
            command = [str(TRAINER), *map(str, order), *nets]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as trainer:
                assert trainer.stdout
                for line in trainer.stdout:
                    book.add(json.loads(line))
            yield f"{len(book.lines)} games, {len(chosen(book.lines))} positions"
        first += CHUNK


def named_right(thinker: Thinker, suite: Sequence[FewerPosition], nodes: int) -> list[bool]:
    """Whether the score of each position is on the side that wins."""
    right = []
    for one in suite:
        score = thinker.about(one.board, nodes).score
        right.append(score > 0 if one.winner is one.setup.mover else score < 0)
    return right


def by_lost(one: FewerPosition) -> str:
    """Whether the next ejection would decide against the side that wins."""
    position = one.setup.position
    lost = position.own_lost if one.winner is one.setup.mover else position.opp_lost
    return "5 lost" if lost == LAST else "4 lost or fewer"


def report(suite: Sequence[FewerPosition], right: Sequence[bool]) -> str:
    """Per cent named right with one standard error: all, and by how they were found and stand."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for one, good in zip(suite, right, strict=True):
        for group in (
            "all",
            one.kind,
            f"misled {one.misled}",
            f"{one.deficit} fewer",
            by_lost(one),
        ):
            groups[group].append(good)
    lines = []
    for group in sorted(groups, key=lambda name: (name != "all", name)):
        of = len(groups[group])
        rate = sum(groups[group]) / of
        error = 100 * sqrt(rate * (1 - rate) / of)
        lines.append(f"{group}: {sum(groups[group])} of {of}, {100 * rate:.0f} % ± {error:.0f}")
    return "\n".join(lines)


def nodes_in(milliseconds: float, player: PlayerFile) -> int:
    """What the time is worth to a player, in games with itself."""
    with player.thinker() as one, player.thinker() as other:
        fast, _ = speeds((one, other))
    return round(fast * milliseconds / 1000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    orders = parser.add_subparsers(dest="order", required=True)
    look = orders.add_parser("mine")
    look.add_argument("book", type=Path)
    look.add_argument("--seed", type=int, default=1)
    look.add_argument("--most", type=int, default=4, help="marbles that the winner may have lost")
    look.add_argument("--hard", action="store_true", help="a network must be misled, too")
    look.add_argument("--minutes", type=float, default=60)
    look.add_argument("--threads", type=int, default=1)
    choose = orders.add_parser("choose")
    choose.add_argument("books", type=Path, nargs="+")
    score = orders.add_parser("score")
    score.add_argument("player")
    score.add_argument("--milliseconds", type=float, default=100, help="of the processor")
    score.add_argument("--nodes", type=int, default=0, help="instead of the time")
    options = parser.parse_args()
    if options.order == "mine":
        plan = FewerPlan(options.seed, options.most, options.hard)
        book = JsonBook(options.book, asdict(plan))
        for said in mine(book, plan, options.minutes, options.threads):
            print(said, flush=True)
    elif options.order == "choose":
        texts = [path.read_text(encoding="utf-8") for path in options.books]
        suite = chosen([json.loads(line) for text in texts for line in text.splitlines()[1:]])
        SUITE.write_text(HEAD + "".join(one.line() for one in suite), encoding="utf-8")
        print(f"{len(suite)} positions")
    else:
        suite = read_suite()
        player = player_called(options.player)
        nodes = options.nodes or nodes_in(options.milliseconds, player)
        with player.thinker() as thinker:
            print(f"{options.player}, {nodes} nodes")
            print(report(suite, named_right(thinker, suite, nodes)))


if __name__ == "__main__":
    main()
