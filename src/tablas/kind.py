"""One of the games, as the rest of the package sees it: one object that says everything about it.

`tablas.<game>.KIND` is one. Whatever differs from game to game is a field here, so that no other
module needs to ask which game it has before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tablas.rules import Rules
from tablas.situation import Situation
from tablas.strict_json import Reader
from tablas.values import Dice, Setup, Side
from tablas.words import Language, Reason, Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

P = TypeVar("P")
M = TypeVar("M")
P_contra = TypeVar("P_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
Json = dict[str, Any]


class Notation(Protocol[P_contra, M]):
    """One play to and from text; the module `tablas.<game>.notation` is one."""

    def write(self, position: P_contra, play: M) -> str: ...

    def read(self, position: P_contra, dice: Dice | None, text: str, side: Side | None = ...) -> M:
        """The legal play that `text` means; raises NotationError or IllegalAction.

        `side` is who moves, for names of places that depend on it.
        """


class Formats(Protocol[P]):
    """A position with its side to move, to and from text; `tablas.<game>.formats` is one."""

    def write(self, setup: Setup[P]) -> str: ...

    def read(self, text: str) -> Setup[P]:
        """The valid set-up that `text` means; raises NotationError or InvalidPosition."""

    def read_situation(self, text: str) -> tuple[P, Situation]:
        """The position, and all that the text says beside it: dice, cube, score where it can."""

    def write_situation(self, position: P, situation: Situation) -> str:
        """The same as text, as far as the notation has room for it."""

    def notations(self, position: P, situation: Situation) -> Sequence[tuple[Words, str]]:
        """The same in every notation of the game, the usual one first; each can be read."""


class Questions(Protocol[P]):
    """The JSON questions of `tablas moves --jsonl`; `tablas.<game>.questions` is one."""

    def read(self, question: Reader) -> tuple[Setup[P], Dice | None]:
        """The position and the roll that the fields of a question mean."""

    def reached(self, setup: Setup[P], after: P) -> str:
        """How an answer names the position that a play from `setup` has reached."""


class BoardText(Protocol[P]):
    """A board drawn with characters; the module `tablas.<game>.text` is one."""

    def draw(
        self, setup: Setup[P], *, view: Side = ..., colour: bool = ..., language: Language = ...
    ) -> str: ...


class Picture(Protocol[P, M_contra]):
    """A board drawn as SVG; the module `tablas.<game>.picture` is one."""

    def svg(
        self,
        setup: Setup[P],
        *,
        title: str,
        width: int = ...,
        marks: Iterable[str] = ...,
        arrows: Iterable[tuple[str, str]] = ...,
    ) -> str:
        """A complete document; `title` is what a screen reader says.

        Marks and the ends of arrows are places by the names that the notation gives them.
        """

    def arrows(self, position: P, play: M_contra, /) -> list[tuple[str, str]]:
        """A play as arrows from place to place."""


class BoardJson(Protocol[P, M_contra]):
    """What a board in a browser is told (docs/boards.md); `tablas.<game>.steps` is one."""

    def position_json(self, setup: Setup[P]) -> Json:
        """What the board shows before anything is rolled."""

    def graph(self, setup: Setup[P], dice: Dice | None = ...) -> Json:
        """The legal steps of the player to move, and why the others are not."""

    def overlays(self, setup: Setup[P]) -> Json:
        """What can be shown on top of the board beside the steps; often nothing."""

    def play_json(self, before: P | None, play: M_contra) -> Json:
        """A play as boards animate it; `before` is None where the position is known no more."""


class Codec(Protocol[P]):
    """Positions as the bytes that the kernel reads; the module `tablas.<game>.codec` is one."""

    def encode(self, position: P) -> bytes: ...

    def encode_many(self, positions: Iterable[P]) -> NDArray[np.uint8]: ...

    def decode(self, data: bytes) -> P: ...


@dataclass(frozen=True, slots=True)
class NamedStart:
    """A start position of a game: its name for programs, and what people call it.

    Where a person chooses, the `featured` ones stand in plain sight, the others in a list.
    """

    name: str
    title: Words
    featured: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A position with a roll and a legal play of it, for documentation and for error messages."""

    position: str
    dice: Dice | None
    play: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[P, M]):
    """A game: rules, notation, formats, boards, starts, and what tells it from the others.

    `shut_out(position)` says whether no roll could move anything from the bar;
    `stuck(position, dice)` whether this roll moves nothing: the only play is the empty one;
    `forced(position, dice)` whether it can be played in one way only;
    `ejects(position, play)` whether a play makes progress that cannot be undone;
    `ejected(position)` how many marbles the player to move and the opponent have pushed off;
    `remarks(position, dice, play)` what a play does, the most important first, where a game has
    words for it; `as_written(position, dice, text)` reads a play that need not be legal, and
    `written(play)` writes it, where real files hold such plays.
    """

    name: str
    title: Words
    line: Words  # what the game is, in one sentence
    rules: Rules[P, M]
    notation: Notation[P, M]
    formats: Formats[P]
    questions: Questions[P]
    text: BoardText[P]
    picture: Picture[P, M]
    board: BoardJson[P, M]
    codec: Codec[P]
    dice: bool
    first: Side | None  # who begins; None: the opening roll decides
    starts: tuple[NamedStart, ...]  # the usual one first
    example: Example
    usual_turns: int  # of one player in a game, about
    options: tuple[str, ...]  # fields of Stakes, Limits and Match that this game can agree on
    times: tuple[str, ...]  # time controls to offer, as `TimeControl.parse` reads them
    element: str  # the custom element that draws its board
    shut_out: Callable[[P], bool]
    stuck: Callable[[P, Dice], bool]
    forced: Callable[[P, Dice], bool]
    ejects: Callable[[P, M], bool]
    ejected: Callable[[P], tuple[int, int]]
    remarks: Callable[[P, Dice, M], Sequence[Reason]] | None = None
    letters: Words | None = None  # what the letters of its plays and boards mean
    write_nb: Callable[[P, M, Side], str] | None = None  # with the N/B names of sheet 003
    as_written: Callable[[P, Dice | None, str], M] | None = None
    written: Callable[[M], str] | None = None

    @property
    def start_names(self) -> tuple[str, ...]:
        return tuple(start.name for start in self.starts)

    @property
    def usual_start(self) -> str:
        return self.starts[0].name

    def start(self, name: str | None = None) -> Setup[P]:
        """A named start; whose turn it is stays open where the opening roll decides."""
        return Setup(self.rules.start(name or self.usual_start), self.first)

    def rules_page(self, language: Language) -> str:
        """The page of the rules in a language, by its name in `docs/rules` and the web app."""
        return f"{self.name}.{language}"
