"""Opening knowledge of Abalone, grown by the engine itself.

A book holds, for each position, the moves that a search of many nodes found good, with their
scores. Positions that a turn or a mirror image makes equal are one. Nothing in it comes from human
games: `grow` starts from the start positions and follows the moves that are least bad.
"""

from __future__ import annotations

import heapq
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tablas.abalone import codec, notation, rules
from tablas.abalone.rules import Move, Position
from tablas.abalone.symmetry import SYMMETRIES, Symmetry
from tablas.engine.abalone.engine import AbaloneEngine, AbaloneLimit
from tablas.engine.opening_table import KnownOpening, KnownPlay
from tablas.errors import NotationError

STARTS: Final = ("belgian-daisy", "standard")
WIDTH: Final = 4
"""So many moves of a position are kept."""
MARGIN: Final = 25
"""Hundredths of a marble: a move that is worse by more is not followed."""
PLAYED: Final = 6
"""Hundredths of a marble: a move within this of the best one is as good."""

MARBLE: Final = 100
"""What a score counts in."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """The moves of a position in its usual orientation, best first, and how deep they were seen."""

    moves: tuple[tuple[str, int], ...]
    depth: int


@dataclass(slots=True)
class Book:
    """Known positions by their packed bytes in hexadecimal."""

    entries: dict[str, BookEntry] = field(default_factory=dict)

    def moves(self, position: Position) -> list[tuple[Move, int]]:
        """The moves that are known here with their scores, the best first; none outside the book.

        A move that the rules do not allow raises NotationError: the file is damaged.
        """
        key, symmetry = usual(position)
        known = self.entries.get(key)
        if known is None:
            return []
        there, back = symmetry.position(position), symmetry.inverse
        return [(back.move(notation.read(there, None, text)), score) for text, score in known.moves]

    def choose(self, position: Position, rng: random.Random) -> Move | None:
        """One of the moves that are as good as the best one; None outside the book."""
        moves = self.moves(position)
        if not moves:
            return None
        best = moves[0][1]
        return rng.choice([move for move, score in moves if score >= best - PLAYED])

    def grow(
        self, engine: AbaloneEngine, limit: AbaloneLimit, count: int, starts: Sequence[str] = STARTS
    ) -> Iterator[tuple[Position, BookEntry]]:
        """Search up to `count` more positions, those first that are reached by the best moves.

        The order depends on what is known alone: a book that was stopped grows on as if it had
        not been.
        """
        for position in islice(self.unknown(starts), count):
            yield position, self.add(engine, limit, position)

    def unknown(self, starts: Sequence[str]) -> Iterator[Position]:
        """Positions that are not known yet, by how much was given away on the way to them.

        One that has become known when the next is asked for is followed, too.
        """
        queue: list[tuple[int, int, int, Position]] = []
        for number, name in enumerate(starts):
            heapq.heappush(queue, (0, 0, number, rules.start(name)))
        seen, number = set(), len(starts)
        while queue:
            lost, ply, _, position = heapq.heappop(queue)
            key, _ = usual(position)
            if key in seen or rules.outcome(position):
                continue
            seen.add(key)
            if key not in self.entries:
                yield position
            if key not in self.entries:
                continue
            moves = self.moves(position)
            for move, score in moves:
                given = moves[0][1] - score
                if given <= MARGIN:
                    number += 1
                    # A ply costs a little: broad beginnings before long endings.
                    reached = rules.after(position, move)
                    heapq.heappush(queue, (lost + given + 3, ply + 1, number, reached))

    def add(self, engine: AbaloneEngine, limit: AbaloneLimit, position: Position) -> BookEntry:
        """Search a position and keep what was found."""
        key, symmetry = usual(position)
        there = symmetry.position(position)
        analysis = engine.analyse(there, limit, lines=WIDTH, variations=False)
        moves = tuple((notation.write(there, line.move), line.score) for line in analysis.lines)
        self.entries[key] = known = BookEntry(moves, analysis.depth)
        return known

    def write(self, path: Path) -> None:
        """Write the book beside the old file, then in its place: an interrupted run spoils none."""
        entries = {
            key: {"moves": [list(move) for move in known.moves], "depth": known.depth}
            for key, known in sorted(self.entries.items())
        }
        lines = ",\n".join(
            f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items()
        )
        partial = path.with_suffix(".part")
        partial.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        partial.replace(path)


def usual(position: Position) -> tuple[str, Symmetry]:
    """The name of a position, the same for all twelve that lie alike, and what leads there."""
    return min(
        ((codec.pack(symmetry.position(position)).hex(), symmetry) for symmetry in SYMMETRIES),
        key=lambda pair: pair[0],
    )


def read(text: str) -> Book:
    """A book from the text of its file."""
    try:
        written: dict[str, Any] = json.loads(text)
        entries = {
            key: BookEntry(tuple((move, score) for move, score in entry["moves"]), entry["depth"])
            for key, entry in written.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(
            f"book: not one of ours ({error})", f"libro: no es uno de los nuestros ({error})"
        ) from error
    return Book(entries)


def known_opening(position: Position) -> KnownOpening | None:
    """What the book of the package says, in marbles; None outside it."""
    book = packaged()
    moves = book.moves(position)
    if not moves:
        return None
    key, _ = usual(position)
    plays = tuple(
        KnownPlay(notation.write(position, move), score / MARBLE) for move, score in moves
    )
    return KnownOpening("marbles", plays, book.entries[key].depth)


def as_good_as_best() -> dict[str, list[str]]:
    """Of each position of the package's book the moves that `Book.choose` chooses from."""
    return {
        key: [text for text, score in known.moves if score >= known.moves[0][1] - PLAYED]
        for key, known in packaged().entries.items()
    }


@cache
def packaged() -> Book:
    """The book that comes with the package."""
    file = resources.files("tablas.engine.abalone") / "book.json"
    return read(file.read_text(encoding="utf-8"))
