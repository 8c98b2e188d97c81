"""One of the games, as the rest of the package sees it: its modules behind common names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tablas.rules import Rules
from tablas.values import Dice, Setup, Side
from tablas.words import Language

P = TypeVar("P")
M = TypeVar("M")
P_contra = TypeVar("P_contra", contravariant=True)


class Notation(Protocol[P_contra, M]):
    """One play to and from text; the module `tablas.<game>.notation` is one."""

    def write(self, position: P_contra, play: M) -> str: ...

    def read(self, position: P_contra, dice: Dice | None, text: str) -> M:
        """The legal play that `text` means; raises NotationError or IllegalAction."""


class Formats(Protocol[P]):
    """A position with its side to move, to and from text; `tablas.<game>.formats` is one."""

    def write(self, setup: Setup[P]) -> str: ...

    def read(self, text: str) -> Setup[P]:
        """The valid set-up that `text` means; raises NotationError or InvalidPosition."""


class BoardText(Protocol[P]):
    """A board drawn with characters; the module `tablas.<game>.text` is one."""

    def draw(
        self, setup: Setup[P], *, view: Side = ..., colour: bool = ..., language: Language = ...
    ) -> str: ...


@dataclass(frozen=True, slots=True)
class Kind(Generic[P, M]):
    """Backgammon, Abak or Abalone: rules, notation, formats, and what tells them apart.

    `shut_out(position)` says whether no roll could move anything from the bar;
    `stuck(position, dice)` whether this roll moves nothing: the only play is the empty one;
    `ejects(position, play)` whether a play makes progress that cannot be undone;
    `ejected(position)` how many marbles the player to move and the opponent have pushed off.
    """

    name: str
    rules: Rules[P, M]
    notation: Notation[P, M]
    formats: Formats[P]
    text: BoardText[P]
    dice: bool
    first: Side | None  # who begins; None: the opening roll decides
    starts: tuple[str, ...]  # the usual one first
    shut_out: Callable[[P], bool]
    stuck: Callable[[P, Dice], bool]
    ejects: Callable[[P, M], bool]
    ejected: Callable[[P], tuple[int, int]]
