"""Everything that the package can think about one game, as one object: `tablas.engine.<game>`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from tablas.engine.opening_table import KnownOpening
from tablas.engine.player import Player
from tablas.engine.ranking import Ranker
from tablas.values import Dice
from tablas.words import Reason, Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablas.engine.dice.side import DiceSide
    from tablas.engine.seats import DuelSide

PlayerFactory = Callable[[random.Random], Player]
Say = Callable[[str], None]

STRONGEST: Final = "strongest"
"""The level for programs that name none: every game has it, and it answers without rollouts."""


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent of a game: its name, what it does, and how to seat it."""

    name: str
    words: Words
    make: PlayerFactory
    grades: bool = True  # whether problems are graded by it: not by moods, nor by rollouts


@dataclass(frozen=True, slots=True)
class BrowserEngine:
    """What a browser needs to play a game by itself, beside the kernel.

    `nets` are names of nets of the package by use: `judge`, and `guess` where one names the plays
    worth judging. `levels` are the opponents that it can be, by name, as the numbers they are made
    of: `noise` in their judgement and the part of it in a `race`, that they play by `rules` of
    thumb, or a `depth` and whether they know the `book`: `book()` gives moves by position, as the
    game's page for browsers looks them up.
    """

    nets: Mapping[str, str]
    levels: Mapping[str, Mapping[str, float]]
    book: Callable[[], Mapping[str, Sequence[str]]] | None = None


class Conversation(Protocol):
    """The engine's side of a line protocol (docs/engine-protocol.md)."""

    def run(self, lines: Iterable[str]) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEngine:
    """The opponents of a game, and its best engine for whoever asks.

    `simple_evaluation(position)` is a few rules of thumb, for the simple players;
    `rank(state, effort)` orders the plays of a position; `remarks(position, dice, play)` says what
    a legal play does, the most important first, without looking ahead; `warm()` loads what its
    strong players need before somebody waits for them, `prepare()` what `rank` needs;
    `converse(say, level)` speaks the line protocol; `external(…)` lets GNU Backgammon play
    against us, where it knows the game; `duel()` gives who can sit in a duel and how it begins.
    `openings(position, dice)` tells what is known of an early position, None of others;
    `evaluate(boards)` judges rows of the codec without looking ahead, in a game without dice: a
    row of one each, in marbles. `dice` holds what only dice games have, `browser` what pages can
    do without a server.
    """

    game: str
    levels: tuple[Level, ...]  # from the weakest
    simple_evaluation: Callable[[Any], float]
    rank: Ranker
    remarks: Callable[[Any, Dice | None, Any], Sequence[Words | Reason]]
    warm: Callable[[], None]
    prepare: Callable[[], None]
    converse: Callable[[Say, str | None], Conversation]
    duel: Callable[[], DuelSide]
    openings: Callable[[Any, Dice | None], KnownOpening | None]
    browser: BrowserEngine
    external: Callable[..., None] | None = None
    evaluate: Callable[[NDArray[np.uint8]], NDArray[np.float32]] | None = None
    dice: DiceSide | None = None
