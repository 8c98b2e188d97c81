"""A match on paper: its games with everything that a file says about them.

A game is a `Game`, so that all that plays, replays or judges games takes it as it is. What was
played against the rules stands in the log all the same, with the rule in `Record.notes`; what
could not be followed at all is kept as `rest`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablas.files.sgf_tree import Node, Property, Tree
from tablas.kind import Kind
from tablas.record import Record
from tablas.values import Side
from tablas.words import Words

UNROLLED = "shut-out"
"""Rolling while shut out is harmless, and every other program does it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a file that is not as it should be, and where; the rest was read.

    A file without lines counts its games, and the plies of a game, instead.
    """

    line: int
    column: int
    words: Words
    has_lines: bool = True

    def spoken(self, language: str) -> str:
        """As one line for people."""
        if not self.has_lines and language == "es":
            return f"partida {self.line}, acción {self.column}: {self.words.es}"
        if not self.has_lines:
            return f"game {self.line}, ply {self.column}: {self.words.en}"
        if language == "es":
            return f"línea {self.line}, columna {self.column}: {self.words.es}"
        return f"line {self.line}, column {self.column}: {self.words.en}"


@dataclass(frozen=True, slots=True)
class SgfExtras:
    """What an SGF file holds around one action and only SGF has room for, exactly as it stands.

    `before` are nodes of their own in front of it, `properties` those beside it (analysis, luck,
    marks), `variations` the other ways to go on after it.
    """

    before: tuple[Node, ...] = ()
    properties: tuple[Property, ...] = ()
    variations: tuple[Tree, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """One game of a match: its record, and what other programs wrote beside it.

    `extras` belongs to the actions by their place in the log, the one after the last action to
    the end; `properties` to the game as a whole. `rest` is what could not be followed, in the
    words of its `rest_format`.
    """

    record: Record
    extras: Mapping[int, SgfExtras] = field(default_factory=dict)
    properties: tuple[Property, ...] = ()
    rest: str = ""
    rest_format: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """A match or a session: its games in their order, and what its file says of it.

    `crawford` says whether the rule was agreed, `tags` what else the head of the file tells, by
    the names that .mat has for it (Event, Site, Round, Transcriber …). `faults` is how the
    reading went, no part of the match.
    """

    games: tuple[GameSheet, ...]
    crawford: bool = True
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    faults: tuple[Fault, ...] = field(default=(), compare=False)

    @property
    def kind(self) -> Kind[Any, Any]:
        return self.games[0].record.game.kind

    @property
    def length(self) -> int:
        """To how many points; 0 is a session without end."""
        return self.games[0].record.length

    def name(self, side: Side) -> str:
        paper = self.games[0].record
        return paper.white if side is Side.WHITE else paper.black

    @property
    def score(self) -> tuple[int, int]:
        """The points of White and Black after the last game."""
        last = self.games[-1].record
        result = last.game.result
        points = dict.fromkeys(Side, 0)
        if result and result.winner:
            points[result.winner] = result.points
        white, black = last.score
        return white + points[Side.WHITE], black + points[Side.BLACK]

    def illegal(self) -> Iterator[tuple[int, int, Words]]:
        """Every action that was not allowed: its game and its place from 0, and the rule."""
        for number, sheet in enumerate(self.games):
            for place, note in sorted(sheet.record.notes.items()):
                if note.breaks and note.breaks.rule != UNROLLED:
                    yield number, place, note.breaks.words
