"""The front door for programs: a new game, an engine, a whole game between two, any file.

What heavier parts need is imported when it is used: `import tablas` stays quick.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, Any, Literal, overload

from tablas.games import GameName, kind
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.play.terms import Terms

if TYPE_CHECKING:
    from random import Random

    from tablas import abak, abalone, backgammon
    from tablas.engine.opened import Engine
    from tablas.engine.player import Player
    from tablas.files import MatchSheet
    from tablas.review import MatchReview


@overload
def new_game(
    name: Literal["abak"], terms: Terms | None = ..., *, start: str | None = ...
) -> Game[abak.Position, abak.Play]: ...
@overload
def new_game(
    name: Literal["backgammon"], terms: Terms | None = ..., *, start: str | None = ...
) -> Game[backgammon.Position, backgammon.Play]: ...
@overload
def new_game(
    name: Literal["abalone"], terms: Terms | None = ..., *, start: str | None = ...
) -> Game[abalone.Position, abalone.Move]: ...
def new_game(
    name: GameName, terms: Terms | None = None, *, start: str | None = None
) -> Game[Any, Any]:
    """A new game, from the usual start or a named one.

    >>> game = new_game("abak").roll((3, 1))
    >>> len(game.legal_plays())
    35
    """
    return Game.begin(kind(name), terms, start=start)


@overload
def open_engine(
    name: Literal["abak"], level: str = ..., seed: int | None = ...
) -> Engine[abak.Position, abak.Play]: ...
@overload
def open_engine(
    name: Literal["backgammon"], level: str = ..., seed: int | None = ...
) -> Engine[backgammon.Position, backgammon.Play]: ...
@overload
def open_engine(
    name: Literal["abalone"], level: str = ..., seed: int | None = ...
) -> Engine[abalone.Position, abalone.Move]: ...
def open_engine(
    name: GameName, level: str = "strongest", seed: int | None = None
) -> Engine[Any, Any]:
    """The engine of a game; its `player` sits at a table at the strength of `level`."""
    from tablas.engine.opened import Engine  # noqa: PLC0415 see above

    return Engine(kind(name), level, seed)


def play_game(
    game: Game[Any, Any], white: Player, black: Player, *, rng: Random | None = None
) -> Game[Any, Any]:
    """The game played to its end by two players, with the cube where its terms have one."""
    from tablas.engine.playing import played_out  # noqa: PLC0415 see above

    return played_out(game, white, black, rng)


def play_match(
    name: GameName, match: Match, white: Player, black: Player, *, rng: Random | None = None
) -> MatchSheet:
    """A match played to its end, or one game of a money session: to save, to review, to look at."""
    from tablas.files import GameSheet, MatchSheet  # noqa: PLC0415 see above
    from tablas.record import Record  # noqa: PLC0415

    today = strftime("%Y-%m-%d")
    sheets = []
    while match.winner is None:
        score = match.score
        game = play_game(Game.begin(kind(name), match.terms()), white, black, rng=rng)
        record = Record(
            game=game, white=white.name, black=black.name,
            date=today, length=match.length or 0, score=score,
        )  # fmt: skip
        sheets.append(GameSheet(record=record))
        assert game.result is not None
        match = match.after(game.result)
        if match.length is None:
            break
    return MatchSheet(games=tuple(sheets), crawford=match.crawford)


def load(path: str | PathLike[str]) -> MatchSheet:
    """The match in a file, in any format that can be read; damage is told with line and column."""
    from tablas.files import read_path  # noqa: PLC0415 see above

    return read_path(Path(path))


def save(match: MatchSheet, path: str | PathLike[str]) -> None:
    """Write a match; the suffix of the file says in which format."""
    from tablas.files import write_path  # noqa: PLC0415 see above

    write_path(match, Path(path))


def review_match(match: MatchSheet, *, care: str = "normal", threads: int = 1) -> MatchReview:
    """What every decision of a match cost, how lucky each roll was, and what follows for both."""
    from tablas.review import judge_of, review  # noqa: PLC0415 see above

    return review(match, judge_of(match.kind.name, care, threads))
